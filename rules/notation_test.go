package rules

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Two routes with the same ends take different men: the short form is refused
// with both choices, and each long form is its own move.
func TestAmbiguousCapture(t *testing.T) {
	for _, c := range []struct{ fen, short, one, other string }{
		{"W:WK35:B11,23,29,30", "35x6", "35x24x33x6", "35x19x28x6"},
		{"W:W27,35,K50:B6,8,18,34,42,44,45", "50x2", "50x39x30x2", "50x22x13x2"},
		{"W:WK46,48:B2,6,9,13,16,21,28,43", "46x26", "46x19x8x26", "46x14x3x26"},
		{"W:W27,K34,47:B15,17,28,29,42", "34x48", "34x23x37x48", "34x12x26x48"},
	} {
		p := mustParse(t, c.fen)
		one, err1 := p.ParseMove(c.one)
		other, err2 := p.ParseMove(c.other)
		if err1 != nil || err2 != nil || one == other {
			t.Errorf("%s: %v (%v) and %v (%v); want two moves", c.fen, one, err1, other, err2)
			continue
		}
		for _, m := range []Move{one, other} {
			text := p.MoveText(m)
			if back, err := p.ParseMove(text); err != nil || back != m || strings.Count(text, "x") < 2 {
				t.Errorf("%s: %v is written %s, which is read as %v (%v)", c.fen, m, text, back, err)
			}
		}
		_, err := p.ParseMove(c.short)
		if err == nil || !strings.Contains(err.Error(), p.RouteText(one)) || !strings.Contains(err.Error(), p.RouteText(other)) {
			t.Errorf("%s: %s gives error %v; want both routes named", c.fen, c.short, err)
		}
	}
}

func TestParseMoveForms(t *testing.T) {
	p := mustParse(t, "W:W28,31:B23,9,20")
	want, err := p.ParseMove("28x19")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"28:19", "28×19", "28-19", "28X19"} {
		if m, err := p.ParseMove(text); err != nil || m != want {
			t.Errorf("%s is read as %v (%v), want %v", text, m, err, want)
		}
	}
	for text, reason := range map[string]string{
		"31-27":  "compulsory: 28x19",
		"23x32":  "two moves in a row",
		"30-25":  "no piece on 30",
		"28x":    "square is missing",
		"28":     "one square only",
		"28-191": "two digits",
		"28-51":  "1 to 50",
		"c3-d4":  "no part of a move",
	} {
		if _, err := p.ParseMove(text); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: error %v, want %q", text, err, reason)
		}
	}
}

// Where a king goes on along a line, the square written is the one just behind
// the piece it took (24 and 35 do not turn: FMJD annex 1, article 8 gives ends only).
func TestRouteNamesTheSquareJustBehind(t *testing.T) {
	p := mustParse(t, "W:WK5:B14,28,36")
	moves := p.AppendMoves(nil)
	if got := p.RouteText(moves[0]); got != "5x19x32" && got != "5x19x37" {
		t.Errorf("%v is written %s, want 5x19x32 and so on", moves[0], got)
	}
}

// Every legal move of random games is read back from both of its texts.
func TestMoveTextRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		g := NewGame(Start())
		for g.Outcome() == (Outcome{}) {
			p := g.Position()
			for _, m := range g.Moves() {
				for _, text := range []string{p.MoveText(m), p.RouteText(m)} {
					if back, err := p.ParseMove(text); err != nil || back != m {
						t.Fatalf("%s: %v is written %s, which is read as %v (%v)", p.FEN(), m, text, back, err)
					}
				}
			}
			g.Push(g.Moves()[rng.IntN(len(g.Moves()))])
		}
	}
	for _, c := range perftCases(t) {
		p := mustParse(t, c.fen)
		for _, m := range p.AppendMoves(nil) {
			if back, err := p.ParseMove(p.RouteText(m)); err != nil || back != m {
				t.Errorf("%s: %v is written %s, which is read as %v (%v)", c.fen, m, p.RouteText(m), back, err)
			}
		}
	}
}

// Turning the board and swapping the colours turns the legal moves.
func TestTurnedPositionHasTurnedMoves(t *testing.T) {
	for _, c := range perftCases(t) {
		p := mustParse(t, c.fen)
		want := map[Move]bool{}
		for _, m := range p.AppendMoves(nil) {
			want[Move{m.From.Turned(), m.To.Turned(), m.Captured.Turned()}] = true
		}
		got := p.Turned().AppendMoves(nil)
		for _, m := range got {
			if !want[m] {
				t.Errorf("%s: %v of the turned position has no counterpart", c.fen, m)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d moves turned, %d not", c.fen, len(got), len(want))
		}
	}
}

func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"32-28", "28x19", "35x24x33x6", "1x2x3x4x5", "50:1", "×"} {
		f.Add("W:WK35:B11,23,29,30", text)
		f.Add("W:W31-50:B1-20", text)
	}
	f.Fuzz(func(t *testing.T, fen, text string) {
		p, err := ParseFEN(fen)
		if err != nil || p.Side(White).Count()+p.Side(Black).Count() > 24 {
			return
		}
		m, err := p.ParseMove(text)
		if err != nil {
			return
		}
		if back, err := p.ParseMove(p.MoveText(m)); err != nil || back != m {
			t.Errorf("%s: %s is read as %v, written %s and read as %v (%v)", fen, text, m, p.MoveText(m), back, err)
		}
	})
}
