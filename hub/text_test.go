package hub

import (
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"drafthorse/match"
	"drafthorse/rules"
)

func position(tb testing.TB, fen string) rules.Position {
	tb.Helper()
	p, err := rules.ParseFEN(fen)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func TestParseLine(t *testing.T) {
	value := func(name, value string) Argument { return Argument{Name: name, Value: value} }
	flag := func(name string) Argument { return Argument{Name: name, Flag: true} }
	for text, want := range map[string]Line{
		"":                              {},
		" \t ":                          {},
		"hub":                           {Command: "hub"},
		"go think":                      {"go", []Argument{flag("think")}},
		"  level  moves=5\ttime = 6.5 ": {"level", []Argument{value("moves", "5"), value("time", "6.5")}},
		`id name="Scan 3.1" author=""`:  {"id", []Argument{value("name", "Scan 3.1"), value("author", "")}},
		`a b="x=y" c`:                   {"a", []Argument{value("b", "x=y"), flag("c")}},
		`a b="1"c="2"`:                  {"a", []Argument{value("b", "1"), value("c", "2")}},
		"a b =c d":                      {"a", []Argument{value("b", "c"), flag("d")}},
		"set-param name=net value=é/ü":  {"set-param", []Argument{value("name", "net"), value("value", "é/ü")}},
	} {
		if got, err := ParseLine(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q is read as %+v, %v: want %+v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"=":            "column 1: a line begins with a command",
		`"hub"`:        "column 1: a line begins with a command",
		"a =b":         `column 3: "=" stands behind a name`,
		"a b==c":       `column 5: there is no value behind "="`,
		"a b=":         `column 5: there is no value behind "="`,
		"a b= c=d":     `column 7: "=" stands behind a name`,
		`a "b"`:        `column 3: a quoted value stands behind "="`,
		`a b="c`:       "column 5: a quotation mark is not closed",
		"a \x01":       "column 3: a control character",
		"a\x7f":        "column 2: a control character",
		"a b=\"\x00\"": "column 5: a control character in a value",
	} {
		if got, err := ParseLine(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is read as %+v, %v: want an error with %q", text, got, err, want)
		}
	}
}

// What the protocol cannot say is changed, not sent as something else.
func TestLineText(t *testing.T) {
	l := Line{Command: "error"}.with("message", "no \"net\"\nhere").with("at", "").with("n", "5")
	if got, want := l.String(), `error message="no 'net' here" at="" n=5`; got != want {
		t.Errorf("written as %s: want %s", got, want)
	}
}

// lines reads all lines there are; "TOO LONG" stands before the beginning of one that
// is too long.
func lines(r io.Reader) []string {
	var all []string
	for lr := newLineReader(r); ; {
		switch text, err := lr.next(); {
		case errors.Is(err, ErrLong):
			all = append(all, "TOO LONG"+text)
		case err != nil:
			return all
		default:
			all = append(all, text)
		}
	}
}

func TestLineReader(t *testing.T) {
	just := strings.Repeat("x", MaxLine)
	for _, test := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"a\nb\r\n\nc", []string{"a", "b", "", "c"}},
		{just + "\n" + just, []string{just, just}},
		{just + "y\nb\n", []string{"TOO LONG" + just, "b"}},
		{just + "yy\nb", []string{"TOO LONG" + just, "b"}},
		{just + just + just + just, []string{"TOO LONG" + just}},
		{"a\n" + just + just + "\nb\n", []string{"a", "TOO LONG" + just, "b"}},
	} {
		for _, r := range []io.Reader{strings.NewReader(test.text), iotest.DataErrReader(strings.NewReader(test.text)), iotest.HalfReader(strings.NewReader(test.text))} {
			if got := lines(r); !slices.Equal(got, test.want) {
				t.Errorf("%.20q... is read as %d lines, want %d", test.text, len(got), len(test.want))
			}
		}
	}
}

// endless never ends a line.
type endless struct{ left int }

func (e *endless) Read(b []byte) (int, error) {
	if e.left -= len(b); e.left < 0 {
		return 0, io.EOF
	}
	return len(b), nil
}

// A line without an end is held only as far as one is read.
func TestEndlessLine(t *testing.T) {
	r := newLineReader(&endless{1 << 30})
	if _, err := r.next(); !errors.Is(err, ErrLong) {
		t.Fatalf("%v, want ErrLong", err)
	}
	if _, err := r.next(); !errors.Is(err, io.EOF) {
		t.Errorf("%v, want the end", err)
	}
	if cap(r.line) > 4*MaxLine {
		t.Errorf("%d bytes are held", cap(r.line))
	}
}

