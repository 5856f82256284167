package cmd_test

import (
	"errors"
	"fmt"
	"os/exec"
	"testing"

	"drafthorse/cmd/internal/cli"
	"drafthorse/endgame"
	"drafthorse/learn"
	"drafthorse/net"
	"drafthorse/run"
	"drafthorse/store"
	"drafthorse/training"
)

// TestExitCodesOfOurErrors has the errors of the rooms that a program has an exit code
// of its own for. Scripts of users depend on the numbers.
func TestExitCodesOfOurErrors(t *testing.T) {
	failed := exec.Command(bin(t, "hub"), "--no-such-flag").Run() // an engine that ends with 2
	for _, test := range []struct {
		err  error
		want int
	}{
		{learn.ErrNoGames, 1},
		{failed, 1},
		{run.ErrConfig, 2},
		{store.ErrDamaged, 4},
		{net.ErrWeights, 4},
		{training.ErrCheckpoint, 4},
		{endgame.ErrDamaged, 4},
		{run.ErrLocked, 5},
		{learn.ErrMemory, 5},
		{errors.Join(store.ErrDamaged, learn.ErrNoGames), 4},
		{errors.Join(run.ErrLocked, store.ErrDamaged), 4},
		{fmt.Errorf("%w: %w", cli.ErrRefused, store.ErrDamaged), 3},
		{errors.Join(cli.ErrInterrupted, store.ErrDamaged), 130},
	} {
		for _, err := range []error{test.err, errors.Join(fmt.Errorf("doing something: %w", test.err))} {
			if got := cli.ExitCode(err); got != test.want {
				t.Errorf("ExitCode(%v) = %d, want %d", err, got, test.want)
			}
		}
	}
}
