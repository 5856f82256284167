package dxp

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"drafthorse/rules"
)

// fen returns the position of a FEN.
func fen(t testing.TB, text string) rules.Position {
	t.Helper()
	p, err := rules.ParseFEN(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// squares returns a set of squares.
func squares(all ...rules.Square) rules.Bitboard {
	var b rules.Bitboard
	for _, s := range all {
		b |= s.Bit()
	}
	return b
}

// The first few were seen between two other programs.
var messages = []struct {
	text    string
	message func(t testing.TB) Message
}{
	{"R01probe                           Z001003A", func(testing.TB) Message {
		return GameRequest{Version: 1, Name: "probe", Follower: rules.Black, Minutes: 1, Moves: 3, Start: rules.Start()}
	}},
	{"AScan 2.0                        0", func(testing.TB) Message { return GameAnswer{"Scan 2.0", Accepted} }},
	{"M0000312600", func(testing.TB) Message { return Move{From: 31, To: 26} }},
	{"M000026170121", func(testing.TB) Message { return Move{From: 26, To: 17, Captured: squares(21)} }},
	{"M000012210117", func(testing.TB) Message { return Move{From: 12, To: 21, Captured: squares(17)} }},
	{"E00", func(testing.TB) Message { return GameEnd{} }},

	{"R01A name of thirty-two characters.W999000BZ" + "Zz" + strings.Repeat("e", 45) + "wWW", func(t testing.TB) Message {
		return GameRequest{
			Version: 1, Name: "A name of thirty-two characters.", Follower: rules.White, Minutes: 999,
			Start: fen(t, "B:W48,K49,K50:BK1,2"),
		}
	}},
	{"R02what another version has here", func(testing.TB) Message { return GameRequest{Version: 2} }},
	{"Ax                               1", func(testing.TB) Message { return GameAnswer{"x", UnknownVersion} }},
	{"Ax                               2", func(testing.TB) Message { return GameAnswer{"x", RefusedGame} }},
	{"Ax                               3", func(testing.TB) Message { return GameAnswer{"x", RefusedAll} }},
	{"M999947470420242930", func(testing.TB) Message { // once around
		return Move{Seconds: 9999, From: 47, To: 47, Captured: squares(20, 24, 29, 30)}
	}},
	{"E11", func(testing.TB) Message { return GameEnd{Lost, true} }},
	{"E20", func(testing.TB) Message { return GameEnd{Drawn, false} }},
	{"E31", func(testing.TB) Message { return GameEnd{Won, true} }},
	{"C ", func(testing.TB) Message { return Chat(" ") }},
	{"C" + strings.Repeat("~", 126), func(testing.TB) Message { return Chat(strings.Repeat("~", 126)) }},
	{"B001W", func(testing.TB) Message { return BackRequest{1, rules.White} }},
	{"B123Z", func(testing.TB) Message { return BackRequest{123, rules.Black} }},
	{"K0", func(testing.TB) Message { return BackAnswer{BackGranted} }},
	{"K1", func(testing.TB) Message { return BackAnswer{BackRefused} }},
	{"K2", func(testing.TB) Message { return BackAnswer{BackContinue} }},
}

func TestMessages(t *testing.T) {
	for _, test := range messages {
		want := test.message(t)
		if got, err := Parse(test.text); err != nil || got != want {
			t.Errorf("%q is read as %#v, %v: want %#v", test.text, got, err, want)
		}
		if r, ok := want.(GameRequest); ok && r.Version != 1 {
			continue
		}
		if got, err := Append([]byte("before "), want); err != nil || string(got) != "before "+test.text {
			t.Errorf("%#v is written as %q, %v: want %q", want, got, err, test.text)
		}
	}
}

func TestCapturedSquaresComeInAnyOrder(t *testing.T) {
	want := Move{From: 47, To: 47, Captured: squares(20, 24, 29, 30)}
	if got, err := Parse("M000047470430242029"); err != nil || got != want {
		t.Errorf("%#v, %v: want %#v", got, err, want)
	}
}

func TestParseRefuses(t *testing.T) {
	const name = "probe                           "
	empty := strings.Repeat("e", 50)
	for _, test := range []struct {
		text   string
		column int
		want   string
	}{
		{"", 1, "it is empty: want one of R, A, M, E, C, B and K first"},
		{"X", 1, `the kind of the message is "X": want one of R, A, M, E, C, B, K`},
		{"m0000312600", 1, "want one of R"},
		{"C" + strings.Repeat("x", 127), 128, "128 characters are too many: want at most 127"},
		{"Ca\x00b", 3, "the byte 0x00: want characters of ASCII without NUL"},
		{"Caf\xc3\xa9", 4, "the byte 0xc3"},
		{"C", 2, "a chat without text: want 1 to 126 characters"},
		{"R0", 3, "the message ends in the version, with 1 of 2"},
		{"R1x" + name + "Z001003A", 2, `the version is "1x": want 2 digits`},
		{"R01probe", 9, "the message ends in the name, with 5 of 32 characters: want all"},
		{"R01" + " " + name[1:] + "Z001003A", 4, "the name begins with a blank"},
		{"R01" + "pro\tbe" + name[6:] + "Z001003A", 7, `the character '\t' in the name: want printable ones`},
		{"R01" + name + "B001003A", 36, `the follower's colour is "B": want one of W, Z`},
		{"R01" + name + "Z01003A", 40, `the number of moves is "03A": want 3 digits`},
		{"R01" + name + "Z0001003A", 43, `where the game begins is "3": want one of A, B`},
		{"R01" + name + "Z001003", 43, "the message ends in where the game begins"},
		{"R01" + name + "Z001003AA", 44, `it goes on with "A": want its end, after 43 characters`},
		{"R01" + name + "Z001003B", 44, "the message ends in the side to move"},
		{"R01" + name + "Z001003BW" + empty[1:], 94, "the message ends in square 50"},
		{"R01" + name + "Z001003BWW" + empty, 95, `it goes on with "e"`},
		{"R01" + name + "Z001003BW" + empty, 45, "the position: no piece on the board"},
		{"R01" + name + "Z001003BWw" + empty[1:], 45, "a White man stands on 1, its own promotion row"},
		{"R01" + name + "Z001003BWb" + empty[1:], 45, `square 1 is "b": want one of e, w, z, W, Z`},
		{"A" + name, 34, "the message ends in the answer's code"},
		{"A" + name + "4", 34, `the answer's code is "4": want 0 to 3`},
		{"M000312600", 8, `the target is "60"`}, // a digit of the seconds is missing
		{"M0000312659", 10, `the number of captured squares is "59": want 00 to 58`},
		{"M0000005100", 6, `the origin is "00": want 01 to 50`},
		{"M0000315100", 8, `the target is "51": want 01 to 50`},
		{"M00003126", 10, "the message ends in the number of captured squares"},
		{"M000026170221", 14, "the message ends in a captured square, with 0 of 2"},
		{"M00002617012122", 14, `it goes on with "22"`},
		{"M00002617022121", 14, "square 21 is captured twice"},
		{"M000026170199", 12, `a captured square is "99": want 01 to 50`},
		{"M 00026170121", 2, `the seconds is " 000"`},
		{"M+00026170121", 2, `the seconds is "+000"`},
		{"E", 2, "the message ends in the reason"},
		{"E4", 2, `the reason is "4": want 0 to 3`},
		{"E02", 3, `the stop code is "2": want 0 to 1`},
		{"E000", 4, `it goes on with "0": want its end, after 3 characters`},
		{"B01W", 2, `the move number is "01W": want 3 digits`},
		{"B001B", 5, `the colour to move is "B": want one of W, Z`},
		{"K3", 2, `the answer's code is "3": want 0 to 2`},
		{"K", 2, "the message ends in the answer's code"},
	} {
		m, err := Parse(test.text)
		wrong, ok := errors.AsType[*MessageError](err)
		if !ok || !strings.Contains(wrong.Reason, test.want) || wrong.Column != test.column {
			t.Errorf("%q is read as %#v, %v: want an error at column %d with %q", test.text, m, err, test.column, test.want)
		}
	}
}

func TestAppendRefuses(t *testing.T) {
	request := GameRequest{Version: 1, Name: "x", Start: rules.Start()}
	long, blank, minutes, version := request, request, request, request
	long.Name = strings.Repeat("x", 33)
	blank.Name = "x "
	minutes.Minutes = 1000
	version.Version = 2
	for _, m := range []Message{
		long, blank, minutes, version, GameRequest{Version: 1, Name: "x"}, GameAnswer{Name: ""},
		Move{From: 0, To: 5}, Move{From: 1, To: 51}, Move{Seconds: 10000, From: 1, To: 6}, Move{Seconds: -1, From: 1, To: 6},
		Chat(""), Chat(strings.Repeat("x", 127)), Chat("é"), Chat("\x00"), BackRequest{Number: 1000}, GameEnd{Reason: 4}, BackAnswer{3},
	} {
		if text, err := Append(nil, m); err == nil || text != nil {
			t.Errorf("%#v is written as %q: want an error", m, text)
		}
	}
}

// FuzzParse reads any text. What is read is written as the same text, captured
// squares in order, and read as the same message.
func FuzzParse(f *testing.F) {
	for _, test := range messages {
		f.Add(test.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Parse(text)
		if err != nil {
			if _, ok := errors.AsType[*MessageError](err); !ok {
				t.Fatalf("%q: %v is no *MessageError", text, err)
			}
			return
		}
		r, isRequest := m.(GameRequest)
		if isRequest && r.Version != 1 {
			return
		}
		written, err := Append(nil, m)
		if err != nil {
			t.Fatalf("%q is read as %#v, which cannot be written: %v", text, m, err)
		}
		if again, err := Parse(string(written)); err != nil || again != m {
			t.Fatalf("%q is read as %#v, and written and read as %#v, %v", text, m, again, err)
		}
		want := text
		switch {
		case text[0] == 'M':
			var captured []string
			for i := 11; i < len(text); i += 2 {
				captured = append(captured, text[i:i+2])
			}
			slices.Sort(captured)
			want = text[:11] + strings.Join(captured, "")
		case isRequest && r.Start == rules.Start(): // which B may say too
			want = text[:42] + "A"
		}
		if string(written) != want {
			t.Fatalf("%q is written as %q", text, written)
		}
	})
}
