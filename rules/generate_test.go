package rules

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var twinPositions = flag.Int("twin-positions", 200_000, "random positions on which the generator is compared with its twin")

// placement puts up to the given number of pieces at random, kings with the
// given probability.
func placement(rng *rand.Rand, pieces int, kings float64) Position {
	for {
		var s Pieces
		for range 1 + rng.IntN(pieces) {
			b := Square(1 + rng.IntN(50)).Bit()
			if (s.WhiteMen|s.WhiteKings|s.BlackMen|s.BlackKings)&b != 0 {
				continue
			}
			king := rng.Float64() < kings
			switch {
			case rng.IntN(2) == 0 && (king || b&whiteCrown != 0):
				s.WhiteKings |= b
			case rng.IntN(2) == 0 && b&whiteCrown == 0:
				s.WhiteMen |= b
			case king || b&blackCrown != 0:
				s.BlackKings |= b
			default:
				s.BlackMen |= b
			}
		}
		if p, err := NewPosition(s, Color(rng.IntN(2))); err == nil {
			return p
		}
	}
}

func compareMoves(a, b Move) int {
	switch {
	case a.From != b.From:
		return int(a.From) - int(b.From)
	case a.To != b.To:
		return int(a.To) - int(b.To)
	case a.Captured < b.Captured:
		return -1
	case a.Captured > b.Captured:
		return 1
	}
	return 0
}

// checkMoves compares everything that says something about p's moves with the
// simple generator.
func checkMoves(t *testing.T, p Position) {
	t.Helper()
	want := twinMoves(p)
	got := p.AppendMoves(nil)
	var successors []Position
	for _, m := range got {
		successors = append(successors, p.Play(m))
	}
	if made := p.appendSuccessors(nil); !slices.Equal(made, successors) {
		t.Fatalf("%s: successors\n got %v\nwant %v", p.FEN(), made, successors)
	}
	if n := p.countMoves(); n != len(want) {
		t.Fatalf("%s: %d moves counted, want %d", p.FEN(), n, len(want))
	}
	if must := len(want) > 0 && want[0].IsCapture(); p.mustCapture() != must {
		t.Fatalf("%s: mustCapture is %v, want %v", p.FEN(), !must, must)
	}
	slices.SortFunc(got, compareMoves)
	slices.SortFunc(want, compareMoves)
	if !slices.Equal(got, want) {
		t.Fatalf("%s: moves\n got %v\nwant %v", p.FEN(), got, want)
	}
}

// The generator agrees with its twin on random placements, sparse and crowded,
// with few kings and with many, and along random games.
func TestGeneratorEqualsTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for i := range *twinPositions / 2 {
		checkMoves(t, placement(rng, 4+i%30, float64(i%5)/6))
	}
	g := NewGame(Start())
	for range *twinPositions / 2 {
		if g.Outcome() != (Outcome{}) {
			g.Reset(Start())
		}
		checkMoves(t, g.Position())
		g.Push(g.Moves()[rng.IntN(len(g.Moves()))])
	}
}

// Captures take the same number of pieces each, and no other capture is longer.
func TestCapturesAreMaximal(t *testing.T) {
	for _, c := range perftCases(t) {
		p := mustParse(t, c.fen)
		for _, m := range p.AppendMoves(nil) {
			if first := p.AppendMoves(nil)[0]; m.Captured.Count() != first.Captured.Count() {
				t.Errorf("%s: %v takes %d, %v takes %d", c.fen, m, m.Captured.Count(), first, first.Captured.Count())
			}
		}
	}
}

// positionFrom makes a position of any bytes: four bits a square.
func positionFrom(data []byte) (Position, bool) {
	var s Pieces
	for i := 0; i < 50 && i/2 < len(data); i++ {
		b := Square(i + 1).Bit()
		switch data[i/2] >> (4 * (i % 2)) & 15 {
		case 1, 2, 3:
			s.WhiteMen |= b &^ whiteCrown
		case 4, 5, 6:
			s.BlackMen |= b &^ blackCrown
		case 7:
			s.WhiteKings |= b
		case 8:
			s.BlackKings |= b
		}
	}
	turn := White
	if len(data) > 25 && data[25]&1 == 1 {
		turn = Black
	}
	p, err := NewPosition(s, turn)
	return p, err == nil
}

func addPositions(f *testing.F) {
	for _, seed := range []uint64{1, 2, 3, 4} {
		rng := rand.New(rand.NewPCG(seed, 0))
		data := make([]byte, 26)
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		f.Add(data)
	}
}

