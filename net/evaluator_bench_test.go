package net

import (
	"math/rand/v2"
	"testing"

	"drafthorse/rules"
)

func BenchmarkEvaluate(b *testing.B) {
	n := Random(DefaultSize(), rand.New(rand.NewPCG(1, 1)))
	e := NewEvaluator(n)
	p := rules.Start()
	moves := p.AppendMoves(nil)
	priors := make([]float32, len(moves))
	draws := rules.NewDrawCounters(p)
	b.ReportAllocs()
	for b.Loop() {
		e.Evaluate(&p, draws, moves, priors)
	}
}
