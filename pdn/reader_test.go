package pdn

import (
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
)

// The facts are those of the PDN 3.0 standard and of files that exist.
var readings = []struct {
	name string
	text string
	want []string // as describe shows them
}{
	{"nothing", "", nil},
	{"white space", " \r\n\t\n", nil},
	{"tags and moves", "[Event \"x\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 2-0\n",
		[]string{"Event=x Result=2-0 | 32-28 19-23 28x19 2-0"}},
	{"one line", `[Event "x"] [Result "2-0"] 1.32-28 19-23 2.28x19 2-0 [Event "y"] 1.31-26 *`,
		[]string{"Event=x Result=2-0 | 32-28 19-23 28x19 2-0", "Event=y | 31-26 *"}},
	{"no tags", "1. 32-28 1-0 1. 31-26 0-1", []string{"| 32-28 1-0", "| 31-26 0-1"}},
	{"tags only", "[Event \"x\"]\n[Result \"0-2\"]\n\n[Event \"y\"]\n", []string{"Event=x Result=0-2 | 0-2", "Event=y | *"}},
	{"tags only, no blank line", "[Event \"x\"]\n[Event \"y\"]\n", []string{"Event=x | *", "Event=y | *"}},
	{"tags only, no Event", "[White \"x\"]\n\n[White \"y\"]\n", []string{"White=x | *", "White=y | *"}},
	{"results only", "[Event \"x\"]\n1. 2-0\n\n0-1", []string{"Event=x | 2-0", "| 0-1"}},
	{"no terminator before tags", "1. 32-28\n[Event \"y\"]\n1. 31-26", []string{"| 32-28 *", "Event=y | 31-26 *"}},
	{"blank lines anywhere", "[Event \"x\"]\n\n\n[Site \"y\"]\n\n1. 32-28\n\n19-23\n\n\n*", []string{"Event=x Site=y | 32-28 19-23 *"}},
	{"stray stars make no games", "* 1. 32-28 1-0 *\n\n*\n1. 31-26 *", []string{"| 32-28 1-0", "| 31-26 *"}},
	{"an empty game is none", "1. 32-28 *\n 1. *", []string{"| 32-28 *"}},

	{"the numbers begin again", "1. 32-28 19-23 2. 28x19 14x23\n1. 31-26 20-25\n1. 33-29 *", []string{"| 32-28 19-23 28x19 14x23 *", "| 31-26 20-25 *", "| 33-29 *"}},
	{"the numbers begin again, another variant", "1. 11-15 23-19 1. 9-14 22-17 *", []string{"| 11-15 23-19 *", "| 9-14 22-17 *"}},
	{"1 is Black's number, too", "1. 32-28 1. 19-23 2. 28x19 1. 14x23 *", []string{"| 32-28 19-23 28x19 14x23 *"}},
	{"a setup begins the numbers again", "[A \"x\"] 1. 32-28 19-23 /FEN \"W:W31-50:B1-20\"/ 1. 32-28 *", []string{"A=x | 32-28 19-23 /W:W31-50:B1-20/ 32-28 *"}},
	{"FILENAME below a game", "[A \"x\"]\n1. 32-28\n[FILENAME \"f\"]\n\n[A \"y\"]\n1. 31-26 *\n[FILENAME \"g\"]\n\n[A \"z\"] *\n\n[FILENAME \"h\"]\n\n[A \"u\"] *",
		[]string{"A=x FILENAME=f | 32-28 *", "A=y FILENAME=g | 31-26 *", "A=z FILENAME=h | *", "A=u | *"}},
	{"FILENAME above a game", "[FILENAME \"f\"]\n[A \"x\"]\n1. 32-28 *\n\n[FILENAME \"g\"]\n[A \"y\"]\n1. 31-26 *", []string{"FILENAME=f A=x | 32-28 *", "FILENAME=g A=y | 31-26 *"}},
	{"1-1 against 1-10", "1. 1-10 1-18 1-1", []string{"| 1-10 1-18 1-1"}},
	{"2-0 against 2-07", "1. 2-07 2-0", []string{"| 2-7 2-0"}},
	{"1x1 is a move", "1. 1x1 8x8 0-0", []string{"| 1x1 8x8 0-0"}},
	{"all results", "1. 1-6 1-0 1. 1-6 0-1 1. 1-6 1/2-1/2 1. 1-6 2-0 1. 1-6 0-2 1. 1-6 1-1 1. 1-6 0-0 1. 1-6 *",
		[]string{"| 1-6 1-0", "| 1-6 0-1", "| 1-6 1/2-1/2", "| 1-6 2-0", "| 1-6 0-2", "| 1-6 1-1", "| 1-6 0-0", "| 1-6 *"}},
	{"padded results", "1. 1-6 1 - 0 1. 1-6 ½-½", []string{"| 1-6 1-0", "| 1-6 1/2-1/2"}},
	{"result touches a number", "01.32-27\n0-001.31-26\n1-101.32-28\n1/2-1/201.31-26 2-0",
		[]string{"| 32-27 0-0", "| 31-26 1-1", "| 32-28 1/2-1/2", "| 31-26 2-0"}},
	{"the club's own score", "[Result \"4-6\"]\n1. 32-28 4-6\n[Event \"y\"] 1. 32-28 4-9 *",
		[]string{"Result=4-6 | 32-28 4-6", "Event=y | 32-28 4-9 *"}},
	{"a running game", "[Result \"-\"] 1. 32-28 -", []string{"Result=- | 32-28 -"}},
	{"neither result nor move", "1. 32-28 01-1 *", []string{"| 32-28 {01-1} *"}},

	{"star as a sign", "1. 32-28* 19-23* {x} 2. 28x19 *", []string{"| 32-28 $7 19-23 $7 {x} 28x19 *"}},
	{"star as the end", "1. 32-28 19-23*\n[Event \"y\"] 1. 31-26*\n1. 31-27*", []string{"| 32-28 19-23 *", "Event=y | 31-26 *", "| 31-27 *"}},
	{"star ends a variation", "1. 32-28 (1. 31-26 19-23 *) 19-23 *", []string{"| 32-28 (31-26 19-23 {*}) 19-23 *"}},
	{"result ends a variation", "1. 32-28 (31-26 1-1) 19-23 *", []string{"| 32-28 (31-26 {1-1}) 19-23 *"}},

	{"numbers", "1.32-28 1... 19-23 2. ... 2. .. 3.… 28x19 17 14x23 *", []string{"| 32-28 19-23 28x19 14x23 *"}},
	{"number and move on two lines", "1. 32-28 19-23 2.\r\n28x19 *", []string{"| 32-28 19-23 28x19 *"}},
	{"padding", "1. 32-28  9x 3 27x18x 7  3- 9 22-\n17 31 - 26 *", []string{"| 32-28 9x3 27x18x7 3-9 22-17 31-26 *"}},
	{"padding stops at a number", "1. 32-28 17-\n2. 28x19 *", []string{"| 32-28 {17-} 28x19 *"}},
	{"separators", "1. 20–25 34‑29 15−20 39:30 25X34 40×29 24‐20 07-12 *", []string{"| 20-25 34-29 15-20 39x30 25x34 40x29 24-20 7-12 *"}},
	{"unknown and null moves", "1. - - 2. -- -! *", []string{"| - - -- -! *"}},
	{"no separator", "1. 3228 1923 2. 2819! 14x23 3. 0712 *", []string{"| 32-28 19-23 28-19! 14x23 7-12 *"}},
	{"a year is no move", "Cup 2024\n1. 32-28 Delft 2014 19-23 2051 *", []string{"| 32-28 {Delft 2014} 19-23 {2051} *"}},
	{"numbers from 1,000 on", "999. 32-28 19-23 1000. 28x19 14x23 *", []string{"| 32-28 19-23 28x19 14x23 *"}},
	{"letters", "1. c3-d4 B6:D4:f6 a3xb4 *", []string{"| c3-d4 B6xD4xf6 a3xb4 *"}},

	{"strengths", "1. 32-28! 19-23 !? 28x19(!) 14x23 (??) 1-6?!!! *", []string{"| 32-28! 19-23!? 28x19(!) 14x23(??) 1-6?!!! *"}},
	{"NAGs", "1. 32-28 $4 19-23$146 $300 $x *", []string{"| 32-28 $4 19-23 $146 {$300 $x} *"}},
	{"print signs", "1. 32-28+ 19-23 = 28x19 +1 14x23□ 1-6 a.l. N *", []string{"| 32-28 {+} 19-23 $10 28x19 {+1} 14x23 $7 1-6 {a.l.} $146 *"}},
	{"stray words", "[Event \"x\"] Jansen resigns here 1. 32-28 foo } bar 19-23 *", []string{"Event=x | {Jansen resigns here} 32-28 {foo bar} 19-23 *"}},
	{"text around games", "<html> <pre>\n1. 32-28 1-0</pre>\nnext:\n1. 31-26 0-1\n</pre></html>", []string{"| 32-28 {</pre>} 1-0", "| 31-26 0-1"}},

	{"comments", "{a} 1. 32-28 { b (c [Event \"x\"] {d * 1-1 % e\r\n f } {} 19-23 ; g } h\n*",
		[]string{"| {a} 32-28 { b (c [Event \"x\"] {d * 1-1 % e  f } {} 19-23 {g ) h} *"}},
	{"comment before and among tags", "{a}\n[Event \"x\"] {b}\n[Site \"y\"]\n1. 32-28 *", []string{"Event=x Site=y | {a} {b} 32-28 *"}},
	{"comment behind the result", "1. 32-28 1-0 {b} $3\n{c} 1. 31-26 *", []string{"| 32-28 {b} $3 1-0", "| {c} 31-26 *"}},
	{"a comment that holds tags", "1. 32-28 {a\n\n[Event \"x\"]\n\n[White \"y\"]\nb} 19-23 *",
		[]string{"| 32-28 {a  [Event \"x\"]  [White \"y\"] b} 19-23 *"}},
	{"unclosed comment, then Event", "1. 32-28 {a\n[Event \"y\"]\n1. 31-26 {b} *", []string{"| 32-28 {a} *", "Event=y | 31-26 {b} *"}},
	{"unclosed comment, then blank line and tag", "1. 32-28 {a\n\n[White \"y\"]\n1. 31-26 *", []string{"| 32-28 {a} *", "White=y | 31-26 *"}},
	{"unclosed comment at the end", "1. 32-28 {a\nb", []string{"| 32-28 {a b} *"}},
	{"line comments", "% 1. 31-26\n[Event \"x\"] % [Site \"y\"]\n 1. 32-28 % 19-23\r%\r17-22 *", []string{"Event=x | {% [Site \"y\"]} 32-28 {% 19-23} 17-22 *"}},

	{"variations", "1. 32-28 (1. 31-26 (31-27 {a}) 17-22) (34-30) 1... 19-23 () *", []string{"| 32-28 (31-26 (31-27 {a}) 17-22) (34-30) 19-23 () *"}},
	{"variation first and last", "(1. 31-26) 1. 32-28 (33-28) *", []string{"| (31-26) 32-28 (33-28) *"}},
	{"unclosed variation", "1. 32-28 (1. 31-26 (31-27\n[Event \"y\"] 1. 33-28 ) 19-23 *", []string{"| 32-28 (31-26 (31-27)) *", "Event=y | 33-28 19-23 *"}},
	{"setups", `1. 32-28 /FEN "B::"/ 31-26 /FEN  "W:W31:
B20"/ / *`, []string{"| 32-28 /B::/ 31-26 /W:W31: B20/ {/} *"}},

	{"escapes", `[A "\"q\" \\ \' ] [ &amp;"][B ""]1. 32-28 *`, []string{`A="q" \ \' ] [ &amp; B= | 32-28 *`}},
	{"bare quotes", `[A "the "big" one"] *`, []string{`A=the "big" one | *`}},
	{"FEN over two lines", "[FEN \"W:W31,32:\nB1,2\"]\n1. 31-26 *", []string{"FEN=W:W31,32: B1,2 | 31-26 *"}},
	{"missing bracket", "[A \"x\"\n[B \"y\" [C \"z\"\n1. 32-28 *", []string{"A=x B=y C=z | 32-28 *"}},
	{"missing quote", "[A \"x\n[B \"y\n\n1. 32-28 *", []string{"A=x B=y | 32-28 *"}},
	{"stray brackets", "[[A \"x\"]\n[Empty]\n[B  7 x]\n[\n1. 32-28 [%clk 1:00] [note 1] *", []string{"A=x Empty= B=7 x | {[} 32-28 {[%clk 1:00] [note 1]} *"}},
	{"repeated tag", "[A \"x\"]\n[A \"y\"]\n1. 32-28 *", []string{"A=x A=y | 32-28 *"}},
	{"escaped white space", `[A "x"]\r\n[B "y"]\n\n1.\t32-28\r\n*`, []string{"A=x B=y | 32-28 *"}},
	{"Cyrillic tag", `[Белые "Иванов"] 1. 32-28 *`, []string{"Белые=Иванов | 32-28 *"}},

	{"byte order mark", "\ufeff[A \"x\"]1. 32-28 *", []string{"A=x | 32-28 *"}},
	{"Latin-1", "[A \"M\xfcller\"] {\xe9t\xe9} 1. 40\xd729\xa019-23 *", []string{"A=Müller | {été} 40x29 19-23 *"}},
	{"Latin-1 is a text", "[A \"Müller\"] * [A \"Müller\"] {\xe9} * [A \"Müller\"] *",
		[]string{"A=Müller | *", "A=Müller | {é} *", "A=Müller | *"}},
	{"a draw in Latin-1", "1. 32-28 \xbd-\xbd", []string{"| 32-28 1/2-1/2"}},
	{"byte order mark between games", "[A \"x\"] 1. 32-28 *\n\ufeff[A \"y\"] *\n\ufeff1. 31-26 *", []string{"A=x | 32-28 *", "A=y | *", "| 31-26 *"}},
	{"UTF-16, low byte first", "\xff\xfe" + asUTF16("[A \"é\"] 1. 32-28 *", false), []string{"A=é | 32-28 *"}},
	{"UTF-16, high byte first", "\xfe\xff" + asUTF16("[A \"→\"] 1. 32-28 {😀} *", true), []string{"A=→ | 32-28 {😀} *"}},
	{"UTF-16 without a mark", asUTF16("1. 32-28 {é} *", false), []string{"| 32-28 {é} *"}},
	{"UTF-16 without a mark, high byte first", asUTF16("1. 32-28 {é} *", true), []string{"| 32-28 {é} *"}},
	{"joined files of all encodings", "[A \"é\"] *\n\xff\xfe" + asUTF16("[A \"è\"] *\n", false) + "\xfe\xff" + asUTF16("[A \"ê\"] *\n", true) + "\ufeff[A \"ë\"] *",
		[]string{"A=é | *", "A=è | *", "A=ê | *", "A=ë | *"}},
	{"half a character of UTF-16", "\xff\xfe" + asUTF16("1. 32-28 *", false) + " ", []string{"| 32-28 {\ufffd} *"}},
	{"a lone surrogate", "\xff\xfe" + asUTF16("1. 32-28 {", false) + "\x00\xd8" + asUTF16("} *", false), []string{"| 32-28 {\ufffd} *"}},
	{"NUL bytes", "[A \"x\x00y\"]\x00\x00 1.\x0032-28 {\x00a} * \x00", []string{"A=xy | 32-28 {a} *"}},
	{"CR alone", "[A \"x\"]\r\r1. 32-28\r{a\rb} *\r", []string{"A=x | 32-28 {a b} *"}},
}

