package learn

import (
	"context"
	"errors"
	"runtime/debug"
	"strings"
	"testing"

	"drafthorse/run"
	"drafthorse/training"
)

// TestWindowIsCapped works sizes out by hand: of 22.5 million rows, 90 times the
// first 250,000, the window holds 250,000 · (1 + 0.4 · (90^0.75 - 1) / 0.75), and of
// 100 million it would hold 12,041,630.
func TestWindowIsCapped(t *testing.T) {
	c := run.DefaultConfig()
	for _, test := range []struct{ first, rows, low, high int }{
		{250_000, 1000, 250_000, 250_000},
		{250_000, 22_500_000, 4_012_000, 4_013_000},
		{250_000, 77_000_000, 9_900_000, 9_999_999},
		{250_000, 100_000_000, 10_000_000, 10_000_000},
		{250_000, 2_000_000_000, 10_000_000, 10_000_000},
		{9_000_000, 2_000_000_000, 10_000_000, 10_000_000},
		{20_000_000, 1000, 20_000_000, 20_000_000}, // who asks for more has it
		{20_000_000, 2_000_000_000, 20_000_000, 20_000_000},
	} {
		c.Window.Rows = test.first
		if got := windowRows(c, test.rows); got < test.low || got > test.high {
			t.Errorf("a window that begins with %d rows holds %d of %d: want %d to %d", test.first, got, test.rows, test.low, test.high)
		}
	}
}

// TestMemory refuses what is too large, with both figures.
func TestMemory(t *testing.T) {
	for _, test := range []struct {
		rows   int
		memory uint64
		want   string
	}{
		{10_000_000, 9_000_000_000, ""},
		{10_000_000, 0, ""}, // not known
		{10_000_000, 8_999_999_999, "a window of 10000000 rows takes 9.0 GB, and this process may use 9.0 GB"},
		{4_000_000, 2_000_000_000, "a window of 4000000 rows takes 3.6 GB, and this process may use 2.0 GB"},
	} {
		err := fits(test.rows, test.memory)
		if refused := errors.Is(err, ErrMemory); refused != (test.want != "") || refused && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d rows in %d bytes: error %v, want %q", test.rows, test.memory, err, test.want)
		}
	}
}

// TestTooLittleMemory lets the process have 100 kB, which no window fits in. Neither
// a run is opened for training then, nor a net trained, and nothing is lost.
func TestTooLittleMemory(t *testing.T) {
	r := open(t, t.TempDir(), smallConfig())
	play(t, r, 2)
	if rows := r.state.Totals().Rows; rows*rowMemory < 100_000 {
		t.Fatalf("only %d rows", rows)
	}
	little := func(f func() error) error {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(100_000))
		return f()
	}
	err := little(func() error {
		_, err := train(t.Context(), r, func(int, int) { t.Error("a step is made") })
		return err
	})
	if !errors.Is(err, ErrMemory) {
		t.Errorf("Train = %v, want ErrMemory", err)
	}
	err = little(func() error {
		_, _, err := Trial(context.Background(), r.Dir, r.Config, 1, func(int, int, training.Metrics) { t.Error("a step is made") })
		return err
	})
	if !errors.Is(err, ErrMemory) {
		t.Errorf("Trial = %v, want ErrMemory", err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	for roles, want := range map[run.Roles]error{run.Training: ErrMemory, run.Playing | run.Training: ErrMemory, run.Playing: nil} {
		err := little(func() error {
			other, err := run.Open(r.Dir, r.Config, "test", roles)
			if err != nil {
				return err
			}
			_, err = New(other, roles, 1)
			return errors.Join(err, other.Close())
		})
		if !errors.Is(err, want) {
			t.Errorf("Open for roles %d = %v, want %v", roles, err, want)
		}
	}
	whole := open(t, t.TempDir(), smallConfig())
	playAndTrain(t, whole)
	again := open(t, r.Dir, r.Config)
	if _, err := train(t.Context(), again, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	compareTrainings(t, again, whole)
}
