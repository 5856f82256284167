package rules

import (
	"slices"
	"testing"
)

// The ten positions of the teaching texts and what must hold in each.

func moveTexts(p Position) []string {
	var texts []string
	for _, m := range p.AppendMoves(nil) {
		texts = append(texts, p.MoveText(m))
	}
	return texts
}

// onlyMove plays the only legal move, which must have the given text and take
// the given number of pieces.
func onlyMove(t *testing.T, p Position, text string, taken int) Position {
	t.Helper()
	moves := p.AppendMoves(nil)
	if len(moves) != 1 || p.MoveText(moves[0]) != text || moves[0].Captured.Count() != taken {
		t.Fatalf("moves of %s are %v; want only %s, taking %d", p.FEN(), moveTexts(p), text, taken)
	}
	return p.Play(moves[0])
}

func play(t *testing.T, p Position, text string) Position {
	t.Helper()
	m, err := p.ParseMove(text)
	if err != nil {
		t.Fatalf("%s: %v", p.FEN(), err)
	}
	return p.Play(m)
}

func TestManCapturesBackward(t *testing.T) {
	onlyMove(t, mustParse(t, "W:W39:B12,13,23,33"), "39x17", 4)
}

func TestNoCaptureWithoutRoomBehind(t *testing.T) {
	for _, fen := range []string{"W:W33,39:B22,28", "B:W33,39:B22,28"} {
		for _, m := range mustParse(t, fen).AppendMoves(nil) {
			if m.IsCapture() {
				t.Errorf("%s: %v is listed; want no capture", fen, m)
			}
		}
	}
}

func TestKingMoves(t *testing.T) {
	if got := moveTexts(mustParse(t, "W:WK28:B35")); len(got) != 17 {
		t.Errorf("the king on 28 has %d moves %v, want 17", len(got), got)
	}
}

func TestKingLandsAnywhereBehind(t *testing.T) {
	got := moveTexts(mustParse(t, "W:WK37:B23"))
	slices.Sort(got)
	if want := []string{"37x10", "37x14", "37x19", "37x5"}; !slices.Equal(got, want) {
		t.Errorf("moves %v, want %v", got, want)
	}
}

func TestBlockedSideLoses(t *testing.T) {
	g := NewGame(mustParse(t, "W:W46,47:B36"))
	g.Push(Move{From: 46, To: 41})
	if got, want := g.Outcome(), (Outcome{WhiteWins, NoMoves}); got != want {
		t.Errorf("outcome %v, want %v", got, want)
	}
}

func TestShotThatPromotes(t *testing.T) {
	p := play(t, mustParse(t, "W:W29,33,39:B7,17,19"), "29-23")
	p = onlyMove(t, p, "19x28", 1)
	p = onlyMove(t, p, "33x2", 3)
	if !p.Kings(White).Has(2) {
		t.Errorf("no king on 2 in %s", p.FEN())
	}
}

func TestPieceIsJumpedOnce(t *testing.T) {
	onlyMove(t, mustParse(t, "W:WK10:B7,19,21,28,30"), "10x2", 4)
}

func TestTwoRoutesOneMove(t *testing.T) {
	p := mustParse(t, "W:W37:B12,13,22,23,32,33")
	onlyMove(t, p, "37x39", 6)
	for _, route := range []string{"37x28x17x8x19x28x39", "37x28x19x8x17x28x39"} {
		if _, err := p.ParseMove(route); err != nil {
			t.Error(err)
		}
	}
}

func TestCoupTurc(t *testing.T) {
	p := mustParse(t, "B:W18,27,28,33,37:BK1")
	moves := p.AppendMoves(nil)
	if want := Square(18).Bit() | Square(33).Bit() | Square(37).Bit() | Square(27).Bit(); len(moves) != 1 || moves[0] != (Move{1, 22, want}) {
		t.Fatalf("moves %v; want 1x22 taking 18 27 33 37", moves)
	}
	g := NewGame(p)
	g.Push(moves[0])
	g.Push(g.Moves()[0])
	if got, want := g.Outcome(), (Outcome{WhiteWins, NoPieces}); got != want || g.Position().Side(White) != Square(17).Bit() {
		t.Errorf("outcome %v in %s; want %v after 28x17", got, g.Position().FEN(), want)
	}
}

// A man that only passes over the promotion row stays a man (W:W11,50 ...: it
// touches 2, ends on 13 and is crowned on 3 two moves later).
func TestPassingThePromotionRow(t *testing.T) {
	p := mustParse(t, "W:W11,50:B7,8,24")
	for _, text := range []string{"11x13", "24-30"} {
		p = play(t, p, text)
	}
	if _, err := p.ParseMove("13-27"); err == nil {
		t.Error("13-27 is accepted: the man on 13 was crowned in passing")
	}
	for _, text := range []string{"13-9", "30-35", "9-3", "35-40", "3-26"} {
		p = play(t, p, text)
	}
}
