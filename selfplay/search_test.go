package selfplay

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"drafthorse/datasets"
	"drafthorse/mcts"
	"drafthorse/parallel"
	"drafthorse/rules"
)

// whites is an evaluator that is sure of one thing: White wins nine games in ten and
// the others are draws. To it the first move is likelier than all others together.
type whites struct{}

func (whites) Evaluate(p *rules.Position, _ rules.DrawCounters, moves []rules.Move, priors []float32) mcts.Evaluation {
	for i := range priors {
		priors[i] = 0.4 / float32(len(moves))
	}
	priors[0] += 0.6
	if p.Turn() == rules.White {
		return mcts.Evaluation{Win: 0.9, Draw: 0.1}
	}
	return mcts.Evaluation{Draw: 0.1, Loss: 0.9}
}

func whitesSource() Source {
	s := source()
	s.Evaluator, s.Prove = func() mcts.Evaluator { return whites{} }, nil
	s.Config.RandomPlies, s.Config.MaxPlies = 0, 30
	return s
}

// TestRowsTellWhatWasFound: where every position is worth the same to White, so is each
// verdict, and so is each move, visited or not, to the side that makes it.
func TestRowsTellWhatWasFound(t *testing.T) {
	s := whitesSource()
	s.Config.FullShare = 1
	visited, unvisited := 0, 0
	near := func(a float32, b float64) bool { return math.Abs(float64(a)-b) < 1e-4 }
	err := s.Generate(context.Background(), parallel.Numbers(0, 4), 1, func(g *datasets.Game) error {
		for _, row := range g.Searches {
			q, win, loss := 0.9, 0.9, 0.
			if row.Ply%2 == 1 {
				q, win, loss = -q, loss, win
			}
			if !near(row.Win, win) || !near(row.Draw, 0.1) || !near(row.Loss, loss) {
				t.Errorf("game %d, ply %d: the verdict is %v, %v, %v; want %v, 0.1, %v", g.ID, row.Ply, row.Win, row.Draw, row.Loss, win, loss)
			}
			for _, c := range row.Candidates {
				if !near(c.Q, q) {
					t.Errorf("game %d, ply %d: %+v is worth %v points, want %v", g.ID, row.Ply, c.Move, c.Q, q)
				}
				if c.Visits > 0 {
					visited++
				} else {
					unvisited++
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if min(visited, unvisited) < 20 {
		t.Errorf("%d moves with visits and %d without: want 20 of each", visited, unvisited)
	}
}

// searchOnce lets a player choose a first move, and returns the player and what was
// written down.
func searchOnce(fullShare float64, noise uint64) (*player, *datasets.Game) {
	s := whitesSource()
	s.Config.FullShare, s.Config.Temperature = fullShare, 0
	pl, g, record := newPlayer(&s), rules.NewGame(rules.Start()), &datasets.Game{}
	pl.tree.Reset(g)
	pl.search(g, rand.New(rand.NewPCG(noise, 0)), record)
	return pl, record
}

// TestSearchesAreAsLongAsConfigured tells the two kinds of search apart by their visits.
// A quick one is not written down.
func TestSearchesAreAsLongAsConfigured(t *testing.T) {
	for _, c := range []struct {
		fullShare    float64
		visits, rows int
	}{{1, source().Config.Visits, 1}, {1e-12, source().Config.QuickVisits, 0}} {
		pl, record := searchOnce(c.fullShare, 1)
		if pl.tree.Visits() != c.visits || len(record.Searches) != c.rows {
			t.Errorf("full share %v: %d visits and %d rows, want %d and %d", c.fullShare, pl.tree.Visits(), len(record.Searches), c.visits, c.rows)
		}
	}
}

// TestNoiseIsOfFullSearches: other random numbers give a full search other visits, and
// a quick one the same.
func TestNoiseIsOfFullSearches(t *testing.T) {
	for _, c := range []struct {
		fullShare float64
		same      bool
	}{{1, false}, {1e-12, true}} {
		one, _ := searchOnce(c.fullShare, 1)
		other, _ := searchOnce(c.fullShare, 2)
		if same := reflect.DeepEqual(one.candidates, other.candidates); same != c.same {
			t.Errorf("full share %v: with other random numbers the visits are the same: %v; want %v", c.fullShare, same, c.same)
		}
	}
}
