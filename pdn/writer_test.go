package pdn

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestCanonical holds the writer against a file that was laid out by hand.
func TestCanonical(t *testing.T) {
	text, err := os.ReadFile("testdata/canonical.pdn")
	if err != nil {
		t.Fatal(err)
	}
	if got := writeAll(t, readAll(t, string(text))); got != string(text) {
		t.Errorf("written:\n%s\nwant:\n%s", got, text)
	}
}

func TestWriterNumbers(t *testing.T) {
	for text, want := range map[string]string{
		`32-28 19-23 28x19 14x23`:           `1. 32-28 19-23 2. 28x19 14x23 *`,
		`32-28 $1 19-23`:                    `1. 32-28 $1 19-23 *`,
		`32-28 {a} 19-23 {b} 28x19`:         `1. 32-28 {a} 1... 19-23 {b} 2. 28x19 *`,
		`32-28 19-23 (20-25 31-26) 28x19`:   `1. 32-28 19-23 (1... 20-25 2. 31-26) 2. 28x19 *`,
		`32-28 (31-26 (31-27) 17-22) 19-23`: `1. 32-28 (1. 31-26 (1. 31-27) 1... 17-22) 1... 19-23 *`,
		`(31-26) 32-28`:                     `(1. 31-26) 1. 32-28 *`,
		`32-28 ({a} 31-26)`:                 `1. 32-28 ({a} 1. 31-26) *`,
		`32-28 /FEN "W:W31:B1"/ 31-26`:      `1. 32-28 /FEN "W:W31:B1"/ 2. 31-26 *`,
		`32-28 /FEN "B:W31:B1"/ 1-6`:        `1. 32-28 /FEN "B:W31:B1"/ 1... 1-6 *`,
	} {
		if got := writeAll(t, readAll(t, text)); got != want+"\n" {
			t.Errorf("%s is written %q, want %q", text, got, want)
		}
	}
}

// TestWriterComments breaks comments of all sorts over lines.
func TestWriterComments(t *testing.T) {
	for _, unit := range []string{"word ", "two  spaces ", " x", "[Event \"x\"] ", "{ [Event \"b\"] ", "( ", "tab\t y ", "% ; $1 * ", "ö ", `\ " `} {
		g := &Game{Movetext: []Element{Comment(strings.Repeat(unit, 60))}, Result: "*"}
		text := writeAll(t, []*Game{g})
		if got := readAll(t, text); len(got) != 1 || describe(got[0]) != describe(g) {
			t.Errorf("a comment of %q reads as another one from\n%s", unit, text)
		}
		for line := range strings.Lines(text) {
			if n := len([]rune(line)); n > lineWidth+1 {
				t.Errorf("a comment of %q has a line of %d characters", unit, n-1)
			}
		}
	}
}

// TestWriterSeparates writes games that nothing but a terminator keeps apart.
func TestWriterSeparates(t *testing.T) {
	move := []Element{Move{Text: "32-28"}}
	games := []*Game{
		{Tags: []Tag{{"Result", "4-6"}}, Movetext: move, Result: "4-6"},
		{Movetext: move},
		{Tags: []Tag{{"A", "x"}}},
		{Tags: []Tag{{"B", "y"}}, Movetext: []Element{Comment("z")}},
		{Movetext: move, Result: "2-0"},
	}
	want := []string{"Result=4-6 | 32-28 4-6", "| 32-28 *", "A=x | *", "B=y | {z} *", "| 32-28 2-0"}
	var got []string
	for _, g := range readAll(t, writeAll(t, games)) {
		got = append(got, describe(g))
	}
	if !slices.Equal(got, want) {
		t.Errorf("games read as %q, want %q", got, want)
	}
}

