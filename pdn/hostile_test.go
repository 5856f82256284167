package pdn

import (
	"flag"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"
)

// maxHeap is what reading may take at most, whatever is read.
const maxHeap = 100 << 20

var hostile = flag.Int("hostile", 4, "MiB of each text that TestHostile reads")

// TestHostile reads endless texts, as far as the flag says or until the game is
// cut, and the game behind them.
func TestHostile(t *testing.T) {
	const tooLarge = "the game is larger than 16 MiB: its end is left out"
	const next = "\n\n[Event \"next\"]\n1. 32-28 19-23 *\n"
	tests := []struct {
		name       string
		head, unit string
		tail       string
		problem    string // of the first game that has one
	}{
		{"open parentheses", "1. 32-28 ", "(", "", "variations nest more than 1,000 deep: the deeper ones are left out"},
		{"closed parentheses", "1. 32-28 ", ")", "", "a ) closes no variation"},
		{"variations", "1. 32-28 ", "(31-26)", "*", tooLarge},
		{"one line of moves", "", "32-28 19-23 28x19 14x23 ", "*", tooLarge},
		{"one word", "1. 32-28 ", "x", " *", "text longer than 1 MiB, its end left out"},
		{"one number", "1. 32-28 ", "1", " *", "text longer than 1 MiB, its end left out"},
		{"comment never closed", "1. 32-28 {", "all is lost ", "", "comment is not closed before the next game"},
		{"lines in a comment never closed", "1. 32-28 {", "\n[Event \"x\"", "", "comment is not closed"},
		{"braces", "1. 32-28 ", "{", "} *", "text longer than 1 MiB, its end left out"},
		{"comments", "1. 32-28 ", "{} ", "*", tooLarge},
		{"tags", "", "[White \"x\"]\n", "*", "tag White is given again"},
		{"tags of many names", "", "[A \"\"][B \"\"][C \"\"][D \"\"]", "*", "tag A is given again"},
		{"one tag", "[White \"", "x", "\"] *", "text longer than 1 MiB, its end left out"},
		{"one tag name", "[", "X", " \"\"] *", "text longer than 1 MiB, its end left out"},
		{"quotes", "[White \"", "\" ", "\"] *", "tag White has a bare quote in its value"},
		{"brackets", "", "[", "", "a stray [ before another one"},
		{"NUL bytes", "1. 32-28 ", "\x00", "*", "NUL bytes are left out"},
		{"NUL bytes in a comment", "1. 32-28 {", "\x00", "} *", "NUL bytes are left out"},
		{"white space", "1. 32-28 ", " \t\r\n", "*", ""},
		{"Latin-1", "1. 32-28 {", "\xe9", "} *", "text longer than 1 MiB, its end left out"},
		{"byte order marks", "1. 32-28 *", "\xff\xfe \x00\xfe\xff\x00 \xef\xbb\xbf", "", ""},
		{"games", "", "1. 32-28 *\n", "", ""},
		{"stars", "1. 32-28", "*", "", ""},
		{"paths", "[Event \"../../etc/passwd\"]", "[../../x \"\"]", "*", "tag ../../x is given again"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			size := int64(*hostile) << 20
			if test.problem == tooLarge {
				size = max(size, maxGame+4<<20)
			}
			size -= size % int64(len(test.unit))
			body := io.LimitReader(&endless{text: test.unit}, size)
			r := NewReader(io.MultiReader(strings.NewReader(test.head), body, strings.NewReader(test.tail+next)), test.name)
			peak := watchHeap(t)
			var last *Game
			var problem *Error
			for last = range r.All() {
				if len(last.Problems) > maxProblems || len(last.Tags) > maxTags {
					t.Fatalf("game %d has %d problems and %d tags", last.Number, len(last.Problems), len(last.Tags))
				}
				if problem == nil && len(last.Problems) > 0 {
					problem = last.Problems[0]
				}
			}
			if got := peak(); got > maxHeap {
				t.Errorf("the heap grew to %d MB", got>>20)
			} else {
				t.Logf("%d MB of heap", got>>20)
			}
			switch {
			case test.problem != "" && (problem == nil || !strings.HasPrefix(problem.Problem, test.problem)):
				t.Errorf("the first problem is %v, want %q", problem, test.problem)
			case problem != nil && problem.Line == 0:
				t.Errorf("%v has no place", problem)
			}
			if got, want := describe(last), "Event=next | 32-28 19-23 *"; got != want {
				t.Errorf("the game behind it is %s, want %s", shorten(got), want)
			}
		})
	}
}

// watchHeap returns a function that returns the most the heap has held since,
// garbage included.
func watchHeap(t *testing.T) func() uint64 {
	runtime.GC()
	done, peak := make(chan struct{}), make(chan uint64)
	go func() {
		var most uint64
		var m runtime.MemStats
		for tick := time.NewTicker(5 * time.Millisecond); ; {
			select {
			case <-tick.C:
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
			case <-done:
				tick.Stop()
				runtime.ReadMemStats(&m)
				peak <- max(most, m.HeapAlloc)
				return
			}
		}
	}()
	return func() uint64 {
		close(done)
		return <-peak
	}
}
