package net

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"drafthorse/rules"
)

// A line that goes up and down through random games evaluates every position as
// the Evaluator does, however its sums came about. Some positions are passed by
// without being evaluated, as a search does.
func TestLineEqualsEvaluator(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	n := lively(Size{Width: 72, Hidden: 24})
	line, evaluator := NewLine(n), NewEvaluator(n)
	var priors [256]float32
	compared := 0
	for range 30 {
		g := rules.NewGame(rules.Start())
		line.Reset()
		line.Push(g.Position())
		for g.Outcome().Result == rules.Undecided && g.Ply() < 120 {
			if g.Ply() > 0 && rng.IntN(4) == 0 {
				g.Pop()
				line.Pop()
				continue
			}
			moves := g.Moves()
			g.Push(moves[rng.IntN(len(moves))])
			line.Push(g.Position())
			if len(g.Moves()) == 0 || rng.IntN(2) == 0 {
				continue
			}
			p := g.Position()
			want := evaluator.Evaluate(&p, g.Draws(), g.Moves(), priors[:len(g.Moves())])
			got := line.Evaluate(g.Draws())
			for _, d := range []float32{got.Win - want.Win, got.Draw - want.Draw, got.Loss - want.Loss} {
				if math.Abs(float64(d)) > 1e-5 {
					t.Fatalf("%s: %v, want %v", p.FEN(), got, want)
				}
			}
			compared++
		}
	}
	if compared < 500 {
		t.Errorf("%d positions compared, want 500", compared)
	}
}

// BenchmarkLine evaluates the grandchildren of a position, by a line and anew.
func BenchmarkLine(b *testing.B) {
	n := lively(DefaultSize())
	g := rules.NewGame(rules.Start())
	for name, anew := range map[string]bool{"line": false, "anew": true} {
		b.Run(name, func(b *testing.B) {
			line := NewLine(n)
			evaluations := 0
			b.ReportAllocs()
			for b.Loop() {
				line.Reset()
				line.Push(g.Position())
				for _, first := range slices.Clone(g.Moves()) {
					child := g.Position().Play(first)
					line.Push(child)
					for _, second := range child.AppendMoves(nil) {
						if anew {
							line.Reset()
						}
						line.Push(child.Play(second))
						line.Evaluate(g.Draws())
						line.Pop()
						evaluations++
					}
					if anew {
						line.Push(child)
					}
					line.Pop()
				}
			}
			b.ReportMetric(float64(evaluations)/b.Elapsed().Seconds(), "evaluations/s")
		})
	}
}
