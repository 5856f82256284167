package selfplay

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"golang.org/x/sys/cpu"

	"drafthorse/datasets"
	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/net/shipped"
	"drafthorse/parallel"
	"drafthorse/rules"
)

func source() Source {
	n := net.Random(net.Size{Width: 32, Hidden: 16}, rand.New(rand.NewPCG(1, 1)))
	c := DefaultConfig()
	c.Visits, c.QuickVisits = 40, 10
	return Source{
		Config: c, Search: mcts.DefaultConfig(), Seed: 7,
		Evaluator: func() mcts.Evaluator { return net.NewEvaluator(n) },
		Prove:     tables().Prove,
	}
}

var tables = sync.OnceValue(func() *endgame.Tables {
	t, err := endgame.Embedded()
	if err != nil {
		panic(err)
	}
	return t
})

func shard(t *testing.T, s Source, games, workers int) []byte {
	t.Helper()
	var list []datasets.Game
	err := s.Generate(context.Background(), parallel.Numbers(0, games), workers, func(g *datasets.Game) error {
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
	for _, workers := range []int{2, 8} {
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

// TestSignature plays a few games and compares one number of all their moves.
// A change of it is a change of what self-play does: be sure that it is wanted,
// then write the new one here. The number holds where the processor has fused
// multiply-add, which math.Exp uses on amd64.
func TestSignature(t *testing.T) {
	if runtime.GOARCH != "amd64" || !cpu.X86.HasFMA {
		t.Skip("the signature is that of amd64 with fused multiply-add")
	}
	h := fnv.New64a()
	err := source().Generate(context.Background(), parallel.Numbers(0, 12), 2, func(g *datasets.Game) error {
		for _, m := range g.Moves {
			h.Write([]byte{byte(m.From), byte(m.To)})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := h.Sum64(), uint64(0x6d0a17e54790fbb9); got != want {
		t.Errorf("signature %#x, want %#x", got, want)
	}
}

// A full search's row must be derivable again from the game it stands in, and
// its visits must be those of a whole search on a new tree.
func TestRowsAreOfFullSearches(t *testing.T) {
	s := source()
	err := s.Generate(context.Background(), parallel.Numbers(0, 10), 2, func(g *datasets.Game) error {
		for _, row := range g.Searches {
			visits := 0
			for _, c := range row.Candidates {
				visits += int(c.Visits)
			}
			if visits != s.Config.Visits || len(row.Candidates) < 2 {
				t.Errorf("game %d, ply %d: %d visits of %d moves, want %d of at least 2", g.ID, row.Ply, visits, len(row.Candidates), s.Config.Visits)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The share of full searches, the random plies at the start and the length cap
// are what the configuration says.
func TestConfigIsObeyed(t *testing.T) {
	s := source()
	s.Config.FullShare, s.Config.RandomPlies, s.Config.MaxPlies = 1, 6, 40
	lengths := map[int]bool{}
	err := s.Generate(context.Background(), parallel.Numbers(0, 30), 2, func(g *datasets.Game) error {
		if len(g.Moves) > 40 || len(g.Moves) < 40 && g.Ending == datasets.LengthCap {
			t.Errorf("game %d: %d plies, ended by %v", g.ID, len(g.Moves), g.Ending)
		}
		p := rules.NewGame(g.Start)
		searches := g.Searches
		first := len(g.Moves)
		for ply, m := range g.Moves {
			searched := len(searches) > 0 && searches[0].Ply == ply
			if searched {
				first = min(first, ply)
				searches = searches[1:]
			} else if ply >= 6 && len(p.Moves()) > 1 {
				t.Errorf("game %d, ply %d: a choice without a search", g.ID, ply)
			}
			p.Push(m)
		}
		lengths[first-first%2] = true
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if !lengths[2] || !lengths[4] || !lengths[6] || lengths[0] {
		t.Errorf("the random openings had %v plies, want 2, 4 and 6", lengths)
	}
}

// A game ends where the tables know its result: no position before the last is
// in them, and an adjudicated game has the result that they give.
func TestAdjudication(t *testing.T) {
	adjudicated := 0
	err := source().Generate(context.Background(), parallel.Numbers(0, 60), 2, func(g *datasets.Game) error {
		play := rules.NewGame(g.Start)
		for ply := 0; ; ply++ {
			p := play.Position()
			points, _, known := tables().Prove(&p, play.Draws())
			if known && ply < len(g.Moves) {
				t.Errorf("game %d goes on at ply %d, where its result is known: %s", g.ID, ply, p.FEN())
			}
			if ply == len(g.Moves) {
				if g.Ending == datasets.Adjudicated {
					adjudicated++
					if !known || g.Result.For(p.Turn()) != points {
						t.Errorf("game %d is adjudicated %v; the tables say %d, %v: %s", g.ID, g.Result, points, known, p.FEN())
					}
				}
				return nil
			}
			play.Push(g.Moves[ply])
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if adjudicated < 10 {
		t.Errorf("%d of 60 games are adjudicated, want more", adjudicated)
	}
}

// BenchmarkGames plays with a network that has learned, with two numbers of
// visits, on one worker and on two.
func BenchmarkGames(b *testing.B) {
	n := shipped.Net()
	s := Source{
		Config: DefaultConfig(), Search: mcts.DefaultConfig(), Seed: 1,
		Evaluator: func() mcts.Evaluator { return net.NewEvaluator(n) }, Prove: tables().Prove,
	}
	for _, visits := range [][2]int{{128, 24}, {400, 60}} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%d-%d/workers=%d", visits[0], visits[1], workers), func(b *testing.B) {
				s.Config.Visits, s.Config.QuickVisits = visits[0], visits[1]
				plies, rows := 0, 0
				b.ReportAllocs()
				err := s.Generate(context.Background(), parallel.Numbers(0, b.N), workers, func(g *datasets.Game) error {
					plies += len(g.Moves)
					rows += len(g.Searches)
					return nil
				})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
				b.ReportMetric(float64(plies)/float64(b.N), "plies/game")
				b.ReportMetric(float64(rows)/float64(b.N), "rows/game")
			})
		}
	}
}
