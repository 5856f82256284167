package run

import (
	"io"
	"testing"
)

func endLap(t *testing.T, r *Run) {
	t.Helper()
	if _, err := r.EndLap(func(w io.Writer) error {
		_, err := io.WriteString(w, "*\n")
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func TestLapEnd(t *testing.T) {
	c := smallConfig()
	r := open(t, t.TempDir(), c)
	check := func(generations, want int) {
		t.Helper()
		if got := r.LapEnd(generations); got != want {
			t.Errorf("with net %d LapEnd(%d) = %d, want %d", r.Generation(), generations, got, want)
		}
	}
	check(2, 2)
	playAndTrain(t, r)
	check(2, 2) // the lap is under way
	playAndTrain(t, r)
	check(2, 2) // its nets are there, its annotated game is not
	check(1, 2) // a shorter lap than the one under way ends with the newest net
	endLap(t, r)
	check(2, 4)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	r = open(t, r.Dir, c)
	check(2, 4)
	playAndTrain(t, r)
	check(2, 4)
	endLap(t, r)
	check(2, 5)
}
