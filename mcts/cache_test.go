package mcts

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"drafthorse/rules"
)

// moody judges by everything that it is shown, draw counters included.
type moody struct{ asked int }

func (m *moody) Evaluate(p *rules.Position, d rules.DrawCounters, moves []rules.Move, priors []float32) Evaluation {
	m.asked++
	rng := rand.New(rand.NewPCG(p.Hash(), uint64(d.Key())))
	var sum float32
	for i := range moves {
		priors[i] = rng.Float32()
		sum += priors[i]
	}
	for i := range moves {
		priors[i] /= sum
	}
	w := rng.Float32()
	return Evaluation{Win: w, Loss: 1 - w}
}

// A tree that has searched all of a game before finds the same as a new one,
// though kings go to and fro, so that the same boards come with other counters,
// and it asks less.
func TestCacheChangesNothing(t *testing.T) {
	used := &moody{}
	old := NewTree(DefaultConfig(), used, nil)
	rng := rand.New(rand.NewPCG(1, 1))
	asked := 0
	for _, fen := range []string{"W:WK1,K2,31,32,33:BK49,K50,8,9", "W:WK1,K2,K3,31,32,33:BK49,K50,19,20", rules.Start().FEN()} {
		g := rules.NewGame(position(t, fen))
		for g.Outcome().Result == rules.Undecided && g.Ply() < 40 {
			if len(g.Moves()) > 1 {
				fresh := &moody{}
				young := NewTree(DefaultConfig(), fresh, nil)
				young.Reset(g)
				young.Search(150)
				asked += fresh.asked
				want := young.AppendCandidates(nil)
				old.Reset(g)
				old.Search(150)
				if got := old.AppendCandidates(nil); !slices.Equal(got, want) {
					t.Fatalf("%s %+v: %+v, want %+v", g.Position().FEN(), g.Draws(), got, want)
				}
			}
			g.Push(g.Moves()[rng.IntN(len(g.Moves()))])
		}
	}
	if used.asked > asked*9/10 {
		t.Errorf("%d evaluations with a full cache, %d without", used.asked, asked)
	}
}

// For play the priors are flattened. The square roots of 0.64 and 0.36 are 0.8 and
// 0.6, of which 4/7 and 3/7 are the shares. A second look finds them in the cache.
func TestPriorPower(t *testing.T) {
	c := DefaultConfig().ForPlay()
	e := &scripted{priors: []float32{0.64, 0.36}, white: func(*rules.Position) float32 { return 0.5 }}
	tree := NewTree(c, e, nil)
	for range 2 {
		tree.Reset(rules.NewGame(position(t, "W:W28:B3")))
		for i, want := range []float64{4. / 7, 3. / 7} {
			if got := float64(tree.AppendCandidates(nil)[i].Prior); math.Abs(got-want) > 1e-6 {
				t.Errorf("prior %d is %v, want %v", i, got, want)
			}
		}
	}
	if e.asked != 1 {
		t.Errorf("%d evaluations, want 1", e.asked)
	}
}

func TestValidatePriorPower(t *testing.T) {
	for power, ok := range map[float32]bool{0: false, -1: false, float32(math.NaN()): false, 11: false, 0.1: true, 1: true, 10: true} {
		c := DefaultConfig()
		c.PriorPower = power
		if err := c.Validate(); (err == nil) != ok {
			t.Errorf("prior_power %v: error %v", power, err)
		}
	}
}
