package endgame

import (
	"context"
	"math/rand/v2"
	"testing"

	"drafthorse/rules"
)

func benchmarkPositions() []rules.Position {
	rng := rand.New(rand.NewPCG(3, 3))
	positions := make([]rules.Position, 1<<14)
	for i := range positions {
		classes := Classes(4)
		positions[i] = random(classes[rng.IntN(len(classes))], rng)
		if i%2 == 1 {
			positions[i] = positions[i].Turned()
		}
	}
	return positions
}

func BenchmarkProbe(b *testing.B) {
	positions, t := benchmarkPositions(), tables()
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		t.Probe(&positions[i%len(positions)])
	}
}

func BenchmarkProve(b *testing.B) {
	positions, t := benchmarkPositions(), tables()
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		p := &positions[i%len(positions)]
		t.Prove(p, rules.DrawCounters{Sixteen: 3, Five: rules.NotCounting})
	}
}

// BenchmarkProbeStart is what a probe costs where there is nothing to find.
func BenchmarkProbeStart(b *testing.B) {
	p, t := rules.Start(), tables()
	for range b.N {
		t.Probe(&p)
	}
}

func BenchmarkEmbedded(b *testing.B) {
	for range b.N {
		if _, err := Embedded(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	c := Class{OwnMen: 1, OwnKings: 1, OpponentMen: 1, OpponentKings: 1}
	for range b.N {
		t := *tables()
		if err := t.Build(context.Background(), c, 2); err != nil {
			b.Fatal(err)
		}
	}
}
