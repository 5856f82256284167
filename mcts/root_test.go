package mcts

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"drafthorse/rules"
)

// TestNoiseHasTheMomentsOfDirichlet compares with the moments that textbooks give. A
// share of n that add up to 1 has the mean 1/n and, where the parameters add up to A,
// the variance (1/n)·(1-1/n)/(A+1). Mixed in by a weight w, noise has w² of that.
func TestNoiseHasTheMomentsOfDirichlet(t *testing.T) {
	const n, draws = 9, 4000
	for _, c := range []struct {
		total  float64
		weight float32
	}{{10, 1}, {10, 0.25}, {2, 1}, {40, 0.5}} {
		config := DefaultConfig()
		config.NoiseTotal, config.NoiseWeight = c.total, c.weight
		tree := NewTree(config, Uniform{}, nil)
		rng := rand.New(rand.NewPCG(2, 3))
		tree.Reset(rules.NewGame(rules.Start()))
		sum, squares := 0., 0.
		for range draws {
			tree.AddNoise(rng)
			for _, e := range tree.rootEdges() {
				sum += float64(e.prior)
				squares += math.Pow(float64(e.prior)-1./n, 2)
			}
		}
		variance := float64(c.weight*c.weight) * (1. / n) * (1 - 1./n) / (c.total + 1)
		if got := squares / (n * draws); math.Abs(sum-draws) > 1e-3*draws || math.Abs(got/variance-1) > 0.05 {
			t.Errorf("total %v, weight %v: the priors add up to %v and have the variance %v; want 1 and %v", c.total, c.weight, sum/draws, got, variance)
		}
	}
}

// TestTemperatureByHand draws moves of 80, 20 and 0 visits. At temperature 1 they are
// chosen as 80 to 20, at 1/2 by their squares as 16 to 1, at 2 by their roots as 2 to 1.
func TestTemperatureByHand(t *testing.T) {
	tree := NewTree(DefaultConfig(), Uniform{}, nil)
	tree.Reset(rules.NewGame(rules.Start()))
	tree.rootEdges()[3].visits, tree.rootEdges()[5].visits = 20, 80
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ temperature, want float64 }{{1, 4. / 5}, {0.5, 16. / 17}, {2, 2. / 3}, {0, 1}} {
		const draws = 20000
		var chosen [9]int
		for range draws {
			chosen[tree.Sample(c.temperature, rng)]++
		}
		got := float64(chosen[5]) / draws
		if chosen[3]+chosen[5] != draws || math.Abs(got-c.want) > 0.015 { // more than four standard deviations
			t.Errorf("temperature %v: %v, the share of the first %v; want %v", c.temperature, chosen, got, c.want)
		}
	}
}

// TestBestByHand compares two moves in each way in which one may be better.
func TestBestByHand(t *testing.T) {
	proven := func(points int8, plies int16) Proof { return Proof{true, points, plies} }
	for _, c := range []struct {
		why           string
		drawn         bool // the node is proven a draw
		better, worse edge
	}{
		{"the shorter win", false, edge{proof: proven(1, 3)}, edge{proof: proven(1, 5), visits: 9, win: 9}},
		{"a win before a move that is not proven", false, edge{proof: proven(1, 9)}, edge{visits: 9, win: 9}},
		{"any move before a loss", false, edge{visits: 1}, edge{proof: proven(-1, 40), visits: 9, win: 9}},
		{"the longer loss", false, edge{proof: proven(-1, 6)}, edge{proof: proven(-1, 4), visits: 9}},
		{"the proven draw of a drawn node", true, edge{proof: proven(0, 0)}, edge{visits: 9, win: 9}},
		{"the more visited move", false, edge{visits: 9, win: 1}, edge{visits: 8, win: 8}},
		{"a proven draw is as good as its visits", false, edge{visits: 9, win: 1}, edge{proof: proven(0, 0), visits: 8, draw: 8}},
		{"of equal visits the better mean", false, edge{visits: 4, win: 1, draw: 3}, edge{visits: 4, win: 2}},
		{"of equal means the better prior", false, edge{visits: 4, draw: 4, prior: 0.3}, edge{visits: 4, win: 2, prior: 0.2}},
		{"without visits the better prior", false, edge{prior: 0.3}, edge{prior: 0.2}},
	} {
		if first, last := best([]edge{c.better, c.worse}, c.drawn), best([]edge{c.worse, c.better}, c.drawn); first != 0 || last != 1 {
			t.Errorf("%s: the best is %d where it stands first, %d where it stands last", c.why, first, last)
		}
	}
}

// TestLineEndsWhereVisitsAreFew follows the line that is asked to have 10 visits: each
// of its moves has them, and the next one of the whole line has not.
func TestLineEndsWhereVisitsAreFew(t *testing.T) {
	tree := NewTree(DefaultConfig(), Uniform{}, nil)
	tree.Reset(rules.NewGame(rules.Start()))
	tree.Search(2000)
	const enough = 10
	whole, line := tree.AppendLine(nil, tree.BestMove(), 1), tree.AppendLine(nil, tree.BestMove(), enough)
	if len(line) < 2 || len(line) >= len(whole) || !slices.Equal(line, whole[:len(line)]) {
		t.Fatalf("the lines are %v and %v: want the first to begin the second", line, whole)
	}
	for n, i := int32(root), 0; i <= len(line); i++ {
		at := tree.edgesOf(n)[slices.Index(tree.movesOf(n), whole[i])]
		if has := at.visits >= enough; has != (i < len(line)) {
			t.Errorf("move %d of the line, %v, has %d visits; the line has %d moves", i, whole[i], at.visits, len(line))
		}
		n = at.child
	}
}
