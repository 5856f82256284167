package analysis

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"drafthorse/rules"
)

// kingGame returns a game of so many random plies between kings, most of which
// leave the opponent nothing to capture. A draw rule does not stop it.
func kingGame(tb testing.TB, plies int, seed uint64) *rules.Game {
	tb.Helper()
	p, err := rules.ParseFEN("W:WK46,K47,31:BK4,K5,20")
	if err != nil {
		tb.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	g := rules.NewGame(p)
	for g.Ply() < plies && len(g.Moves()) > 0 {
		moves := g.Position().AppendMoves(nil)
		for try := range moves {
			g.Push(moves[rng.IntN(len(moves))])
			if m := g.Moves(); try == len(moves)-1 || len(m) > 0 && !m[0].IsCapture() {
				break
			}
			g.Pop()
		}
	}
	return g
}

// replayedHistory is [history] by its definition: the game is played again from
// its start, and every position after the last man's move or capture counts.
func replayedHistory(g *rules.Game) uint64 {
	p, moves := g.Start(), g.Played()
	var stood []rules.Position
	for _, m := range moves {
		quiet := !m.IsCapture() && p.Pieces().WhiteMen&m.From.Bit() == 0 && p.Pieces().BlackMen&m.From.Bit() == 0
		stood = append(stood, p)
		if !quiet {
			stood = nil
		}
		p = p.Play(m)
	}
	if len(stood) > 255 { // as far as the counter of quiet plies goes
		stood = stood[len(stood)-255:]
	}
	var sum uint64
	for _, p := range stood {
		x := p.Hash() * 0x9e3779b97f4a7c15
		x ^= x >> 32
		sum += x * 0x9e3779b97f4a7c15
	}
	return sum
}

func TestHistoryIsThatOfTheWholeGame(t *testing.T) {
	some := 0
	for seed := range uint64(30) {
		g := kingGame(t, 600, seed)
		for ; g.Ply() > 0; g.Pop() {
			got, want := history(g), replayedHistory(g)
			if got != want {
				t.Fatalf("game %d, ply %d: history %#x, want %#x", seed, g.Ply(), got, want)
			}
			if want != 0 {
				some++
			}
		}
	}
	if some < 1000 {
		t.Errorf("%d positions with a history, want more", some)
	}
}

// What the history of a ply takes must not depend on how many came before.
func BenchmarkHistory(b *testing.B) {
	for _, plies := range []int{100, 1000, 10000} {
		b.Run(fmt.Sprint("plies=", plies), func(b *testing.B) {
			p, err := rules.ParseFEN("W:WK46:BK45")
			if err != nil {
				b.Fatal(err)
			}
			there := []rules.Move{{From: 46, To: 41}, {From: 45, To: 50}, {From: 41, To: 46}, {From: 50, To: 45}}
			g := rules.NewGame(p)
			for g.Ply() < plies {
				m := there[g.Ply()%4]
				if !slices.Contains(g.Moves(), m) {
					b.Fatalf("%v is not legal in %s", m, g.Position().FEN())
				}
				g.Push(m)
			}
			for b.Loop() {
				history(g)
			}
		})
	}
}
