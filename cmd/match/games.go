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
	result := "1-1"
	switch g.Outcome.Result {
	case rules.WhiteWins:
		result = "2-0"
	case rules.BlackWins:
		result = "0-2"
	}
	game := &pdn.Game{Result: result, Tags: []pdn.Tag{
		{Name: "Event", Value: "Match by drafthorse"},
		{Name: "Round", Value: strconv.Itoa(g.Number + 1)},
		{Name: "White", Value: white.String()},
		{Name: "Black", Value: black.String()},
		{Name: "Result", Value: result},
		{Name: "GameType", Value: "20"},
	}}
	p := rules.Start()
	for _, m := range g.Moves {
		game.Movetext = append(game.Movetext, pdn.Move{Text: p.MoveText(m)})
		p = p.Play(m)
	}
	switch {
	case g.Outcome.Result == rules.Undecided:
		game.Movetext = append(game.Movetext, pdn.Comment(fmt.Sprintf("stopped after %d plies, which counts as a draw", len(g.Moves))))
	case g.Outcome.Result == rules.Draw:
		game.Movetext = append(game.Movetext, pdn.Comment(g.Outcome.Rule.String()))
	}
	return game
}
