package annotate

import (
	"io"
	"strings"
	"testing"
)

// printed returns the sheets of a text by the net that comes with the program.
func printed(t *testing.T, colour bool, text string) []string {
	t.Helper()
	b := newBatch(t, shippedFinder(t, 100), io.Discard)
	b.sheets = &sheets{colour: colour}
	if err := b.run(t.Context(), 2, games([]string{write(t, "in.pdn", text)}, nil), -1, io.Discard); err != nil {
		t.Fatal(err)
	}
	return b.sheets.texts
}

// Names and comments are by strangers; nothing in them steers the terminal.
func TestSheetsDoNotSteer(t *testing.T) {
	text := "[White \"A\x1b[2J\"]\n[Black \"B\u202e\"]\n\n1. 32-28 {see \x1b]0;title\x07 here} 19-23 *"
	all := printed(t, false, text)
	if len(all) != 1 || strings.ContainsAny(all[0], "\x1b\x07\u202e") {
		t.Errorf("%q", all)
	}
	for _, want := range []string{`A\x1b[2J - B\u202e`, `\x1b]0;title\a here`, "1. 32-28 "} {
		if !strings.Contains(all[0], want) {
			t.Errorf("there is no %q in\n%s", want, all[0])
		}
	}
}

// A game that loses at once: what the five lines say follows from the rules.
func TestInShort(t *testing.T) {
	text := "[White \"Ann\"]\n[Black \"Bo\"]\n[Date \"2020.??.??\"]\n[Site \"?\"]\n[FEN \"W:W32:B23\"]\n\n1. 32-28 23x32 0-2\n"
	all := printed(t, false, text)
	want := `Ann - Bo, 2020.??.??
1. 32-28?? {loses in 1 move, 32-27 draws (proved)} (1. 32-27) 1... 23x32 + -1
0-2

White  Ann  average loss 0.500 in 1 move with a choice; ?? 1
Black  Bo   average loss 0.000 in 0 moves with a choice
worst of White: 1. 32-28??, 32-27 was better by 0.50
worst of Black: no move lost anything
proved: a win for Black after 1. 32-28
`
	if len(all) != 1 || all[0] != want {
		t.Errorf("printed is\n%s\nwant\n%s", strings.Join(all, "\n"), want)
	}
	coloured := printed(t, true, text)[0]
	if want := strings.Replace(want, "32-28??", "\x1b[31m32-28??\x1b[0m", 1); coloured != want {
		t.Errorf("in colour it is %q, want %q", coloured, want)
	}
}

// Only so many games are printed, and not more are taken on.
func TestFirstGames(t *testing.T) {
	path := write(t, "many.pdn", strings.Repeat("1. 32-28 *\n\n", 30))
	n := 0
	for f := range first(7, games([]string{path, path}, nil)) {
		if f.game != nil {
			n++
		}
	}
	if n != 7 {
		t.Errorf("%d games, want 7", n)
	}
	if n := countGames(t.Context(), []string{path, path}); n != 60 {
		t.Errorf("%d games counted, want 60", n)
	}
	if n := countGames(t.Context(), []string{path, "-"}); n != -1 {
		t.Errorf("with standard input %d games are counted, want -1", n)
	}
}
