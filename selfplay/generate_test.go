package selfplay

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"drafthorse/datasets"
	"drafthorse/mcts"
	"drafthorse/net"
)

func source() Source {
	n := net.Random(net.Size{Width: 32, Hidden: 16}, rand.New(rand.NewPCG(1, 1)))
	c := DefaultConfig()
	c.Visits, c.QuickVisits = 40, 10
	return Source{
		Config: c, Search: mcts.DefaultConfig(), Seed: 7,
		Evaluator: func() mcts.Evaluator { return net.NewEvaluator(n) },
	}
}

func shard(t *testing.T, s Source, games, workers int) []byte {
	t.Helper()
	var list []datasets.Game
	err := s.Generate(context.Background(), 0, games, workers, func(g *datasets.Game) error {
		list = append(list, *g)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	// WriteShard plays every game through against the rules, so a wrong move,
	// result or ending fails here.
	if err := datasets.WriteShard(&b, datasets.Metadata{Net: "test", Seed: s.Seed}, list); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestSameGamesWithAnyNumberOfWorkers(t *testing.T) {
	one := shard(t, source(), 24, 1)
	for _, workers := range []int{2, 4} {
		if !bytes.Equal(shard(t, source(), 24, workers), one) {
			t.Errorf("%d workers give other bytes than one", workers)
		}
	}
	other := source()
	other.Seed++
	if bytes.Equal(shard(t, other, 24, 1), one) {
		t.Error("another seed gives the same games")
	}
}

func BenchmarkGames(b *testing.B) {
	n := net.Random(net.DefaultSize(), rand.New(rand.NewPCG(1, 1)))
	pl := newPlayer(DefaultConfig(), mcts.DefaultConfig(), net.NewEvaluator(n), 1)
	id := uint64(0)
	plies, rows := 0, 0
	for b.Loop() {
		g := pl.play(id)
		id++
		plies += len(g.Moves)
		rows += len(g.Searches)
	}
	b.ReportMetric(float64(id)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(plies)/float64(id), "plies/game")
	b.ReportMetric(float64(rows)/float64(id), "rows/game")
}