func TestWriterRefuses(t *testing.T) {
	deep := Variation{}
	for range maxDepth {
		deep = Variation{deep}
	}
	tests := []struct {
		game Game
		want string
	}{
		{Game{}, "it is empty: want a tag, a move or a result"},
		{Game{Tags: []Tag{{"a b", ""}}}, `tag name "a b": want no space, quote or bracket, and no sign of the movetext first`},
		{Game{Tags: []Tag{{"%clk", ""}}}, `tag name "%clk": want no space, quote or bracket, and no sign of the movetext first`},
		{Game{Tags: []Tag{{"A“", ""}}}, `tag name "A“": want no space, quote or bracket, and no sign of the movetext first`},
		{Game{Tags: []Tag{{"event", ""}, {"Event", ""}}}, "two Event tags: the second would begin another game"},
		{Game{Tags: []Tag{{"Event", ""}, {"Event", ""}}}, "two Event tags: the second would begin another game"},
		{Game{Tags: []Tag{{"A", "\xff"}}}, `tag A "ÿ": want UTF-8`},
		{Game{Result: "3-1"}, `result "3-1": want one of 2-0 1-1 0-2 0-0 1-0 1/2-1/2 0-1 *, or what the Result tag says`},
		{Game{Movetext: []Element{Comment("a}b")}}, `comment "a}b": it cannot hold a }`},
		{Game{Movetext: []Element{Move{Text: "32 28"}}}, `move "32 28": want a text like 32-28 or 28x19, and ! or ? behind it`},
		{Game{Movetext: []Element{Move{Text: "1-1"}}}, `move "1-1": want a text like 32-28 or 28x19, and ! or ? behind it`},
		{Game{Movetext: []Element{Move{Text: "1-6", Strength: "*"}}}, `move "1-6"*: want a text like 32-28 or 28x19, and ! or ? behind it`},
		{Game{Tags: []Tag{{"Result", "2-8"}}, Movetext: []Element{Move{Text: "2-8"}}, Result: "*"},
			"its last move, 2-8, would read as the result: the Result tag says the same"},
		{Game{Movetext: []Element{deep}}, "variations nest more than 1000 deep"},
	}
	for _, test := range tests {
		var b strings.Builder
		err := NewWriter(&b).Write(&test.game)
		if err == nil || err.Error() != "writing game 1: "+test.want || b.Len() > 0 {
			t.Errorf("Write gives error %v and %q, want error %s", err, b.String(), test.want)
		}
	}
}

func TestAnnotate(t *testing.T) {
	g := readAll(t, `{a} 1. 32-28! $1 {b} (31-26) 19-23 *`)[0]
	g.Annotate(0, Comment("start"))
	g.Annotate(1, Comment("c"), NAG(4), Variation{Move{Text: "33-28"}}, NAG(5))
	g.Annotate(2, NAG(6), Comment("end"))
	const want = `| {a} {start} 32-28! $1 $4 $5 {b} (31-26) {c} (33-28) 19-23 $6 {end} *`
	if got := describe(g); got != want {
		t.Errorf("annotated: %s\nwant       %s", got, want)
	}
}

func TestSetTag(t *testing.T) {
	g := readAll(t, `[A "x"][B "y"][A "z"] 1. 32-28 *`)[0]
	g.SetTag("A", "new")
	g.SetTag("C", "c")
	if got, want := describe(g), "A=new B=y A=z C=c | 32-28 *"; got != want || g.Tag("A") != "new" || g.Tag("D") != "" {
		t.Errorf("tags are %s, want %s", got, want)
	}
}

// Others read an embedded command word by word: it stays on one line.
func TestCommandsAreNotBroken(t *testing.T) {
	for pad := range 100 {
		comment := strings.Repeat("x", pad) + " [%eval 0.12] [%dh ??,+1] in words"
		g := &Game{Movetext: []Element{Move{Text: "32-28"}, Comment(comment)}}
		var b strings.Builder
		if err := NewWriter(&b).Write(g); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), "[%eval 0.12]") || !strings.Contains(b.String(), "[%dh ??,+1]") {
			t.Errorf("a command is broken:\n%s", b.String())
		}
		if back := readAll(t, b.String())[0].Movetext[1]; back != Comment(comment) {
			t.Errorf("read back it is %q, want %q", back, comment)
		}
	}
}
