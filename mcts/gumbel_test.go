package mcts

import (
	"math/rand/v2"
	"slices"
	"testing"

	"drafthorse/rules"
)

// fourMoves is a position with four moves: 28-22, 28-23, 29-23 and 29-24. White's
// chances behind them are 0.2, 0.8, 0.4 and 0.6.
func fourMoves(t *testing.T, priors []float32) (*Tree, []float64) {
	values := map[rules.Bitboard]float32{
		rules.Square(22).Bit() | rules.Square(29).Bit(): 0.2, rules.Square(23).Bit() | rules.Square(29).Bit(): 0.8,
		rules.Square(28).Bit() | rules.Square(23).Bit(): 0.4, rules.Square(28).Bit() | rules.Square(24).Bit(): 0.6,
	}
	e := &scripted{priors: priors, white: func(p *rules.Position) float32 {
		for men, v := range values {
			if p.Men(rules.White)&men == men {
				return v
			}
		}
		return 0.5
	}}
	tree := NewTree(DefaultConfig(), e, nil)
	tree.Reset(rules.NewGame(position(t, "W:W28,29:B1,2,3,4,5")))
	moves := tree.Game().Moves()
	if len(moves) != 4 {
		t.Fatalf("%d moves, want 4", len(moves))
	}
	var of []float64
	for _, m := range moves {
		p := tree.Game().Position().Play(m)
		of = append(of, float64(values[p.Men(rules.White)]))
	}
	return tree, of
}

// Sixteen visits of four moves are two rounds of halving: two visits of each,
// then four of each of the better two. All moves being alike to the policy, the
// best by value is played.
func TestSequentialHalvingByHand(t *testing.T) {
	tree, values := fourMoves(t, nil)
	chosen := tree.SearchGumbel(16, nil)
	if values[chosen] < 0.7 {
		t.Errorf("the move of value %v is chosen, want 0.8", values[chosen])
	}
	for i, c := range tree.AppendCandidates(nil) {
		want := 2
		if values[i] > 0.5 {
			want = 6
		}
		if c.Visits != want {
			t.Errorf("%d visits of the move of value %v, want %d", c.Visits, values[i], want)
		}
	}
	if tree.Visits() != 16 {
		t.Errorf("%d visits in all, want 16", tree.Visits())
	}
}

// With noise the move played is a draw from a policy, which improves on the
// prior even if there are fewer visits than moves: its expected value is higher
// (the paper's equation 7).
func TestGumbelImprovesOnThePrior(t *testing.T) {
	priors := []float32{0.4, 0.1, 0.3, 0.2}
	rng := rand.New(rand.NewPCG(5, 5))
	for _, visits := range []int{2, 4, 16} {
		var mean, prior float64
		const games = 400
		for range games {
			tree, values := fourMoves(t, priors)
			tree.config.Considered = 2
			mean += values[tree.SearchGumbel(visits, rng)] / games
			prior = 0
			for i, v := range values {
				prior += v * float64(priors[i])
			}
		}
		if mean < prior+0.05 {
			t.Errorf("%d visits: mean value %.3f, the prior alone gives %.3f", visits, mean, prior)
		}
	}
}

// A win that is found is played, and all visits that were asked for are there.
func TestGumbelPlaysAWin(t *testing.T) {
	tree := NewTree(DefaultConfig(), Uniform{}, nil)
	tree.Reset(rules.NewGame(position(t, "W:W25,31,43,44,47:B8,9,19,26,29")))
	chosen := tree.SearchGumbel(3000, rand.New(rand.NewPCG(6, 6)))
	if got := tree.Game().Position().MoveText(tree.AppendCandidates(nil)[chosen].Move); got != "44-39" || tree.Visits() != 3000 {
		t.Errorf("%s after %d visits, want 44-39 after 3000", got, tree.Visits())
	}
}

// A move without visits is worth what the others are, by their priors, and what
// the root's own evaluation says, as if that were one visit more.
func TestCompleted(t *testing.T) {
	tree, values := fourMoves(t, []float32{0.4, 0.1, 0.3, 0.2})
	if got := tree.Completed(); got != 0.5 {
		t.Errorf("without visits %v, want the root's own 0.5", got)
	}
	m := slices.Clone(tree.Game().Moves())
	tree.Explore(m[0], 2)
	tree.Explore(m[1], 1)
	weighted := (0.4*values[0] + 0.1*values[1]) / 0.5
	if got, want := float64(tree.Completed()), (0.5+3*weighted)/4; got < want-1e-6 || got > want+1e-6 {
		t.Errorf("%v, want %v", got, want)
	}
}