func TestReader(t *testing.T) {
	for _, test := range readings {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, g := range readAll(t, test.text) {
				got = append(got, describe(g))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("reading %q\n got %q\nwant %q", test.text, got, test.want)
			}
		})
	}
}

func TestReaderOneByteAtATime(t *testing.T) {
	for _, test := range readings {
		var got []string
		r := NewReader(iotest.OneByteReader(strings.NewReader(test.text)), "")
		for g := range r.All() {
			got = append(got, describe(g))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: reading %q byte by byte\n got %q\nwant %q", test.name, test.text, got, test.want)
		}
	}
}

func TestProblems(t *testing.T) {
	deep := strings.Repeat("(", maxDepth+2) + strings.Repeat(")", maxDepth+2)
	tests := []struct {
		text string
		want []string
	}{
		{"1. 32-28 *", nil},
		{"* 1. 32-28 1-0 *", nil},
		{"1. 32-28 *\n\n1. 31-26 {a\nb", []string{`x.pdn:3: game 2: comment is not closed: want a }`, `x.pdn:4: game 2: the game has no terminator: want a result or * at its end`}},
		{"[A \"x\"]\n\n1. 32-28\n19-23 {a\n[Event \"y\"]", []string{`x.pdn:4: game 1: comment is not closed before the next game: want a }`, `x.pdn:5: game 1: the game has no terminator: want a result or * at its end`}},
		{"1. 32-28 ) foo\nbar 19-23 }", []string{
			`x.pdn:1: game 1: a ) closes no variation: want a ( before it`,
			`x.pdn:1: game 1: no notation, kept as a comment: "foo bar": want a move, or text in {braces}`,
			`x.pdn:2: game 1: a } closes no comment: want a { before it`,
			`x.pdn:2: game 1: the game has no terminator: want a result or * at its end`}},
		{"1. 32-28 1-1\n\n1. 32-28\x00 {\x00} *", []string{`x.pdn:3: game 2: NUL bytes are left out: want text`}},
		{"{é}\n{\xe9}\n\xe0-\xe8 *", []string{
			`x.pdn:3: game 1: no notation, kept as a comment: "à-è": want a move, or text in {braces}`,
			`x.pdn:1: game 1: part of the text is UTF-8 and part is not: the other texts are read as Latin-1: want one encoding`}},
		{"{\xe9 é}\n*", []string{`x.pdn:1: game 1: a text is UTF-8 in part: it is read as Latin-1: want one encoding`}},
		{"1. 32-28\n{\x81} *", []string{`x.pdn:2: game 1: a byte that stands for no character becomes U+FFFD: want UTF-8`}},
		{"[A \"\xe9\"] 1. 32-28 *", nil},
		{"hello\n1. 32-28 * there\n1. 31-26 *", []string{
			`x.pdn:1: game 1: text outside of a game is left out: "hello": want it in {braces}`,
			`x.pdn:2: game 1: no notation, kept as a comment: "there": want a move, or text in {braces}`}},
		{"[A \"x\"]\n[A \"y\"]\n[B z]\n[C \"a\"b\"]\n[D \"x\"\n1. 32-28 *", []string{
			`x.pdn:2: game 1: tag A is given again: want each tag once; the first counts`,
			`x.pdn:3: game 1: tag B has no value in quotes: want [Name "value"]`,
			`x.pdn:4: game 1: tag C has a bare quote in its value: want \"`,
			`x.pdn:5: game 1: tag D is not closed behind its value: want a ]`}},
		{"[A \"x\n[B \"y\"]", []string{`x.pdn:1: game 1: tag A is not closed at the end of its line: want a quote and a ]`}},
		{"1. 32-28\n(31-26\n(31-27 *", []string{`x.pdn:3: game 1: 2 variations are not closed where the game ends: want a ) for each (`}},
		{"! 1. 32-28 {a}! *", []string{`x.pdn:1: game 1: text outside of a game is left out: "!": want it in {braces}`, `x.pdn:1: game 1: "!" stands behind no move: want it right behind the move`}},
		{"[Result \"2-0\"] 1. 32-28 1-1", []string{`x.pdn:1: game 1: the game ends with 1-1 but its Result tag says 2-0: want the same; the tag counts`}},
		{"[Result \" 1-0\"] 1. 32-28 2-0 [Result \"2-0\"] 1. 32-28 *", nil},
		{"1. 32-28\n" + deep + "*", []string{`x.pdn:2: game 1: variations nest more than 1,000 deep: the deeper ones are left out: want fewer`}},
		{"{" + strings.Repeat("a", maxToken+1) + "} *", []string{`x.pdn:1: game 1: text longer than 1 MiB, its end left out: want shorter text`}},
	}
	for _, test := range tests {
		var got []string
		r := NewReader(strings.NewReader(test.text), "x.pdn")
		for g := range r.All() {
			for _, p := range g.Problems {
				got = append(got, p.Error())
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("problems of %q\n got %q\nwant %q", shorten(test.text), got, test.want)
		}
	}
}

func TestGamePlace(t *testing.T) {
	text := "\ufeff\r\n[Event \"é\"]\r\n1. 32-28 *\r\n\r\n% skipped\r\n 1. 31-26\r\n19-23 *"
	games := readAll(t, text)
	if len(games) != 2 {
		t.Fatalf("%d games, want 2", len(games))
	}
	for i, want := range []struct {
		line int
		text string
	}{{2, "[Event"}, {6, "1. 31-26"}} {
		g := games[i]
		if g.File != "test.pdn" || g.Number != i+1 || g.Line != want.line || !strings.HasPrefix(text[g.Offset:], want.text) {
			t.Errorf("game %d stands at %s:%d, offset %d, as number %d; want line %d, where %q stands",
				i+1, g.File, g.Line, g.Offset, g.Number, want.line, want.text)
		}
	}
	if m := games[1].Movetext[1].(Move); m.Line != 7 {
		t.Errorf("move %s stands on line %d, want 7", m.Text, m.Line)
	}
}

func TestReaderErr(t *testing.T) {
	broken := errors.New("disk gone")
	r := NewReader(io.MultiReader(strings.NewReader("1. 32-28 * 1. 31-26 19"), iotest.ErrReader(broken)), "x.pdn")
	games := slices.Collect(r.All())
	if len(games) != 2 || len(games[1].Problems) != 3 || !errors.Is(r.Err(), broken) {
		t.Errorf("a file that breaks off in its second game: %d games, error %v", len(games), r.Err())
	}
	for text, want := range map[string]string{
		"Dear Sir,\nmy file is attached": "x.pdn:1: text, but no game in it: want PDN: tags or moves",
		"\xff\xfeD\x00e\x00a\x00r\x00":   "x.pdn:1: text, but no game in it: want PDN: tags or moves",
	} {
		r := NewReader(strings.NewReader(text), "x.pdn")
		if r.Next() || r.Err() == nil || r.Err().Error() != want {
			t.Errorf("reading %q: error %v, want %s", text, r.Err(), want)
		}
	}
}

// TestBounds reads texts that are built to grow.
func TestBounds(t *testing.T) {
	many := func(s string) io.Reader { return io.LimitReader(&endless{text: s}, 2<<20) }
	for name, r := range map[string]io.Reader{
		"moves":      many("32-28 "),
		"variations": many("("),
		"closed":     many("()"),
		"words":      many("foo "),
		"tags":       many("[A \"x\"]"),
		"names":      io.MultiReader(strings.NewReader("["), many("A")),
		"brackets":   many("["),
		"quotes":     io.MultiReader(strings.NewReader("[A \""), many("\" ")),
		"open":       io.MultiReader(strings.NewReader("{"), many("\n[Event \"x\"")),
		"digits":     many("1"),
		"squares":    many("1-"),
		"star":       many("1-6*"),
		"braces":     many("}"),
	} {
		reader := NewReader(r, name)
		for g := range reader.All() {
			if len(g.Problems) > maxProblems || len(g.Tags) > maxTags {
				t.Errorf("%s: game %d has %d problems and %d tags", name, g.Number, len(g.Problems), len(g.Tags))
			}
		}
	}
	g := &Game{}
	for range maxGame/elementCost + 1 {
		g.Movetext = append(g.Movetext, NAG(1))
	}
	big := readAll(t, writeAll(t, []*Game{g}))[0]
	if n := len(big.Movetext); n != maxGame/elementCost || len(big.Problems) != 1 {
		t.Errorf("of %d elements %d are kept, with problems %v", len(g.Movetext), n, big.Problems)
	}
}

// endless repeats a text.
type endless struct {
	text string
	at   int
}

func (e *endless) Read(p []byte) (n int, err error) {
	for n < len(p) {
		k := copy(p[n:], e.text[e.at:])
		n += k
		e.at = (e.at + k) % len(e.text)
	}
	return n, nil
}

// asUTF16 returns text in that encoding, without a byte order mark.
func asUTF16(text string, highFirst bool) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		if highFirst {
			b = binary.BigEndian.AppendUint16(b, unit)
		} else {
			b = binary.LittleEndian.AppendUint16(b, unit)
		}
	}
	return string(b)
}
