package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"drafthorse/datasets"
	"drafthorse/net"
	"drafthorse/run"
	"drafthorse/training"
)

// TestExitCode spells the numbers out, for scripts of users depend on them.
func TestExitCode(t *testing.T) {
	wrap := func(err error) error { return errors.Join(fmt.Errorf("doing something: %w", err)) }
	for _, test := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{errors.New("something"), 1},
		{run.ErrNoGames, 1},
		{os.ErrPermission, 1},
		{Usage("--x is %d", 1), 2},
		{run.ErrConfig, 2},
		{ErrRefused, 3},
		{fmt.Errorf("%w: %w", ErrRefused, datasets.ErrDamaged), 3}, // the work was done all the same
		{datasets.ErrDamaged, 4},
		{errors.Join(datasets.ErrDamaged, run.ErrNoGames), 4},
		{net.ErrWeights, 4},
		{training.ErrCheckpoint, 4},
		{run.ErrLocked, 5},
		{&os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, 5},
		{&os.PathError{Op: "write", Path: "x", Err: syscall.EDQUOT}, 5},
		{ErrInterrupted, 130},
		{errors.Join(ErrInterrupted, datasets.ErrDamaged), 130},
	} {
		if got := ExitCode(test.err); got != test.want {
			t.Errorf("ExitCode(%v) = %d, want %d", test.err, got, test.want)
		}
		if test.err == nil {
			continue
		}
		if got := ExitCode(wrap(test.err)); got != test.want {
			t.Errorf("ExitCode(%v) = %d, want %d", wrap(test.err), got, test.want)
		}
	}
}

func TestRunSaysWhatWentWrong(t *testing.T) {
	for _, test := range []struct {
		err                    error
		code                   int
		wantStdout, wantStderr string
	}{
		{nil, 0, "worked\n", ""},
		{errors.New("no luck"), 1, "worked\n", "toil: no luck\n"},
		{Usage("--x is 3: want 4"), 2, "worked\n", "toil: --x is 3: want 4\n"},
	} {
		c := &cobra.Command{Use: "toil FILE...", RunE: func(c *cobra.Command, _ []string) error {
			fmt.Fprintln(c.OutOrStdout(), "worked")
			return test.err
		}}
		var stdout, stderr strings.Builder
		code := Run(t.Context(), c, []string{"x"}, &stdout, &stderr)
		if code != test.code || stdout.String() != test.wantStdout || stderr.String() != test.wantStderr {
			t.Errorf("Run with %v = %d, %q, %q: want %d, %q, %q", test.err, code, &stdout, &stderr, test.code, test.wantStdout, test.wantStderr)
		}
	}
}

// TestRunHandsItsContextOn cancels before the work.
func TestRunHandsItsContextOn(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(ErrInterrupted)
	c := &cobra.Command{Use: "toil", RunE: func(c *cobra.Command, _ []string) error { return context.Cause(c.Context()) }}
	if code := Run(ctx, c, nil, io.Discard, io.Discard); code != 130 {
		t.Errorf("Run of an interrupted command = %d, want 130", code)
	}
}

// TestProgressInALog has no terminal: a line when the time has come, and one at
// the end.
func TestProgressInALog(t *testing.T) {
	var out strings.Builder
	p := NewProgress(&out, "playing", "games", 10, 40)
	p.Set(11, "a")
	if out.Len() > 0 {
		t.Errorf("at once it says %q: want nothing", &out)
	}
	p.spoken = p.spoken.Add(-interval)
	p.began = p.began.Add(-time.Minute)
	p.Set(20, "b")
	p.Set(21, "c")
	if want := regexp.MustCompile(`^playing: 20 of 40 games, 10\.0/min, 2m0s left, b\n$`); !want.MatchString(out.String()) {
		t.Errorf("after %v it says %q: want %s", interval, &out, want)
	}
	out.Reset()
	p.Set(40, "d")
	p.End("e")
	if want := regexp.MustCompile(`^playing: 40 of 40 games, (30\.0|29\.9)/min, in 1m0(\.1)?s, e\n$`); !want.MatchString(out.String()) {
		t.Errorf("at the end it says %q: want %s", &out, want)
	}
}

// TestProgressSkips has units that took no time: the rate is that of the others.
func TestProgressSkips(t *testing.T) {
	var out strings.Builder
	p := NewProgress(&out, "annotating", "games", 0, 50)
	p.Skip(30)
	p.Set(30)
	p.began, p.spoken = p.began.Add(-time.Minute), p.spoken.Add(-interval)
	p.Set(42)
	if want := regexp.MustCompile(`^annotating: 42 of 50 games, 12\.0/min, 40s left\n$`); !want.MatchString(out.String()) {
		t.Errorf("it says %q: want %s", &out, want)
	}
	out.Reset()
	p.Skip(20)
	p.Set(50)
	p.End("")
	if want := regexp.MustCompile(`^annotating: 50 of 50 games, in 1m0(\.1)?s\n$`); !want.MatchString(out.String()) {
		t.Errorf("where all was skipped it says %q: want %s", &out, want)
	}
}

func TestProgressOfUnknownLength(t *testing.T) {
	var out strings.Builder
	p := NewProgress(&out, "annotating", "games", 0, -1)
	p.Set(3, "")
	p.End("")
	if want := regexp.MustCompile(`^annotating: 3 games, [\d.]+/s, in [\d.]+s\n$`); !want.MatchString(out.String()) {
		t.Errorf("it says %q: want %s", &out, want)
	}
}

func TestHeldOut(t *testing.T) {
	trained := run.Trained{
		Steps:  7,
		Before: training.Evaluation{Rows: 3, PolicyLoss: 2, ValueLoss: 1},
		After:  training.Evaluation{Rows: 3, PolicyLoss: 1.5, ValueLoss: 0.75},
	}
	const want = "loss on held-out games 3.000 before, 2.250 after 7 steps (policy 2.000 to 1.500, value 1.000 to 0.750)"
	if got := HeldOut(trained); got != want {
		t.Errorf("HeldOut = %q, want %q", got, want)
	}
	if got, want := HeldOut(run.Trained{Steps: 7}), "7 steps, no held-out games to judge it by"; got != want {
		t.Errorf("HeldOut without held-out rows = %q, want %q", got, want)
	}
}

// TestDescribe has the rooms that terminals of 80, 100 and more columns leave
// beside the bar.
func TestDescribe(t *testing.T) {
	notes := []string{"W41 D18 B41", "99 plies", "36 % adjudicated"}
	for _, test := range []struct {
		room int
		want string
	}{
		{22, "net 12  W41 D18 B41"},
		{29, "net 12  W41 D18 B41  99 plies"},
		{30, "self-play, net 12  W41 D18 B41"},
		{42, "self-play, net 12  W41 D18 B41  99 plies"},
		{62, "self-play, net 12  W41 D18 B41  99 plies  36 % adjudicated"},
		{18, "self-play, net 12"},
		{16, "net 12"}, // of 60 columns
		{6, "net 12"},
		{5, ""},
		{0, ""},
	} {
		if got := describe("self-play, net 12", notes, test.room); got != test.want {
			t.Errorf("in %d columns: %q, want %q", test.room, got, test.want)
		}
	}
	if got := describe("match", nil, 22); got != "match" {
		t.Errorf("without notes: %q", got)
	}
}
