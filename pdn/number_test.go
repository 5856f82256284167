package pdn

import (
	"slices"
	"strings"
	"testing"
)

// The numbers as people write them, by hand.
func TestNumbers(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`1. 32-28 19-23 2. 28x19 *`, "1. 1... 2."},
		{`12. 32-28 {a} 19-23 (12... 18-23) 13. 28x19 *`, "12. 12... 13."},
		{`[FEN "B:W31-50:B1-20"] 1... 19-23 2. 32-28 *`, "1... 2."},
		{`/FEN "B:W31-50:B1-20"/ 1... 19-23 2. 32-28 *`, "1... 2."},
		{`1. 32-28 /FEN "W::"/ 2. 37-32 19-23 *`, "1. 2. 2..."},
		{`1. 32-28 19-23 /FEN "B:W31,38:B12,20"/ 2... 20-24 3. 38-32 *`, "1. 1... 2... 3."},
		{`1. 32-28 /FEN "B:W31,38:B12,20"/ 1... 20-24 *`, "1. 1..."},
		{`[Event "none"] *`, ""},
	} {
		r := NewReader(strings.NewReader(c.text), "")
		if !r.Next() {
			t.Fatal(r.Err())
		}
		g := r.Game()
		var got []string
		for _, n := range g.Numbers() {
			got = append(got, n.String())
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: the numbers are %v, want %s", c.text, got, c.want)
		}
		// The Writer leaves out no number but Black's behind White's.
		var b strings.Builder
		if err := NewWriter(&b).Write(g); err != nil {
			t.Fatal(err)
		}
		at := -1
		for _, word := range strings.Fields(b.String()) {
			if strings.HasSuffix(word, ".") && !strings.HasPrefix(word, "(") {
				if next := slices.Index(got[at+1:], word); next < 0 {
					t.Errorf("%s: the Writer has %s behind the first %d moves of %v", c.text, word, at+1, got)
				} else {
					at += 1 + next
				}
			}
		}
	}
}