func FuzzGenerator(f *testing.F) {
	addPositions(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, ok := positionFrom(data); ok {
			checkMoves(t, p)
		}
	})
}

func FuzzWalk(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	f.Fuzz(func(t *testing.T, choices []byte) {
		g := NewGame(Start())
		for _, c := range choices {
			if g.Outcome() != (Outcome{}) {
				return
			}
			checkMoves(t, g.Position())
			g.Push(g.Moves()[int(c)%len(g.Moves())])
		}
	})
}

func FuzzTurned(f *testing.F) {
	addPositions(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		p, ok := positionFrom(data)
		if !ok {
			return
		}
		if p.Turned().Turned() != p {
			t.Fatalf("%s turned twice is %s", p.FEN(), p.Turned().Turned().FEN())
		}
		var want []Move
		for _, m := range p.AppendMoves(nil) {
			want = append(want, Move{m.From.Turned(), m.To.Turned(), m.Captured.Turned()})
		}
		got := p.Turned().AppendMoves(nil)
		slices.SortFunc(got, compareMoves)
		slices.SortFunc(want, compareMoves)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: turned moves %v, want %v", p.FEN(), got, want)
		}
	})
}

func FuzzHash(f *testing.F) {
	addPositions(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		p, ok := positionFrom(data)
		if !ok {
			return
		}
		for _, m := range p.AppendMoves(nil) {
			next := p.Play(m)
			if next.Side(White)|next.Side(Black) == 0 {
				continue
			}
			again, err := ParseFEN(next.FEN())
			if err != nil {
				t.Fatal(err)
			}
			if again.Hash() != next.Hash() || again != next {
				t.Fatalf("%s: the position after %v has another hash than the same one read from its FEN", p.FEN(), m)
			}
			if next.Hash() == p.Hash() || next.Turned().Hash() == next.Hash() && next.Turned() != next {
				t.Fatalf("%s: two positions around %v share a hash", p.FEN(), m)
			}
		}
	})
}

func FuzzMoveText(f *testing.F) {
	addPositions(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		p, ok := positionFrom(data)
		if !ok || p.Side(White).Count() > 20 || p.Side(Black).Count() > 20 {
			return
		}
		moves := p.AppendMoves(nil)
		for _, m := range moves[:min(len(moves), 40)] {
			for _, text := range []string{p.MoveText(m), p.RouteText(m)} {
				if back, err := p.ParseMove(text); err != nil || back != m {
					t.Fatalf("%s: %v is written %s, which is read as %v (%v)", p.FEN(), m, text, back, err)
				}
			}
		}
	})
}

// FuzzExplain: whatever the text, the answer is nil exactly for legal moves.
func FuzzExplain(f *testing.F) {
	for _, text := range []string{"32-28", "28x19", "35x24x33x6", "1x2x3x4x5", "50:1", "×", "46x5", "5-46"} {
		f.Add([]byte("\x11\x11\x00\x47\x48\x00\x87\x64"), text)
	}
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		p, ok := positionFrom(data)
		if !ok {
			return
		}
		m, err := p.ParseMove(text)
		if err == nil && !slices.Contains(p.AppendMoves(nil), m) {
			t.Fatalf("%s: %q is read as %v, which is not legal", p.FEN(), text, m)
		}
	})
}

// The order of the moves is part of the shard format and of what a seed means:
// it must not change. Men step to the left of the board first, then to the
// right, each by ascending target; kings follow; captures come as they are found.
func TestOrderNeverChanges(t *testing.T) {
	for fen, want := range map[string]string{
		"W:W31-50:B1-20":                   "31-26 32-27 33-28 34-29 35-30 31-27 32-28 33-29 34-30",
		"B:W31-50:B1-20":                   "17-21 18-22 19-23 20-24 16-21 17-22 18-23 19-24 20-25",
		"W:WK28,45:B1":                     "45-40 28-5 28-6 28-10 28-11 28-14 28-17 28-19 28-22 28-23 28-32 28-33 28-37 28-39 28-41 28-44 28-46 28-50",
		"W:WK16:B12,21,28,44":              "16x32x23x1 16x32x23x7 16x49x40x1 16x49x40x7",
		"W:W27,35,K50:B6,8,18,34,42,44,45": "50x22x13x2 50x39x30x2",
	} {
		p := mustParse(t, fen)
		var got []string
		for _, m := range p.AppendMoves(nil) {
			got = append(got, p.MoveText(m))
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: %s\nwant %s", fen, text, want)
		}
	}
}
