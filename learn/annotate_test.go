package learn

import (
	"io"
	"testing"

	"drafthorse/run"
	"drafthorse/store"
)

// endCycle commits an annotated game by the newest net.
func endCycle(t *testing.T, r *Loop) {
	t.Helper()
	facts := store.Facts{Generation: r.Generation()}
	if _, err := r.Manifest.Commit(run.KindAnnotated, run.AnnotatedName(r.Generation()), facts, func(w io.Writer) error {
		_, err := io.WriteString(w, "*\n")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	r.takeIn()
}

func TestCycleEnd(t *testing.T) {
	c := smallConfig()
	r := open(t, t.TempDir(), c)
	check := func(nets, want int) {
		t.Helper()
		if got := r.state.CycleEnd(nets); got != want {
			t.Errorf("with net %d CycleEnd(%d) = %d, want %d", r.Generation(), nets, got, want)
		}
	}
	check(2, 2)
	playAndTrain(t, r)
	check(2, 2) // the cycle is under way
	playAndTrain(t, r)
	check(2, 2) // its nets are there, its annotated game is not
	check(1, 2) // a shorter cycle than the one under way ends with the newest net
	endCycle(t, r)
	check(2, 4)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	r = open(t, r.Dir, c)
	check(2, 4)
	playAndTrain(t, r)
	check(2, 4)
	endCycle(t, r)
	check(2, 5)
}
