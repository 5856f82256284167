package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"drafthorse/cmd/internal/cli"
	"drafthorse/cmd/internal/console"
	"drafthorse/cmd/internal/runflags"
	"drafthorse/learn"
	"drafthorse/net"
	"drafthorse/run"
	"drafthorse/store"
	"drafthorse/training"
)

// trial trains a net on the games of a run with its configuration changed by
// set and prints what the net makes of the held-out games. It writes the net to
// a file, if one is named, and changes nothing in the run.
func trial(ctx context.Context, c *cobra.Command, settings *runflags.Settings, set []string, file string) error {
	config, err := run.TrialConfig(settings.Dir, set)
	if err != nil {
		return err
	}
	var trained run.Trained
	fit := func(w io.Writer) error {
		var bar *cli.Progress
		note := ""
		var n *net.Network
		var err error
		trained, n, err = learn.Trial(ctx, settings.Dir, config, settings.Workers, func(done, planned int, m training.Metrics) {
			if bar == nil {
				bar = cli.NewProgress(c.ErrOrStderr(), "trial", "steps", done-1, planned)
			}
			note = fmt.Sprintf("loss %.3f", m.Loss)
			bar.Set(done, note)
		})
		if bar != nil {
			bar.End(note)
		}
		for _, fault := range trained.Faults {
			fmt.Fprintf(c.ErrOrStderr(), "warning: %v\n", fault)
		}
		if err != nil {
			return err
		}
		return net.Write(w, n)
	}
	if file == "" {
		err = fit(io.Discard)
	} else {
		err = store.ReplaceFile(file, fit) // begun before the training, so that one without a place to go to does not begin
	}
	if err != nil {
		return err
	}
	return cli.Print(c.OutOrStdout(), settings.JSON, result{1, settings.Dir, trained}, func(w io.Writer) error {
		e := trained.After
		if e.Rows == 0 {
			_, err := fmt.Fprintln(w, console.HeldOut(trained))
			return err
		}
		_, err := fmt.Fprintf(w, "%d held-out positions after %d steps: policy loss %.4f (entropy of the targets %.4f), value loss %.4f (%.4f), top move %.1f %%\n",
			e.Rows, trained.Steps, e.PolicyLoss, e.PolicyEntropy, e.ValueLoss, e.ValueEntropy, 100*e.Accuracy)
		return err
	})
}
