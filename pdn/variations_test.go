package pdn

import "testing"

// Where numbers do not say which move a variation replaces, the rules do, and the
// game is written with the number that is right.
func TestVariationsAreNumberedByTheRules(t *testing.T) {
	for text, want := range map[string]string{
		`1. 32-28 (19-23 28x19) 18-23 *`:              `1. 32-28 (1... 19-23 2. 28x19) 1... 18-23 *`,
		`1. 32-28 (1. 19-23) 18-23 *`:                 `1. 32-28 (1... 19-23) 1... 18-23 *`,
		`1. 32-28 19-23 (1. 18-22) 2. 28x19 *`:        `1. 32-28 19-23 (1... 18-22) 2. 28x19 *`,
		`1. 32-28 19-23 (1... 33-28) 2. 28x19 *`:      `1. 32-28 19-23 (1... 33-28) 2. 28x19 *`,   // legal nowhere: as found
		`1. 32-28 ((1. 19-23 2. 28x19)) 18-23 *`:      `1. 32-28 ((1. 19-23 28x19)) 1... 18-23 *`, // no move goes before the inner one
		`1. 32-28 ((19-23 28x19) 19-23) 18-23 *`:      `1. 32-28 ((1. 19-23 28x19) 1... 19-23) 1... 18-23 *`,
		`1. 32-28 (31-26 (31-27 17-22)) 1... 19-23 *`: `1. 32-28 (1. 31-26 (1. 31-27 17-22)) 1... 19-23 *`,
	} {
		games := readAll(t, text)
		if _, err := games[0].Replay(); err != nil {
			t.Fatal(err)
		}
		written := writeAll(t, games)
		if written != want+"\n" {
			t.Errorf("%s is written %q, want %q", text, written, want)
		}
		checkRoundTrip(t, games)
	}
}
