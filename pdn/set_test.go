package pdn

import (
	"slices"
	"strings"
	"testing"
)

// TestPlySet: a ply is Set where a setup names another position than the one on the
// board. The start named before any move is no other position; named after moves it is.
func TestPlySet(t *testing.T) {
	const start = `/FEN "W:W31-50:B1-20"/`
	const other = `/FEN "W:W31-49:B1-20"/`
	for text, want := range map[string][]bool{
		"1. 32-28 19-23 2. 28x19 14x23 *":                              {false, false, false, false},
		start + " 1. 32-28 19-23 *":                                    {false, false},
		other + " 1. 32-28 19-23 *":                                    {true, false},
		"1. 32-28 19-23 " + start + " 1. 32-28 19-23 *":                {false, false, true, false},
		other + " 1. 32-28 19-23 " + start + other + " 1. 32-28 19-23": {true, false, true, false},
	} {
		r := NewReader(strings.NewReader("[GameType \"20\"]\n\n"+text+"\n"), "test.pdn")
		games := 0
		for g := range r.All() {
			games++
			plies, err := g.Replay()
			var set []bool
			for _, p := range plies {
				set = append(set, p.Set)
			}
			if err != nil || !slices.Equal(set, want) {
				t.Errorf("%s: set %v, %v; want %v", text, set, err, want)
			}
		}
		if err := r.Err(); err != nil || games != 1 {
			t.Errorf("%s: %d games, %v; want one", text, games, err)
		}
	}
}
