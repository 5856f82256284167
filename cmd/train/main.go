// Train fits the newest net of a run to the newest positions of its games and
// adds the result to the run as its next net. With --watch it goes on whenever
// another process has played the games for the next.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"drafthorse/cmd/internal/cli"
	"drafthorse/cmd/internal/console"
	"drafthorse/cmd/internal/runflags"
	"drafthorse/learn"
	"drafthorse/run"
)

func main() { cli.Main(command()) }

func command() *cobra.Command {
	c := &cobra.Command{
		Use:   "train",
		Short: "Fit the newest net of a run to its games",
		Long: `Train fits the newest net of a run to the newest positions of the run's games
and adds the result as the next net. Stop it at any time: the same command goes
on from the last checkpoint.

With --watch it trains one net after the other, each as soon as selfplay --watch,
at work at the same time, has played the games for it.

With --trial it trains a net from random weights on the run's games instead, with
the run's configuration changed by --set, and prints how it does on the held-out
games: for comparing configurations. The run stays as it is; with --out the net
goes to a file of its own, so that match can play it.

With --export-onnx it trains nothing: it writes the newest net as an ONNX model
that other programs can evaluate.`,
		Example: `  go run ./cmd/train --run runs/first
  go run ./cmd/train --run runs/first --watch
  go run ./cmd/train --run runs/first --trial --set net.width=512 --set training.average=0.0 --out wide.safetensors
  go run ./cmd/train --run runs/first --export-onnx best.onnx
  go run ./cmd/selfplay --run runs/first`,
		Args: cli.NoArguments("run"),
	}
	settings := runflags.AddRun(c, "runs/first", runtime.NumCPU())
	watch := c.Flags().Bool("watch", false, "train net after net, beside selfplay --watch, until stopped")
	onlyTrial := c.Flags().Bool("trial", false, "train a net anew to compare configurations, and leave the run as it is")
	out := c.Flags().String("out", "", "write the trial's net to this .safetensors file")
	set := c.Flags().StringArray("set", nil, "value of the configuration in a trial, as in net.width=512")
	model := c.Flags().String("export-onnx", "", "write the newest net to this file as an ONNX model instead")
	cli.Files(c, []string{"safetensors"}, "out")
	cli.Files(c, []string{"onnx"}, "export-onnx")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if *onlyTrial && *model != "" {
			return cli.Usage("--trial keeps no net, so --export-onnx has none to write: give one of the two")
		}
		if *watch && (*onlyTrial || *model != "") {
			return cli.Usage("--watch has no effect with --trial or --export-onnx, which add no net to the run: give one of them")
		}
		if c.Flags().Changed("export-onnx") {
			return export(c, settings, *model)
		}
		if err := settings.NeedRun(); err != nil {
			return err
		}
		if *onlyTrial {
			if *out != "" {
				if err := cli.CheckOutput("out", *out, ".safetensors"); err != nil {
					return err
				}
			}
			return trial(c.Context(), c, settings, *set, *out)
		}
		if *out != "" {
			return cli.Usage("--out goes with --trial: the nets of a run are in its folder")
		}
		if len(*set) > 0 {
			return cli.Usage("--set goes with --trial: the configuration of a run stays as it began")
		}
		return train(c.Context(), c, settings, *watch)
	}
	return c
}

func train(ctx context.Context, c *cobra.Command, settings *runflags.Settings, watch bool) error {
	l, o, err := settings.Loop(c, run.Training)
	if err != nil {
		return err
	}
	defer l.Close()
	goal, next := learn.Goal{}, ""
	if !watch {
		goal = learn.Goal{Nets: l.State().Newest + 1, Early: true}
		next = fmt.Sprintf("next: go run ./cmd/selfplay --run %s\n", cli.Quote(settings.Dir))
	}
	var unsaid error
	l.Observe = func(e learn.Event) {
		o.See(e)
		if e.Do == learn.Train && e.Ended && e.Err == nil {
			unsaid = errors.Join(unsaid, cli.Print(c.OutOrStdout(), settings.JSON, result{1, settings.Dir, e.Trained}, func(w io.Writer) error {
				_, err := fmt.Fprintf(w, "net %d: %s\nreport: %s\n%s", e.Net, console.HeldOut(e.Trained), filepath.Join(settings.Dir, run.ReportName), next)
				return err
			}))
		}
	}
	if err := console.Learn(ctx, l, goal); err != nil {
		return err
	}
	return errors.Join(unsaid, o.LeftOut)
}

// result is what a training ends with.
type result struct {
	Schema int    `json:"schema"`
	Run    string `json:"run"`
	run.Trained
}
