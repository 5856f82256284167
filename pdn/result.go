package pdn

import (
	"slices"
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

// resultTag returns what the Result tag says, spelled as the Reader spells it.
func (g *Game) resultTag() string { return spelled(g.Tag("Result")) }

// contradicts reports whether the terminator says something else than the tag.
func (g *Game) contradicts() bool {
	tag, ok := results[g.resultTag()]
	return ok && tag != rules.Undecided && results[g.Result] != rules.Undecided && tag != results[g.Result]
}

// takeScore finds the result in what looks like the last move: a score such as
// 4-6, or the "-" of a running game, is a result only because the Result tag
// says the same. Comments may stand behind it.
func (g *Game) takeScore() {
	if g.Result != "*" {
		return
	}
	last := len(g.Movetext) - 1
	for last >= 0 && isComment(g.Movetext[last]) {
		last--
	}
	if last < 0 {
		return
	}
	m, ok := g.Movetext[last].(Move)
	if tag := g.resultTag(); ok && m.Strength == "" && (m.Text == tag || isScore(tag) && m.Text == dashed(tag)) {
		g.Result = dashed(m.Text)
		g.Movetext = slices.Delete(g.Movetext, last, last+1)
	}
}

// dashed returns a score that is spelled with a colon, as 4:6, which reads as a
// capture, as it is written.
func dashed(score string) string { return strings.ReplaceAll(score, "x", "-") }

// isScore reports whether text can stand as a game's result if the Result tag says
// the same.
func isScore(text string) bool {
	if m, ok := matchMixedScore([]byte(text)); ok && m.n == len(text) && m.text == text {
		return true
	}
	if m, ok := matchScore([]byte(text)); ok && m.n == len(text) && m.text == text {
		return true
	}
	return isMove(text)
}

func isComment(e Element) bool {
	_, ok := e.(Comment)
	return ok
}
