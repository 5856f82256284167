package match

import (
	"math/rand/v2"

	"drafthorse/rules"
)

// opening plays random legal moves from the start and returns the game. Games
// are thrown away until one ends quiet and with equal material: one that has
// already lost a piece tells little about the players.
func opening(plies int, rng *rand.Rand) *rules.Game {
	g := rules.NewGame(rules.Start())
	for {
		g.Reset(rules.Start())
		for range plies {
			moves := g.Moves()
			g.Push(moves[rng.IntN(len(moves))])
		}
		p := g.Position()
		if !g.Moves()[0].IsCapture() && p.Side(rules.White).Count() == p.Side(rules.Black).Count() {
			return g
		}
	}
}
