// Package cli is how the commands meet a person: arguments and help, exit codes,
// Ctrl-C, progress on a terminal or in a log, results as text or JSON, files that
// appear whole, and the version. It knows nothing of draughts.
package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// Main runs a command with the process's arguments and exits with its code. The
// first Ctrl-C cancels the command's context, so that it can finish what it has
// begun. The second ends the process at once: only killAll is called before, to end the
// programs of others that the command has started. A termination signal does the same,
// and so does the end of the terminal, unless nohup has it ignored. But that may be told
// more than once, so it counts only as the first.
func Main(c *cobra.Command, killAll ...func()) {
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
				for _, kill := range killAll {
					kill()
				}
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
		fmt.Fprintf(stderr, "%s: %v%s\n", c.Name(), err, meant(err))
	}
	return ExitCode(err)
}