// The texts of the protocol's description.
func TestPositionText(t *testing.T) {
	start := "W" + strings.Repeat("b", 20) + strings.Repeat("e", 10) + strings.Repeat("w", 20)
	if got := PositionText(rules.Start()); got != start {
		t.Errorf("the start is %s", got)
	}
	p := position(t, "B:WK1,50:B2,K49")
	want := "BWb" + strings.Repeat("e", 46) + "Bw"
	if got := PositionText(p); got != want {
		t.Errorf("%s is %s, want %s", p.FEN(), got, want)
	}
	for _, p := range []rules.Position{rules.Start(), p} {
		if got, err := ParsePosition(PositionText(p)); err != nil || got != p {
			t.Errorf("%s comes back as %s, %v", p.FEN(), got.FEN(), err)
		}
	}
	for text, want := range map[string]string{
		"":                                   "has 0 characters: want 51",
		start + "e":                          "has 52 characters: want 51",
		"w" + start[1:]:                      `begins with 'w': want W or B`,
		start[:50] + "x":                     `square 50 of a position is 'x'`,
		"W" + strings.Repeat("e", 50):        "piece",
		"Ww" + strings.Repeat("e", 48) + "b": "1",
	} {
		if got, err := ParsePosition(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is read as %s, %v: want an error with %q", text, got.FEN(), err, want)
		}
	}
}

// A king on 47 goes round and comes back to where it began, or takes other pieces
// from the same square to the same square: the captured squares tell the moves
// apart, in any order.
func TestMoveText(t *testing.T) {
	captures := position(t, "W:WK47:B13,14,23,24,32,33")
	byText := map[string]rules.Move{}
	for _, m := range captures.AppendMoves(nil) {
		text := MoveText(m)
		if _, twice := byText[text]; twice {
			t.Errorf("two moves are written %s", text)
		}
		byText[text] = m
		got, err := ParseMove(captures, text)
		if err != nil || got != m {
			t.Errorf("%s comes back as %+v, %v", text, got, err)
		}
		parts := strings.Split(text, "x")
		slices.Reverse(parts[2:])
		if got, err := ParseMove(captures, strings.Join(parts, "x")); err != nil || got != m {
			t.Errorf("%s with its captures reversed is %+v, %v", text, got, err)
		}
	}
	if len(byText) < 2 {
		t.Errorf("%d captures, want several", len(byText))
	}
	if m, err := ParseMove(rules.Start(), "32-28"); err != nil || MoveText(m) != "32-28" {
		t.Errorf("32-28 is %+v, %v", m, err)
	}
	for text, want := range map[string]string{
		"":            "is no move",
		"32":          "is no move",
		"32-":         "is no move",
		"32-28-23":    "is no move",
		"32x28":       "is no move: want something like 32-28, or 28x19x23",
		"32x28x":      "is no move",
		"32x28x0":     "is no move",
		"32x28x51":    "is no move",
		"32x28x23x23": "is no move",
		"032-28":      "is no move",
		"+2-28":       "is no move",
		"32-27 ":      "is no move",
		"32-37":       "32-37 is not legal in W:W31,",
		"28x19x23":    "not legal",
	} {
		if got, err := ParseMove(rules.Start(), text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is read as %+v, %v: want an error with %q", text, got, err, want)
		}
	}
}

// levelText writes l's lines as one.
func levelText(l Level) string {
	var all []string
	for _, line := range l.lines() {
		all = append(all, line.String())
	}
	return strings.Join(all, "|")
}

// A wrong argument is told and leaves its limit; the others hold.
func TestWrongLevel(t *testing.T) {
	for _, test := range []struct{ line, want, holds string }{
		{"level depth=0", `depth is "0": want a number from 1 on`, "level depth=9"},
		{"level nodes", `nodes is "": want a number from 1 on`, "level depth=9"},
		{"level time=nan", `time is "nan": want seconds, as in 0.5`, "level depth=9"},
		{"level time=1,000.5", `time is "1,000.5": want seconds, as in 0.5`, "level depth=9"},
		{"level moves=x time=60", `moves is "x": want a number`, "level depth=9|level time=60"},
		{"level depth=x nodes=7 inc=soon", `depth is "x": want a number from 1 on`, "level depth=9|level nodes=7"},
		{"level infinite inc=1", "moves and inc limit nothing without a time: want one, as in time=60 inc=0.5", "level infinite"},
		{"level infinite moves=30", "moves and inc limit nothing without a time: want one, as in time=60 inc=0.5", "level infinite"},
	} {
		l := Level{Depth: 9}
		line, _ := ParseLine(test.line)
		if err := l.add(line); err == nil || err.Error() != test.want || levelText(l) != test.holds {
			t.Errorf("%s: %v, and %s holds: want %q and %s", test.line, err, levelText(l), test.want, test.holds)
		}
	}
}

