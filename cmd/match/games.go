package main

import (
	"fmt"
	"strconv"

	"drafthorse/match"
	"drafthorse/pdn"
	"drafthorse/rules"
)

// record returns a game as PDN.
func record(g match.Game, first, second player) *pdn.Game {
	white, black := first, second
	if !g.White {
		white, black = second, first
	}
	result := resultText(g)
	game := &pdn.Game{Result: result, Tags: []pdn.Tag{
		{Name: "Event", Value: "Match by drafthorse"},
		{Name: "Round", Value: strconv.Itoa(g.Number + 1)},
		{Name: "White", Value: white.String()},
		{Name: "Black", Value: black.String()},
		{Name: "Result", Value: result},
		{Name: "GameType", Value: "20"},
	}}
	game.Movetext = pdn.Played(rules.Start(), g.Moves)
	switch {
	case g.Fault != nil:
		game.Movetext = append(game.Movetext, pdn.Remark(g.Fault.Error()))
	case g.Outcome.Result == rules.Undecided:
		game.Movetext = append(game.Movetext, pdn.Comment(fmt.Sprintf("stopped after %d plies, which counts as a draw", len(g.Moves))))
	case g.Outcome.Result == rules.Draw:
		game.Movetext = append(game.Movetext, pdn.Comment(g.Outcome.Rule.String()))
	}
	return game
}

// resultText returns a game's result as PDN writes it. A game that was cut is a
// draw.
func resultText(g match.Game) string {
	if g.Outcome.Result == rules.Undecided {
		return pdn.ResultText(rules.Draw)
	}
	return pdn.ResultText(g.Outcome.Result)
}
