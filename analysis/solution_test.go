package analysis

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"drafthorse/rules"
)

// A solution comes back from its JSON as it was: one with two last moves, one of
// Black's, and a position that is no puzzle.
func TestSolutionJSON(t *testing.T) {
	moves := func(p rules.Position, texts ...string) (line []rules.Move) {
		for _, text := range texts {
			m, err := p.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			line, p = append(line, m), p.Play(m)
		}
		return line
	}
	white := position(t, "W:W29,33,39,50:B1,7,17,19")
	black := position(t, "B:W32,34,44,50:B1,12,18,22")
	line := moves(black, "22-28", "32x23", "18x49")
	for _, s := range []Solution{
		{SolutionKey{white, "net", "4", 2 << 20}, &Puzzle{Position: white, Line: moves(white, "29-23", "19x28", "33x2"), Given: 1, Gain: 1, Wins: true, Score: 1, Next: 0.25}, ""},
		{SolutionKey{black, "net", "5", 7}, &Puzzle{Position: black, Line: line, Also: line[2:], Given: 1, Gain: 1, Kings: 1, Score: 0.75}, ""},
		{SolutionKey{white.Turned(), "", "", 0}, nil, "nothing is won"},
	} {
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var back Solution
		if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(back, s) {
			t.Errorf("%s comes back as %+v, error %v", text, back, err)
		}
		if key, err := ParseSolutionKey(text); err != nil || key != s.SolutionKey {
			t.Errorf("the key of %s is %+v, error %v", text, key, err)
		}
	}
}

// What no solver has written is refused with a reason.
func TestSolutionRefused(t *testing.T) {
	for text, want := range map[string]string{
		`{"schema":2,"puzzle":"W:W33:B19"}`:                               "schema 2: want 1",
		`{"schema":1,"puzzle":"W:W33:B19"}`:                               "want either a line or why there is none",
		`{"schema":1,"puzzle":"W:W33:B19","line":" "}`:                    "want either a line or why there is none",
		`{"schema":1,"puzzle":"W:W33:B19","line":"33-28","none":"lost"}`:  "want either a line or why there is none",
		`{"schema":1,"puzzle":"W:W33:B19","line":"33-22"}`:                "33-22",
		`{"schema":1,"puzzle":"W:W33:B33","none":"lost"}`:                 "33",
		`{"schema":1,"puzzle":"W:W33:B19","line":"33-28","also":["1-6"]}`: "1-6",
	} {
		var s Solution
		if err := json.Unmarshal([]byte(text), &s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", text, err, want)
		}
	}
}

// Half the visits are half the nodes; a clock says nothing of nodes.
func TestPuzzleNodes(t *testing.T) {
	for _, c := range []struct {
		limits Limits
		want   uint64
	}{
		{Limits{Visits: 2000}, 2 << 20},
		{Limits{Visits: 1000}, 1 << 20},
		{Limits{Visits: 16000}, 16 << 20},
		{Limits{Visits: MaxVisits, Millis: 50}, 2 << 20},
	} {
		if got := c.limits.PuzzleNodes(); got != c.want {
			t.Errorf("%s: %d nodes, want %d", c.limits, got, c.want)
		}
	}
}
