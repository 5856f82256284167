// Package console is what the commands share of how they meet a person: exit
// codes, Ctrl-C, progress on a terminal or in a log, and the version.
package console

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"drafthorse/datasets"
	"drafthorse/endgame"
	"drafthorse/hub"
	"drafthorse/net"
	"drafthorse/run"
	"drafthorse/training"
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
var ErrRefused = errors.New("some input was refused")

type usageError struct{ error }

// Usage marks an error as one of how the command was called.
func Usage(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// ExitCode returns the code with which a command that returned err ends.
func ExitCode(err error) int {
	var usage usageError
	switch {
	case err == nil:
		return Done
	case errors.Is(err, ErrInterrupted):
		return Interrupted
	case errors.As(err, &usage), errors.Is(err, run.ErrConfig):
		return WrongUsage
	case errors.Is(err, ErrRefused):
		return Refused
	case errors.Is(err, datasets.ErrDamaged), errors.Is(err, net.ErrWeights), errors.Is(err, training.ErrCheckpoint),
		errors.Is(err, endgame.ErrDamaged):
		return Damaged
	case errors.Is(err, run.ErrLocked), errors.Is(err, run.ErrMemory), isFull(err):
		return NoRoom
	}
	return Failed
}

// isFull reports whether an error says that the disk has no more room.
func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// Main runs a command with the process's arguments and exits with its code. The
// first Ctrl-C cancels the command's context, so that it can finish what it has
// begun; the second ends the process at once, and with it the engines of others that
// it has started. A termination signal does the same, and so does the end of the
// terminal, unless nohup has it ignored, but that may be told more than once.
func Main(c *cobra.Command) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(signals, syscall.SIGHUP)
	}
	go func() {
		<-signals
		fmt.Fprintln(os.Stderr, "\nstopping: finishing what is under way (again to stop at once)")
		cancel(ErrInterrupted)
		for s := range signals {
			if s != syscall.SIGHUP {
				hub.KillAll()
				os.Exit(Interrupted)
			}
		}
	}()
	os.Exit(Run(ctx, c, os.Args[1:], os.Stdout, os.Stderr))
}

// Run runs a command with the given arguments and returns its exit code, after
// it has said on stderr what went wrong.
func Run(ctx context.Context, c *cobra.Command, args []string, stdout, stderr io.Writer) int {
	c.SilenceErrors, c.SilenceUsage = true, true
	c.Version = Version()
	c.SetVersionTemplate("{{.DisplayName}} {{.Version}}\n")
	c.SetUsageTemplate(usageTemplate(c))
	addCompletion(c)
	begun := false
	for _, one := range append(c.Commands(), c) {
		if work := one.RunE; work != nil {
			one.RunE = func(c *cobra.Command, args []string) error {
				begun = true
				return work(c, args)
			}
		}
	}
	c.SetArgs(args)
	c.SetOut(stdout)
	c.SetErr(stderr)
	ran, err := c.ExecuteContextC(ctx)
	if err != nil && !begun {
		err = misuse(ran, err)
	}
	if err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", c.Name(), err)
	}
	return ExitCode(err)
}

// Count writes a number of things: "1 game", "2 games".
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// Print prints a result: as a JSON object for programs, or as the text says.
func Print(out io.Writer, asJSON bool, result any, text func(io.Writer) error) error {
	if asJSON {
		return json.NewEncoder(out).Encode(result)
	}
	return text(out)
}
