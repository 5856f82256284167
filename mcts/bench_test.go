package mcts_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/net/shipped"
	"drafthorse/rules"
)

// stages returns games that stand in the opening, in the middlegame and in an
// ending with kings, a hundred of each, with a choice of moves.
func stages(b *testing.B, tree *mcts.Tree) map[string][]*rules.Game {
	b.Helper()
	const each = 100
	rng := rand.New(rand.NewPCG(1, 1))
	found := map[string][]*rules.Game{}
	add := func(stage string, g *rules.Game) {
		if len(found[stage]) < each {
			copied := rules.NewGame(g.Start())
			for _, m := range g.Played() {
				copied.Push(m)
			}
			found[stage] = append(found[stage], copied)
		}
	}
	for len(found["opening"]) < each || len(found["middlegame"]) < each || len(found["kings"]) < each {
		g := rules.NewGame(rules.Start())
		tree.Reset(g)
		for on := true; on && g.Ply() < 120; {
			if p := g.Position(); len(g.Moves()) > 1 {
				switch {
				case g.Ply() == 6:
					add("opening", g)
				case g.Ply() == 40:
					add("middlegame", g)
				case p.Kings(rules.White)|p.Kings(rules.Black) != 0 && p.Count() > 5 && g.Ply()%8 == 0:
					add("kings", g)
				}
			}
			tree.Search(16)
			on = tree.Play(tree.AppendCandidates(nil)[tree.Sample(1, rng)].Move)
		}
	}
	return found
}

// BenchmarkSearch is a search as it is in use: with a network and the endgame
// tables, on a tree that has its memory, of one position after another.
func BenchmarkSearch(b *testing.B) {
	n := shipped.Net()
	tables, err := endgame.Embedded()
	if err != nil {
		b.Fatal(err)
	}
	tree := mcts.NewTree(mcts.DefaultConfig(), net.NewEvaluator(n), tables.Prove)
	found := stages(b, tree)
	for _, stage := range []string{"opening", "middlegame", "kings"} {
		for _, visits := range []int{128, 1600} {
			b.Run(fmt.Sprintf("%s/%d", stage, visits), func(b *testing.B) {
				games := found[stage]
				for _, g := range games {
					tree.Reset(g)
					tree.Search(visits)
				}
				b.ReportAllocs()
				i := 0
				for b.Loop() {
					tree.Reset(games[i])
					tree.Search(visits)
					i = (i + 1) % len(games)
				}
				b.ReportMetric(float64(visits)*float64(b.N)/b.Elapsed().Seconds(), "visits/s")
			})
		}
	}
}
