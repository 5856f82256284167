package pdn

import (
	"strings"
	"testing"
)

// A quote of several bytes within a value is looked behind. It keeps its bytes
// wherever the text read so far ends.
func TestQuoteAtTheEndOfTheInput(t *testing.T) {
	for _, quotes := range []string{"O’Neill", "O\x92Neill", "a »b« c"} {
		text := `[Event "` + quotes + `"] 1. 32-28 *`
		for blank := inputSize - 2*window; blank < inputSize+10; blank++ {
			games := readAll(t, strings.Repeat("\n", blank)+text+strings.Repeat("\n", window))
			want := strings.ReplaceAll(quotes, "\x92", "’")
			if len(games) != 1 || games[0].Tag("Event") != want {
				t.Fatalf("after %d bytes %q is read as %q", blank, quotes, games[0].Tag("Event"))
			}
		}
	}
}
