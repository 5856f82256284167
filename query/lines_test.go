package query

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestLines(t *testing.T) {
	full := strings.Repeat("x", maxLine-1)
	text := "a\n\nb\r\n" + full + "\n" + full + "y\nc\n" + full + full + full + "\nlast"
	l := newLines(iotest.HalfReader(strings.NewReader(text)))
	for i, want := range []string{"a\n", "\n", "b\r\n", full + "\n", "", "c\n", "", "last"} {
		got, err := l.next()
		if want == "" {
			if !errors.Is(err, errLong) {
				t.Errorf("line %d: %v, want errLong", i+1, err)
			}
		} else if err != nil || string(got) != want {
			t.Errorf("line %d: %.20q (%d bytes) and %v, want %.20q (%d bytes)", i+1, got, len(got), err, want, len(want))
		}
		if l.number != i+1 {
			t.Errorf("line %d has the number %d", i+1, l.number)
		}
	}
	if _, err := l.next(); !errors.Is(err, io.EOF) {
		t.Errorf("%v at the end, want EOF", err)
	}
}

// endless is a line that never ends, but breaks after a GiB.
type endless struct{ read int }

var errBroken = errors.New("broken")

func (e *endless) Read(b []byte) (int, error) {
	if e.read += len(b); e.read > 1<<30 {
		return 0, errBroken
	}
	return len(b), nil
}

func TestEndlessLine(t *testing.T) {
	l := newLines(&endless{})
	if _, err := l.next(); !errors.Is(err, errLong) {
		t.Fatalf("%v, want errLong", err)
	}
	if _, err := l.next(); !errors.Is(err, errBroken) {
		t.Fatalf("%v, want what the reader says", err)
	}
	if c := cap(l.text); c > 2*maxLine {
		t.Errorf("%d bytes of it are held", c)
	}
}
