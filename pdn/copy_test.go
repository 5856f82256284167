package pdn

import (
	"strings"
	"testing"
)

func TestRaw(t *testing.T) {
	text := "hello\n1. 32-28 % a\r\n19-23 *  {b}\n\n[A \"\xe9\"]\r\r(1. 31-26 x) 1-1 there\n[Event \"y\"]\n1. 3228\n[FILENAME \"f\"]\n\n1. 31-26"
	want := []string{
		"1. 32-28 % a\r\n19-23 *  {b}",
		"[A \"\xe9\"]\r\r(1. 31-26 x) 1-1 there",
		"[Event \"y\"]\n1. 3228\n[FILENAME \"f\"]\n\n1. 31-26",
	}
	games := readAll(t, text)
	if len(games) != len(want) {
		t.Fatalf("%d games, want %d", len(games), len(want))
	}
	for i, g := range games {
		if string(g.raw) != want[i] || text[g.Offset:][:len(want[i])] != want[i] {
			t.Errorf("game %d at %d is %q, want %q", i+1, g.Offset, g.raw, want[i])
		}
	}
	if raw := (&Game{}).raw; raw != nil {
		t.Errorf("a game that was not read has the bytes %q", raw)
	}
	big := strings.Repeat(" ", maxRaw)
	games = readAll(t, "1. 31-26 *\n1. 32-28"+big+"19-23 * 1. 33-28 *")
	if len(games) != 3 || string(games[0].raw) != "1. 31-26 *" || games[1].raw != nil || len(games[1].Problems) != 1 || string(games[2].raw) != "1. 33-28 *" {
		t.Errorf("around a game of more than 8 MiB the games are %q, and it has %d bytes", []string{string(games[0].raw), string(games[2].raw)}, len(games[1].raw))
	}
}

// TestCopy copies games that are no games of draughts, or not well written, and
// holds what comes out against texts laid out by hand.
func TestCopy(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"untouched", "[Event  \"x\" ]\n1.32-28\t 19:23 {a\nb} (31-26) $7 2-0 {c}", "[Event  \"x\" ]\n1.32-28\t 19:23 {a\nb} (31-26) $7 2-0 {c}\n"},
		{"words", "1.  32-28 19:23 foo 2. 37-32 *", "1.  32-28 19:23 foo 2. 37-32 *\n"},
		{"words at the end", "1.  32-28 {a} 12 [note 1] see page 5 1-1", "1.  32-28 {a} 12 [note 1] see page 5 1-1\n"},
		{"text behind the result", "1.  32-28 1-1 (1. 31-26) on 12.05.2021", "1.  32-28 1-1 (1. 31-26) on 12.05.2021\n"},
		{"scores", "[Result \"1½-½\"]\n1.  32-28 1½ - ½", "[Result \"1½-½\"]\n1.  32-28 1½ - ½\n"},
		{"a % line", "1.  32-28\n% x\n19-23 *", "1.  32-28\n% x\n19-23 *\n"},
		{"another variant", "[GameType \"25\"]\n1. c3:e5 B6-D4 *", "[GameType \"25\"]\n1. c3:e5 B6-D4 *\n"},
		{"Latin-1", "[A \"\xe9\"]\r\n1. 32-28 *", "[A \"é\"]\r\n1. 32-28 *\n"},
		{"no terminator", "1.  32-28", "1.  32-28\n*\n"},
		{"no terminator but a Result", "[Result \"2-0\"]\n1.  32-28", "[Result \"2-0\"]\n1.  32-28\n2-0\n"},
		{"a star that ends the file", "1. 32-28*", "1. 32-28 *\n"},
		{"never closed", "1.  32-28 {a", "1. 32-28 {a} *\n"},
		{"two", "1.  32-28 *\n\n\n 1.  31-26 1-1", "1.  32-28 *\n\n1.  31-26 1-1\n"},
		{"UTF-16", asUTF16("1.  32-28 {é} *", false), "1.  32-28 {é} *\n"},
	}
	for _, test := range tests {
		var b strings.Builder
		w := NewWriter(&b)
		for _, g := range readAll(t, test.text) {
			if err := w.Copy(g); err != nil {
				t.Errorf("%s: %v", test.name, err)
			}
		}
		if got := b.String(); got != test.want {
			t.Errorf("%s: %q is copied as %q, want %q", test.name, test.text, got, test.want)
		}
	}
	var b strings.Builder
	g := &Game{Movetext: []Element{Move{Text: "32-28"}}}
	if err := NewWriter(&b).Copy(g); err != nil || b.String() != "1. 32-28 *\n" {
		t.Errorf("a game that was not read is copied as %q, error %v", b.String(), err)
	}
}
