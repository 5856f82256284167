package annotate

import (
	"strings"

	"drafthorse/analysis"
	"drafthorse/pdn"
	"drafthorse/rules"
)

// playersGame is what the tables of players take of a game. One that could not be
// judged has no judgements, but a result; of a game of another variant not even that
// counts.
func playersGame(number int, g *pdn.Game, judgements []analysis.Judgement, d analysis.Dialect) analysis.Game {
	game := analysis.Game{Number: number}
	if g.Variant() != "" {
		return game
	}
	game.Result = g.Outcome()
	game.Sides = analysis.Summarize(judgements)
	game.Hastes = analysis.Hastes(judgements, analysis.Clocks(g, judgements))
	for c := range game.Names {
		game.Names[c] = g.Tag(rules.Color(c).String())
		game.Slips[c] = analysis.Slips(number, rules.Color(c), judgements, d)
	}
	return game
}

// dateTag returns the name of the tag that says when a game was played: Date, or
// what programs on the web write where that is missing or unknown.
func dateTag(g *pdn.Game) string {
	for _, name := range []string{"Date", "UTCDate"} {
		if known(g.Tag(name)) {
			return name
		}
	}
	return ""
}

// dateOf returns when a game was played; "" if it is not known.
func dateOf(g *pdn.Game) string {
	if name := dateTag(g); name != "" {
		return g.Tag(name)
	}
	return ""
}

// known reports whether the value of a tag says anything.
func known(value string) bool { return strings.Trim(value, "?.-* ") != "" }
