package cli

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"testing"
)

// Errors of others, with the methods that say what they are about.
type (
	badSetting struct{ error }
	badFile    struct{ error }
	taken      struct{ error }
)

func (badSetting) WrongUsage() {}
func (badFile) Damaged()       {}
func (taken) NoRoom()          {}

// TestExitCode spells the numbers out: scripts of users depend on them. Where an error
// has several kinds, one decides in whichever order they stand.
func TestExitCode(t *testing.T) {
	something := errors.New("something")
	wrap := func(err error) error { return errors.Join(fmt.Errorf("doing something: %w", err)) }
	for _, test := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{something, 1},
		{os.ErrPermission, 1},
		{Usage("--x is %d", 1), 2},
		{badSetting{something}, 2},
		{errors.Join(badFile{something}, badSetting{something}), 2},
		{ErrRefused, 3},
		{fmt.Errorf("%w: %w", ErrRefused, badFile{something}), 3}, // the work was done all the same
		{badFile{something}, 4},
		{errors.Join(taken{something}, badFile{something}), 4},
		{errors.Join(badFile{something}, errors.New("something else")), 4},
		{taken{something}, 5},
		{&os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, 5},
		{&os.PathError{Op: "write", Path: "x", Err: syscall.EDQUOT}, 5},
		{ErrInterrupted, 130},
		{errors.Join(Usage("--x is %d", 1), ErrInterrupted), 130},
		{errors.Join(ErrInterrupted, badFile{something}), 130},
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
