package pdn

import (
	"fmt"
	"strings"
	"testing"
)

// readAll returns the games of a text that must hold up to its end.
func readAll(t *testing.T, text string) []*Game {
	t.Helper()
	r := NewReader(strings.NewReader(text), "test.pdn")
	var games []*Game
	for g := range r.All() {
		games = append(games, g)
	}
	if err := r.Err(); err != nil {
		t.Fatalf("reading %q: %v", shorten(text), err)
	}
	return games
}

// writeAll returns what a Writer makes of the games.
func writeAll(t *testing.T, games []*Game) string {
	t.Helper()
	var b strings.Builder
	w := NewWriter(&b)
	for _, g := range games {
		if err := w.Write(g); err != nil {
			t.Fatalf("Write(%s): %v", describe(g), err)
		}
	}
	return b.String()
}

// describe shows all that a game says, in one line: its tags, a bar, its
// movetext and its result.
func describe(g *Game) string {
	var parts []string
	for _, t := range g.Tags {
		parts = append(parts, t.Name+"="+t.Value)
	}
	parts = append(parts, "|")
	parts = append(parts, describeLine(g.Movetext)...)
	return strings.Join(append(parts, g.Result), " ")
}

func describeLine(line []Element) (parts []string) {
	for _, e := range line {
		switch e := e.(type) {
		case Move:
			parts = append(parts, e.Text+e.Strength)
		case Comment:
			parts = append(parts, "{"+string(e)+"}")
		case NAG:
			parts = append(parts, fmt.Sprintf("$%d", e))
		case Setup:
			parts = append(parts, "/"+string(e)+"/")
		case Variation:
			parts = append(parts, "("+strings.Join(describeLine(e), " ")+")")
		}
	}
	return parts
}
