package pdn

import (
	"strings"

	"drafthorse/rules"
)

// results are the terminators that end a game wherever they stand. 0-0 is a
// double loss by the standard and "no result" in engine logs, so nobody's win.
var results = map[string]rules.Result{
	"2-0": rules.WhiteWins, "1-0": rules.WhiteWins,
	"0-2": rules.BlackWins, "0-1": rules.BlackWins,
	"1-1": rules.Draw, "1/2-1/2": rules.Draw,
	"0-0": rules.Undecided, "*": rules.Undecided,
}

// Outcome says who won, by the Result tag, or by the terminator if the tag says
// nothing that is known. Results in other systems of points are undecided.
func (g *Game) Outcome() rules.Result {
	if r, ok := results[g.resultTag()]; ok && r != rules.Undecided {
		return r
	}
	return results[g.Result]
}

func (g *Game) resultTag() string { return strings.TrimSpace(g.Tag("Result")) }

// contradicts reports whether the terminator says something else than the tag.
func (g *Game) contradicts() bool {
	tag, ok := results[g.resultTag()]
	return ok && tag != rules.Undecided && results[g.Result] != rules.Undecided && tag != results[g.Result]
}

// takeScore finds the result in what looks like the last move: a score such as
// 4-6, or the "-" of a running game, is a result only because the Result tag
// says the same.
func (g *Game) takeScore() {
	if g.Result != "*" || len(g.Movetext) == 0 {
		return
	}
	last := len(g.Movetext) - 1
	m, ok := g.Movetext[last].(Move)
	if ok && m.Strength == "" && m.Text == g.resultTag() {
		g.Result = m.Text
		g.Movetext = g.Movetext[:last]
		if g.countMoves() == 0 {
			g.FirstMove = 0
		}
	}
}
