package cli

import (
	"errors"
	"fmt"
)

// The exit codes of all commands.
const (
	Done        = 0
	Failed      = 1
	WrongUsage  = 2   // of flags, arguments or configuration
	Refused     = 3   // done, but some of the input was refused
	Damaged     = 4   // data that were written whole are no longer so
	NoRoom      = 5   // no space on the disk, too little memory, or the folder is in use
	Interrupted = 130 // by Ctrl-C or a termination signal
)

// ErrInterrupted is the cause with which a command's context is cancelled at
// the first Ctrl-C.
var ErrInterrupted = errors.New("interrupted")

// ErrRefused is wrapped by the error of a command that did its work but had to
// leave some of the input out.
var ErrRefused error = refusedError{}

type refusedError struct{}

func (refusedError) Error() string { return "some input was refused" }

func (refusedError) Refused() {}

// Errors of packages that know no exit codes say by a method what they are about.
type (
	wrongUsage interface {
		error
		WrongUsage()
	}
	refused interface {
		error
		Refused()
	}
	damaged interface {
		error
		Damaged()
	}
	noRoom interface {
		error
		NoRoom()
	}
)

type usageError struct{ error }

func (usageError) WrongUsage() {}

// Usage marks an error as one of how the command was called.
func Usage(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// ExitCode returns the code with which a command that returned err ends. Where err wraps
// errors of several kinds, the kind that tells a person most decides: an interruption,
// then wrong usage, refused input, damage, no room.
func ExitCode(err error) int {
	switch {
	case err == nil:
		return Done
	case errors.Is(err, ErrInterrupted):
		return Interrupted
	case wraps[wrongUsage](err):
		return WrongUsage
	case wraps[refused](err):
		return Refused
	case wraps[damaged](err):
		return Damaged
	case wraps[noRoom](err), IsFull(err):
		return NoRoom
	}
	return Failed
}

// wraps reports whether err is or wraps an error of type E.
func wraps[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
