// Selfplay lets the newest net of a run play games against itself until it has
// played its number of games, and writes them to the run's shards. With --watch
// it goes on, with each net that another process trains on them.
package main

import (
	"context"
	"fmt"
	"io"
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
		Use:   "selfplay",
		Short: "Play games with the newest net of a run against itself",
		Long: `Selfplay lets the newest net of a run play games against itself until it has
played its number of games. A folder without a run gets a new one, whose first
net has random weights. Stop it at any time: the same command goes on.

With --watch it plays on with each new net as soon as train --watch, at work at
the same time, has made it, and waits when it is two generations of games ahead.`,
		Example: `  go run ./cmd/selfplay --run runs/first --games 2000
  go run ./cmd/train --run runs/first
  go run ./cmd/selfplay --run runs/first --watch`,
		Args: cli.NoArguments("run"),
	}
	settings := runflags.AddSettings(c, "runs/first", runtime.NumCPU())
	watch := c.Flags().Bool("watch", false, "play on with each new net, beside train --watch, until stopped")
	c.RunE = func(c *cobra.Command, _ []string) error { return play(c.Context(), c, settings, *watch) }
	return c
}

func play(ctx context.Context, c *cobra.Command, settings *runflags.Settings, watch bool) error {
	l, _, err := settings.Loop(c, run.Playing)
	if err != nil {
		return err
	}
	defer l.Close()
	if err := console.Learn(ctx, l, learn.Goal{Games: !watch}); err != nil {
		return err
	}
	s := l.State()
	t := s.Totals()
	return cli.Print(c.OutOrStdout(), settings.JSON, result{1, settings.Dir, s.Newest, t}, func(w io.Writer) error {
		fresh, _ := s.Fresh()
		played := fmt.Sprintf("net %d has played its %d games", s.Newest, fresh)
		if own := s.FreshBy(s.Newest); own < fresh { // older nets went on during a training
			played = fmt.Sprintf("%d games wait for the training of net %d, %d of them by net %d", fresh, s.Newest+1, own, s.Newest)
		}
		_, err := fmt.Fprintf(w, "%s; %s holds %d games and %d positions\nnext: go run ./cmd/train --run %s\n",
			played, settings.Dir, t.Games, t.Rows, cli.Quote(settings.Dir))
		return err
	})
}

// result is what the command ends with.
type result struct {
	Schema     int    `json:"schema"`
	Run        string `json:"run"`
	Generation int    `json:"generation"` // of the newest net, which has played
	learn.Totals
}
