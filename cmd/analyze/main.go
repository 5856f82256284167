// Analyze annotates collections of game records with move-quality marks, or
// checks them.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"drafthorse/analysis"
	"drafthorse/cmd/internal/console"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/net/shipped"
	"drafthorse/run"
)

func main() { console.Main(command()) }

type options struct {
	net, run, out, endgames, dialect string
	visits, workers                  int
	check, json, serve               bool
}

func command() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "analyze FILE...",
		Short: "Annotate game records with move-quality marks, or check them",
		Long: `Analyze reads games from PDN files, from .gz and .zip with PDN in them, and from
all of these in folders (- is standard input). It judges every move by a search
with a net and writes the games with marks, reasons and better lines. A game
that cannot be judged is copied as it is and reported; then the exit code is 3.
The marks are those of the FMJD: !? looks good but is bad, ?! looks bad but is
good, and $7 is the star: every other move loses. With --dialect chess they are
those of chess and lidraughts: ?! is an inaccuracy and !? is interesting.

With --check it needs no net, searches nothing and writes no games: it reports
what is wrong with the records and which games are there twice.

With --serve it answers queries about positions, one JSON object a line, from
standard input on standard output, out of order and until the input ends:
go doc drafthorse/query describes them.`,
		Example: `  go run ./cmd/analyze club.pdn > annotated.pdn
  go run ./cmd/analyze --run runs/demo club.pdn > annotated.pdn
  go run ./cmd/analyze --net best.safetensors --visits 8000 --out annotated.pdn 2019.pdn 2020.pdn
  go run ./cmd/analyze --check club.pdn archive.zip records/
  go run ./cmd/analyze --serve < queries.jsonl > answers.jsonl`,
		Args: func(c *cobra.Command, args []string) error {
			if o.serve {
				return nil
			}
			return cobra.MinimumNArgs(1)(c, args)
		},
	}
	f := c.Flags()
	f.StringVar(&o.net, "net", "", "weights file of the net that judges (default: the net that comes with the program)")
	f.StringVar(&o.run, "run", "", "folder of a run whose newest net judges")
	f.StringVarP(&o.out, "out", "o", "", "file to write (default: standard output)")
	f.StringVar(&o.endgames, "endgames", "", "folder with more endgame tables than the built-in ones")
	f.IntVar(&o.visits, "visits", 2000, "visits of the tree that searches each position")
	f.StringVar(&o.dialect, "dialect", "fmjd", "what ?! and !? mean: fmjd or chess")
	f.IntVar(&o.workers, "workers", runtime.NumCPU(), "games judged or checked, or positions searched, at once")
	f.BoolVar(&o.check, "check", false, "check the records instead")
	f.BoolVar(&o.serve, "serve", false, "answer queries, one JSON object a line, from standard input")
	f.BoolVar(&o.json, "json", false, "print what --check finds as JSON, one object a line")
	c.RunE = func(c *cobra.Command, args []string) error {
		if o.workers < 1 {
			return console.Usage("--workers is %d: want 1 or more", o.workers)
		}
		if o.serve {
			return serve(c, o, args)
		}
		if o.check {
			return checkOnly(c, o, args)
		}
		if o.json {
			return console.Usage("--json goes with --check: annotated games are PDN")
		}
		return annotate(c, o, args)
	}
	return c
}

// memoryGoal is where a check begins to collect its garbage earlier. All but
// the hashes of the games and the few games at hand is garbage, so that costs
// next to nothing.
const memoryGoal = 64 << 20

// checkOnly checks, after it has refused flags that would have no effect.
func checkOnly(c *cobra.Command, o options, args []string) error {
	for _, name := range []string{"net", "run", "out", "visits", "endgames", "dialect"} {
		if c.Flags().Changed(name) {
			return console.Usage("--%s has no effect with --check, which neither searches nor writes games: give one of the two", name)
		}
	}
	debug.SetMemoryLimit(min(debug.SetMemoryLimit(-1), memoryGoal))
	out := bufio.NewWriter(c.OutOrStdout())
	k := newChecker(out, o.json)
	err := k.run(c.Context(), o.workers, args, c.InOrStdin(), c.ErrOrStderr())
	if unwritten := out.Flush(); err == nil {
		err = unwritten
	}
	if err != nil {
		return err
	}
	return k.refused.err("%s, %s")
}

func annotate(c *cobra.Command, o options, args []string) error {
	config := analysis.Config{Limits: analysis.Limits{Visits: o.visits}, Search: mcts.DefaultConfig().ForPlay()}
	if err := config.Validate(); err != nil {
		return console.Usage("%w", err)
	}
	thresholds := analysis.DefaultThresholds()
	var err error
	if thresholds.Dialect, err = analysis.ParseDialect(o.dialect); err != nil {
		return console.Usage("--%w", err)
	}
	if err := keepInput(o.out, args); err != nil {
		return err
	}
	n, err := o.network()
	if err != nil {
		return err
	}
	endgames, err := console.Endgames(o.endgames, c.ErrOrStderr())
	if err != nil {
		return err
	}
	b := batch{
		thresholds: thresholds,
		newFinder:  func() *analysis.Finder { return analysis.NetFinder(config, n, endgames) },
		signature:  analysis.Signature(config.Limits, n.ID(), console.Version(), thresholds.Dialect),
		stderr:     c.ErrOrStderr(),
	}
	write := func(w io.Writer) error { return b.run(c.Context(), o.workers, args, c.InOrStdin(), w) }
	if o.out == "" {
		err = write(c.OutOrStdout())
	} else {
		err = console.ReplaceFile(o.out, write)
	}
	if err != nil {
		return err
	}
	return b.report()
}

func (o options) network() (*net.Network, error) {
	switch {
	case o.net != "" && o.run != "":
		return nil, console.Usage("--net and --run both name a net: give one of the two")
	case o.run != "":
		n, err := run.NewestNet(o.run)
		if errors.Is(err, os.ErrNotExist) {
			return nil, console.Usage("%s: there is no run: make one by go run ./cmd/pipeline --run %s, or leave --run out", o.run, o.run)
		}
		return n, err
	case o.net == "":
		return shipped.Net(), nil
	}
	n, err := console.NetFile(o.net)
	if err != nil {
		return nil, fmt.Errorf("--net: %w", err)
	}
	return n, nil
}

// interrupted adds to the error of an interruption how far things went.
func interrupted(err error, games int) error {
	if errors.Is(err, console.ErrInterrupted) {
		return fmt.Errorf("%w after %s: the same command begins again", err, console.Count(games, "game"))
	}
	return err
}