// Limits add up, are written back, and become the clock that the time manager
// sees, by hand.
func TestLevel(t *testing.T) {
	for _, test := range []struct {
		lines []string
		want  string // of lines(), or of the error
		most  string // that a search may last
	}{
		{nil, "level infinite", ""},
		{[]string{"level depth=5", "level nodes=100", "level move-time=0.25"}, "level depth=5|level nodes=100|level move-time=0.25", "250ms"},
		{[]string{"level depth=5", "level infinite"}, "level infinite", ""},
		{[]string{"level time=60 inc=1.5"}, "level time=60 inc=1.5", "1m1.5s"},
		{[]string{"level moves=10 time=60"}, "level moves=10 time=60", "1m0s"},
		{[]string{"level moves=1 time=10"}, "level moves=1 time=10", "10s"},
		{[]string{"level time=0.5 inc=10"}, "level time=0.5 inc=10", "10.5s"},
		{[]string{"level time=60 move-time=1"}, "level move-time=1|level time=60", "1s"},
		{[]string{"level time=-3"}, "level time=0.001", "1ms"},
		{[]string{"level move-time=1e300"}, "level move-time=3600000", "1000h0m0s"},
		{[]string{"level time=1e9 inc=1e9"}, "level time=3600000 inc=3600000", "2000h0m0s"},
		{[]string{"level moves=1000000 time=60"}, "level moves=1000 time=60", "1m0s"},
		{[]string{"level time=60,000 inc=0,5"}, "level time=60 inc=0.5", "1m0.5s"},
		{[]string{"level moves=0 time=2"}, "level time=2", "2s"},
		{[]string{"level moves=30", "level moves=-1 time=2"}, "level time=2", "2s"},
		{[]string{"level handicap=3 ply"}, "level infinite", ""},
	} {
		var l Level
		for _, text := range test.lines {
			line, _ := ParseLine(text)
			if err := l.add(line); err != nil && text != "level moves=30" {
				t.Errorf("%q: %v", text, err)
			}
		}
		if text := levelText(l); text != test.want {
			t.Errorf("%q comes back as %q: want %q", test.lines, text, test.want)
		}
		c := match.Control{Move: l.Move, Time: l.Time, Moves: l.Moves, Increment: l.Increment}
		if err := c.Validate(); err != nil {
			t.Errorf("%q: %v", test.lines, err)
		}
		if l.timed() != (test.most != "") || l.timed() && l.most().String() != test.most {
			t.Errorf("%q: %v, want %s", test.lines, l.most(), test.most)
		}
		if c := l.clock(); l.timed() {
			soft, hard := c.Budget(lag)
			if back := (Level{Depth: l.Depth, Nodes: l.Nodes}).under(c); back != l || hard <= 0 || soft > hard || hard > l.most() {
				t.Errorf("%q: the clock %+v is %+v, %v and %v to think", test.lines, c, back, soft, hard)
			}
		}
	}
}

// The logarithm of the odds 3 to 1 is 1.0986, and the bands begin below 90 and 100.
func TestScore(t *testing.T) {
	for _, test := range []struct {
		i    info
		want string
	}{
		{info{worth: worth{points: 0.5}}, "1.10"},
		{info{worth: worth{points: -0.5}}, "-1.10"},
		{info{worth: worth{points: -0.001}}, "0.00"},
		{info{worth: worth{points: 1}}, "20.00"},
		{info{worth: worth{points: -1}}, "-20.00"},
		{info{worth: worth{points: 1, proven: true, plies: 7}, played: true}, "99.93"},
		{info{worth: worth{points: -1, proven: true, plies: 8}, played: true}, "-99.92"},
		{info{worth: worth{points: 1, proven: true, plies: 15}}, "89.85"},
		{info{worth: worth{points: -1, proven: true, plies: 130}}, "-89.01"},
	} {
		if got := test.i.score(); got != test.want {
			t.Errorf("%+v: %s, want %s", test.i.worth, got, test.want)
		}
	}
}
