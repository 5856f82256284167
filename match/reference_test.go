package match

import (
	"math/rand/v2"
	"slices"
	"testing"

	"drafthorse/rules"
)

// minimax is the reference player's value by its definition, without pruning.
func minimax(p rules.Position, depth, ply int) int {
	moves := p.AppendMoves(nil)
	if len(moves) == 0 {
		return lost + ply
	}
	if depth <= 0 && !moves[0].IsCapture() {
		return worth(p)
	}
	best := 2 * lost
	for _, m := range moves {
		best = max(best, -minimax(p.Play(m), depth-1, ply+1))
	}
	return best
}

// Whatever it chooses must be one of the moves that plain minimax calls best,
// and all of those must be chosen now and then.
func TestReferenceEqualsMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	g := rules.NewGame(rules.Start())
	checked := 0
	for game := 0; checked < 120; game++ {
		g.Reset(rules.Start())
		for g.Outcome().Result == rules.Undecided && g.Ply() < 120 {
			if g.Ply()%7 == game%7 && len(g.Moves()) > 1 {
				checked++
				depth := 1 + checked%4
				best, want := 2*lost, []rules.Move(nil)
				for _, m := range g.Moves() {
					v := -minimax(g.Position().Play(m), depth-1, 1)
					if v > best {
						best, want = v, nil
					}
					if v == best {
						want = append(want, m)
					}
				}
				seen := map[rules.Move]bool{}
				r := &Reference{Depth: depth}
				for range 12 * len(want) {
					m, _ := r.Choose(g, Clock{}, rng)
					if !slices.Contains(want, m) {
						t.Fatalf("depth %d chooses %v in %s, want one of %v", depth, m, g.Position().FEN(), want)
					}
					seen[m] = true
				}
				if len(want) <= 3 && len(seen) != len(want) {
					t.Errorf("depth %d only ever chooses %v in %s, want all of %v", depth, seen, g.Position().FEN(), want)
				}
			}
			g.Push(g.Moves()[rng.IntN(len(g.Moves()))])
		}
	}
}

// The player must never change: these nodes were counted when it was made. A
// difference here means that old scores against it no longer mean anything.
func TestReferenceNeverChanges(t *testing.T) {
	for _, c := range []struct {
		fen   string
		depth int
		value int
		nodes int
	}{
		{"W:W31-50:B1-20", 5, 1, 4106},
		{"W:W27,28,32,33,37,38,42,K50:B8,9,12,13,18,19,23,K5", 4, 106, 533},
		{"B:W28,32,37:B8,13,19", 7, 0, 1000},
	} {
		p, err := rules.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		r := &Reference{Depth: c.depth}
		value := r.search(p, c.depth, 0, 2*lost, -2*lost)
		if want := minimax(p, c.depth, 0); value != want {
			t.Errorf("%s, depth %d: value %d, minimax says %d", c.fen, c.depth, value, want)
		}
		if value != c.value || r.nodes != c.nodes {
			t.Errorf("%s, depth %d: value %d in %d nodes, want %d in %d", c.fen, c.depth, value, r.nodes, c.value, c.nodes)
		}
	}
}

// 100 a man, 300 a king, 1 for each row a man has advanced.
func TestWorth(t *testing.T) {
	for fen, want := range map[string]int{
		"W:W31-50:B1-20":  0,
		"B:W31-50:B1-20":  0,
		"W:W46:B1,2":      -100,      // nobody has advanced
		"W:W6:B1":         8,         // eight rows
		"W:WK50:B41":      300 - 108, // a king against a man eight rows on
		"B:W33,38:BK1,19": 300 + 103 - (103 + 102),
	} {
		p, err := rules.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := worth(p); got != want {
			t.Errorf("%s is worth %d, want %d", fen, got, want)
		}
	}
}

func BenchmarkReference(b *testing.B) {
	g := rules.NewGame(rules.Start())
	rng := rand.New(rand.NewPCG(1, 1))
	r := &Reference{Depth: 5}
	for b.Loop() {
		r.Choose(g, Clock{}, rng)
	}
	b.ReportMetric(float64(r.nodes)/b.Elapsed().Seconds(), "nodes/s")
}
