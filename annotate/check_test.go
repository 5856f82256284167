package annotate

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// checked returns what Check prints about some files.
func checked(t *testing.T, asJSON bool, workers int, paths ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := newChecker(&out, asJSON).run(context.Background(), workers, paths, nil, unseen); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The escape sequence would clear the screen, the last character of the name
// turns the direction of writing, and \x9b begins a sequence in Latin-1.
func TestPrintable(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Été à Bruges, ½ «30»", "Été à Bruges, ½ «30»"},
		{`a\b "c"`, `a\b "c"`},
		{"\x1b[2J", `\x1b[2J`},
		{"one\ntwo\t\x00", `one\ntwo\t\x00`},
		{"gnp.\u202e", `gnp.\u202e`},
		{"\x9b2J \u009b \ufffd", `\x9b2J \u009b ` + "\\ufffd"},
	} {
		if got := printable(c.text); got != c.want {
			t.Errorf("printable(%q) = %s, want %s", c.text, got, c.want)
		}
	}
}

func TestReportsDoNotSteerTheTerminal(t *testing.T) {
	evil := "\x1b[2J\u202e"
	path := write(t, "evil"+evil+".pdn", fmt.Sprintf("[Event \"%[1]s\"][FEN \"%[1]s\"]\n1. 32-28 %[1]s *\n\n[X%[1]s \"\"]\n1. 32-28 %[1]s *", evil))
	text := checked(t, false, 1, path)
	if strings.ContainsAny(text, evil[:1]+"\u202e") {
		t.Errorf("the report has control characters:\n%q", text)
	}
	for line := range strings.Lines(checked(t, true, 1, path)) {
		var f finding
		if err := json.Unmarshal([]byte(line), &f); err != nil || f.Type != "summary" && f.File != path {
			t.Errorf("%s\nis of file %q, error %v", line, f.File, err)
		}
	}
}

// A collection in which all is wrong is counted whole but not listed whole.
func TestManyRefusals(t *testing.T) {
	const n = mostRefusals + 500
	path := write(t, "bad.pdn", strings.Repeat("1. 32-28 32-28 *\n", n))
	text := checked(t, false, 3, path)
	if got := strings.Count(text, "ply 2"); got != mostRefusals {
		t.Errorf("%d refusals are listed, want %d", got, mostRefusals)
	}
	for _, want := range []string{"\n500 more, which analyze check --json lists\n", "refused     1500 games, 0 files\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text[len(text)-300:])
		}
	}
	if got := strings.Count(checked(t, true, 3, path), `"refusal"`); got != n {
		t.Errorf("JSON lists %d refusals, want %d", got, n)
	}
}

// Positions that a game passes through make it what it is: not only where it
// ends, nor the texts of its moves.
func TestDuplicates(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		want       int
	}{
		{"texts", "1. 32-28 19-23 2. 28x19 14x23 *", "1. 32 - 28?! 19-23 {!} (20-25) 2. 28:19 14x23 2-0", 1},
		{"FEN and route", `[FEN "W:WK46:B37,28"] 1. 46x23 *`, `[FEN "W:WK46:B28,37."] 1. 46x32x23 *`, 1},
		{"order of moves", "1. 31-26 20-25 2. 33-28 *", "1. 33-28 20-25 2. 31-26 *", 0},
		{"a move more", "1. 32-28 19-23 *", "1. 32-28 19-23 2. 28x19 *", 0},
		{"start", `[FEN "W:W32,50:B1"] 1. 32-28 *`, `[FEN "W:W32,49:B1"] 1. 32-28 *`, 0},
		{"no moves", "[Event \"A\"] *", "[Event \"A\"] *", 0},
		{"refused", "1. 32-28 32-28 *", "1. 32-28 32-28 *", 0},
	} {
		text := checked(t, true, 1, write(t, "a.pdn", c.a), write(t, "b.pdn", c.b))
		if got := strings.Count(text, `"type":"duplicate"`); got != c.want {
			t.Errorf("%s: %d duplicates, want %d\n%s", c.name, got, c.want, text)
		}
	}
}
