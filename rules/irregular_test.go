package rules

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
)

// One example for each kind of irregular move, with the whole sentence.
func TestExplain(t *testing.T) {
	const start = "W:W31-50:B1-20"
	for _, c := range []struct {
		fen, text string
		kind      Irregularity
		want      string
	}{
		{start, "19-23", TwoMovesInARow, "White is to move, but this is a move of Black: two moves in a row by one side, or one of White's is missing"},
		{"B:W28,31:B19,23", "28x17", WrongColour, "Black is to move, but the piece on 28 is White's"},
		{start, "28-23", NoPiece, "there is no piece on 28"},
		{start, "31-27-22", NotHowItMoves, "there is nothing to take between 31 and 27"},
		{start, "38-32", TargetOccupied, "32 is occupied by a white man"},
		{"W:W28:BK17", "28-17", TargetOccupied, "17 is occupied by a black king"},
		{start, "31-22", NotHowItMoves, "a man moves one square, and there is nothing to take between 31 and 22"},
		{"W:W28,50:B3", "28-32", NotHowItMoves, "a man does not step backward, as from 28 to 32"},
		{"B:W50:B28,3", "28-22", NotHowItMoves, "a man does not step backward, as from 28 to 22"},
		{"W:W31:B3", "31-20", NotHowItMoves, "31 and 20 are not on one diagonal, and a man cannot get there by captures"},
		{"W:WK46:B5", "46-47", NotHowItMoves, "46 and 47 are not on one diagonal, and a king cannot get there by captures"},
		{"W:W28,38:B23", "38-32", CaptureCompulsory, "a capture was compulsory: 28x19"},
		{"W:WK46,31,32:B41", "31-27", CaptureCompulsory, "a capture was compulsory: 46x37"},
		// A king may not stop short of a further capture.
		{"W:WK16:B12,21,28,44", "16x27", TooFew, "it takes 1, 3 are required, as in 16x32x23x1"},
		{"W:W28,37:B23,31,22,12,11", "28x19", TooFew, "it takes 1, 2 are required, as in 28x17x6"},
		{"W:W39:B12,13,23,33", "39x28", StoppedMidCapture, "it stops on 28 in the middle of a capture: it takes 1, 4 are required, as in 39x28x19x8x17"},
		{"W:W39:B12,13,23,33", "39x28x19x8x17x6", TooMany, "after taking 4 the capture ends on 17: there is nothing to take between 17 and 6"},
		{"W:W28,38:B23", "28x19x10", TooMany, "after taking 1 the capture ends on 19: there is nothing to take between 19 and 10"},
		{"W:WK10:B7,19,21,28,30", "10x23x32x10", JumpedTwice, "the piece on 19 is jumped twice"},
		{"W:W37,32,50:B3", "37x28", JumpedOwn, "between 37 and 28 stands an own piece, on 32: own pieces are never jumped"},
		{"W:WK46,32:B23", "46x19", JumpedOwn, "between 46 and 19 stands an own piece, on 32: own pieces are never jumped"},
		{"W:WK46:B32,28", "46x19", NotHowItMoves, "2 pieces stand between 46 and 19: one is taken at a time, landing behind it"},
		{"W:W35,50:B30,29,23,3", "35-30", TargetOccupied, "30 is occupied by a black man"},
		{"W:WK35:B11,23,29,30", "35x6", Ambiguous, "ambiguous: it may be 35x19x28x6 or 35x24x33x6"},
		{"W:WK16:B12,21,28,44", "16x7", Ambiguous, "ambiguous: it may be 16x32x23x7 or 16x49x40x7"},
		{"W:WK16:B12,21,28,44", "16x1", Ambiguous, "ambiguous: it may be 16x32x23x1 or 16x49x40x1"},
		{"B:W46,41,47:B36", "36-31", GameOver, "the game is over: Black, who is to move, has no legal move"},
		{start, "hello", Unreadable, `'h' is no part of a move: want something like 32-28 or 28x19`},
		{start, "32", Unreadable, "one square only: want something like 32-28 or 28x19"},
		// The man that touched 2 in passing was not crowned.
		{"W:W13,50:B24,30", "13-27", NotHowItMoves, "a man moves one square, and there is nothing to take between 13 and 27"},
	} {
		err := mustParse(t, c.fen).Explain(c.text)
		var m *MoveError
		if !errors.As(err, &m) {
			t.Errorf("%s in %s: error %v, want a MoveError", c.text, c.fen, err)
		} else if m.Kind != c.kind || m.Reason != c.want {
			t.Errorf("%s in %s:\n got kind %d, %s\nwant kind %d, %s", c.text, c.fen, m.Kind, m.Reason, c.kind, c.want)
		}
	}
}

func TestExplainIsSilentAboutLegalMoves(t *testing.T) {
	for fen, text := range map[string]string{
		"W:W31-50:B1-20":           "32-28",
		"W:W28,46:B10,32":          "28x37", // a man captures backward
		"W:WK35:B11,23,29,30":      "35x24x33x6",
		"W:WK26:B14,17,23,42":      "26x47x42x17x23", // origin, target, captured squares
		"W:W37:B12,13,22,23,32,33": "37x39",
	} {
		if err := mustParse(t, fen).Explain(text); err != nil {
			t.Errorf("%s in %s: %v, want nothing", text, fen, err)
		}
	}
}

// The engine's list of captured squares names the route 26x12x29x47.
func TestCapturedSquaresInAnyOrder(t *testing.T) {
	p := mustParse(t, "W:WK26:B14,17,23,42")
	for _, text := range []string{"26x47x42x17x23", "26x47x17x23x42", "26x47x23x42x17"} {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := p.RouteText(m); got != "26x12x29x47" {
			t.Errorf("%s is the route %s, want 26x12x29x47", text, got)
		}
	}
}

// The messages in the manual are those that are given.
func TestManualOfIrregularMoves(t *testing.T) {
	manual, err := os.ReadFile("../cmd/analyze/README.md")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[Irregularity]bool{}
	for line := range strings.Lines(string(manual)) {
		cells := strings.Split(line, " | ")
		if len(cells) != 4 || !strings.HasPrefix(cells[1], "`") {
			continue
		}
		fen, text := strings.Trim(cells[1], "`"), strings.Trim(cells[2], "`")
		want := strings.TrimSuffix(cells[3], " |\n")
		var m *MoveError
		if err := mustParse(t, fen).Explain(text); !errors.As(err, &m) || m.Reason != want {
			t.Errorf("%s in %s: %v\nthe manual says %s", text, fen, err, want)
			continue
		}
		kinds[m.Kind] = true
	}
	for kind := Unreadable; kind <= Ambiguous; kind++ {
		if !kinds[kind] {
			t.Errorf("the manual has no example of kind %d", kind)
		}
	}
}

func ExamplePosition_Explain() {
	p, _ := ParseFEN("W:W39:B12,13,23,33")
	fmt.Println(p.Explain("39x28"))
	fmt.Println(p.Explain("39x17"))
	// Output:
	// move "39x28": it stops on 28 in the middle of a capture: it takes 1, 4 are required, as in 39x28x19x8x17
	// <nil>
}
