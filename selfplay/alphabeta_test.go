package selfplay

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"drafthorse/alphabeta"
	"drafthorse/datasets"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/net/shipped"
	"drafthorse/parallel"
	"drafthorse/rules"
)

func alphaBetaSource(n *net.Network, share float64, depth int) Source {
	s := source()
	s.Config.AlphaBetaShare, s.Config.AlphaBetaDepth = share, depth
	s.Evaluator = func() mcts.Evaluator { return net.NewEvaluator(n) }
	s.AlphaBeta = func() *alphabeta.Searcher {
		return alphabeta.NewSearcher(alphabeta.Config{Threads: 1}, n, tables(), alphabeta.NewTable(4))
	}
	return s
}

func TestSameAlphaBetaGamesWithAnyNumberOfWorkers(t *testing.T) {
	n := net.Random(net.Size{Width: 32, Hidden: 16}, rand.New(rand.NewPCG(1, 1)))
	one := shard(t, alphaBetaSource(n, 0.5, 3), 16, 1)
	if !bytes.Equal(shard(t, alphaBetaSource(n, 0.5, 3), 16, 4), one) {
		t.Error("4 workers give other bytes than one")
	}
}

// Every position with a choice of an alpha-beta game is a row, whose verdict is
// that of plain minimax on the network's values: searched to depth 1, a move's
// worth is the network's value after it, once the captures are played out.
func TestAlphaBetaRows(t *testing.T) {
	n := net.Random(net.Size{Width: 32, Hidden: 16}, rand.New(rand.NewPCG(1, 1)))
	e := net.NewEvaluator(n)
	compared := 0
	err := alphaBetaSource(n, 1, 1).Generate(context.Background(), parallel.Numbers(0, 8), 2, func(g *datasets.Game) error {
		play, searches := rules.NewGame(g.Start), g.Searches
		for ply, m := range g.Moves {
			choice := len(play.Moves()) > 1
			first := len(searches) > 0 && searches[0].Ply == ply
			if len(searches) < len(g.Searches) && choice != first {
				t.Errorf("game %d, ply %d: a choice is %v, a row is %v", g.ID, ply, choice, first)
			}
			if first {
				total, best := 0, 0
				for i, c := range searches[0].Candidates {
					total += int(c.Visits)
					if c.Visits > searches[0].Candidates[best].Visits {
						best = i
					}
				}
				if total < scoreParts-5 || total > scoreParts+5 {
					t.Errorf("game %d, ply %d: %d visits, want about %d", g.ID, ply, total, scoreParts)
				}
				c := searches[0].Candidates[best]
				play.Push(c.Move)
				p, draws := play.Position(), play.Draws()
				quiet := len(play.Moves()) > 1 && !play.Moves()[0].IsCapture()
				_, _, known := tables().Prove(&p, draws)
				if quiet && !known && draws.Repetitions == 0 && play.Outcome().Result == rules.Undecided {
					want := e.Evaluate(&p, draws, play.Moves(), make([]float32, len(play.Moves())))
					if d := want.Loss - want.Win - c.Q; d < -1e-3 || d > 1e-3 {
						t.Errorf("game %d, ply %d: the best move is worth %v, the network says %v", g.ID, ply, c.Q, want.Loss-want.Win)
					}
					compared++
				}
				play.Pop()
				searches = searches[1:]
			}
			play.Push(m)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if compared < 100 {
		t.Errorf("%d rows compared, want more", compared)
	}
}

// TestPartsOfAChoiceByHand: of three moves with exact scores the second is worth 0.1
// points less than the first, so it is e times rarer, and the third e² times. Their
// parts of 1000 are 1, 1/e and 1/e² by 1.503. The fourth has no exact score.
func TestPartsOfAChoiceByHand(t *testing.T) {
	g := rules.NewGame(rules.Start())
	var found alphabeta.Result
	for i, score := range []alphabeta.Score{3000, 2000, 1000, 500} {
		found.Moves = append(found.Moves, alphabeta.Move{Move: g.Moves()[8-i], Score: score, Exact: i < 3})
	}
	row := searched(g, found)
	for i, want := range []datasets.Candidate{{Visits: 665, Q: 0.3}, {Visits: 245, Q: 0.2}, {Visits: 90, Q: 0.1}, {Q: 0.05}, {}} {
		if c := row.Candidates[8-i]; c.Visits != want.Visits || c.Q != want.Q || c.Move != g.Moves()[8-i] {
			t.Errorf("move %d is %+v, want %d visits and %v points", 8-i, c, want.Visits, want.Q)
		}
	}
}

func BenchmarkAlphaBetaGames(b *testing.B) {
	for _, depth := range []int{4, 5, 6} {
		b.Run(fmt.Sprint("depth=", depth), func(b *testing.B) {
			s := alphaBetaSource(shipped.Net(), 1, depth)
			plies, rows := 0, 0
			err := s.Generate(context.Background(), parallel.Numbers(0, b.N), 1, func(g *datasets.Game) error {
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
