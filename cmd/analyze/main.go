// Analyze annotates collections of game records with move-quality marks, or
// checks them.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drafthorse/analysis"
	"drafthorse/cmd/internal/cli"
	"drafthorse/cmd/internal/console"
	"drafthorse/cmd/internal/tablefiles"
	"drafthorse/endgame"
	"drafthorse/internal/plural"
	"drafthorse/net"
	"drafthorse/net/shipped"
	"drafthorse/run"
)

func main() { cli.Main(command()) }

type options struct {
	net, run, out, endgames, dialect string
	results, from                    string
	html, moves, summary, puzzles    string
	title                            string
	thresholds                       []string
	visits, depth, workers           int
	nodes                            uint64
	time                             time.Duration
	check, json, serve, strip        bool
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

Printed on a terminal the games are as players write them, the first ten with a
summary each; --out or a redirection gets all of them as PDN. A game that has been
annotated by the same settings stays as it is; what other settings have written is
replaced, and --strip takes it out.

A position that occurs again, in whatever game, is searched once. What is found
stands in FILE of --results, one JSON object a line, or in OUT.partial.jsonl until
--out OUT is written; after Ctrl-C or a crash the same command goes on from there.
--from FILE judges by what such a file holds, without a net and without a search,
perhaps by other thresholds or in the other dialect.

Beside PDN it writes a report for a browser (--html), a row for each move (--moves),
the figures of games and players (--summary), and the shots of the games as
problems (--puzzles).

With --check it needs no net, searches nothing and writes no games: it reports
what is wrong with the records and which games are there twice.

With --serve it answers queries about positions, one JSON object a line, from
standard input on standard output, out of order and until the input ends:
go doc drafthorse/query describes them.`,
		Example: `  go run ./cmd/analyze club.pdn > annotated.pdn
  go run ./cmd/analyze --run runs/demo club.pdn > annotated.pdn
  go run ./cmd/analyze --net best.safetensors --visits 8000 --out annotated.pdn 2019.pdn 2020.pdn
  go run ./cmd/analyze --results club.jsonl --out annotated.pdn club.pdn
  go run ./cmd/analyze --from club.jsonl --threshold bad=0.15 --out strict.pdn club.pdn
  go run ./cmd/analyze --strip annotated.pdn > bare.pdn
  go run ./cmd/analyze --html club --moves moves.csv --summary - --puzzles shots.pdn club.pdn > annotated.pdn
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
	f.StringVarP(&o.out, "out", "o", "", "file to write (default, and -: standard output)")
	f.StringVar(&o.html, "html", "", "folder for a report to look at in a browser")
	f.StringVar(&o.title, "title", "", "title of the report of --html (default: the name of the file or folder)")
	f.StringVar(&o.moves, "moves", "", "file with a row for each move: .csv or .jsonl")
	f.StringVar(&o.summary, "summary", "", "file with the figures of each game and player: .txt or .json; of the players only, with\na cross table: .csv; - is standard error")
	f.StringVar(&o.puzzles, "puzzles", "", "PDN file with the shots of the games, as problems")
	f.StringVar(&o.endgames, "endgames", "", "folder with more endgame tables than the built-in ones")
	f.IntVar(&o.visits, "visits", 2000, "visits of the tree that searches each position")
	f.IntVar(&o.depth, "depth", 0, "most plies of the alpha-beta search that has to agree (default: no limit)")
	f.Uint64Var(&o.nodes, "nodes", 0, fmt.Sprintf("most nodes of that search (default: %d for each visit)", analysis.NodesPerVisit))
	f.DurationVar(&o.time, "time", 0, "time for each of the two searches of a position, as 50ms, instead of visits;\nthe result can then not be repeated")
	f.StringVar(&o.results, "results", "", "file that keeps what is found, and from which it is taken again")
	f.StringVar(&o.from, "from", "", "file of --results by which to judge without a search")
	f.StringArrayVar(&o.thresholds, "threshold", nil, "a number that the marks are set by, as bad=0.15 (default: "+numbers()+")")
	f.StringVar(&o.dialect, "dialect", "fmjd", "what ?! and !? mean: fmjd or chess")
	f.IntVar(&o.workers, "workers", runtime.NumCPU(), "games judged or checked, or positions searched, at once")
	f.BoolVar(&o.strip, "strip", false, "take out what an earlier analysis has written into the games")
	f.BoolVar(&o.check, "check", false, "check the records instead")
	f.BoolVar(&o.serve, "serve", false, "answer queries, one JSON object a line, from standard input")
	f.BoolVar(&o.json, "json", false, "print what --check finds as JSON, one object a line")
	cli.Group(c, "Who judges, and how long", "net", "run", "endgames", "visits", "depth", "nodes", "time")
	cli.Group(c, "What the marks mean", "dialect", "threshold")
	cli.Group(c, "What is written", "out", "html", "moves", "summary", "puzzles")
	cli.Group(c, "What is kept of the searches", "results", "from")
	cli.Group(c, "Something else instead", "check", "json", "strip", "serve")
	cli.Files(c, []string{"safetensors"}, "net")
	cli.Files(c, []string{"pdn"}, "out", "puzzles")
	cli.Files(c, []string{"csv", "jsonl"}, "moves")
	cli.Files(c, []string{"txt", "json"}, "summary")
	cli.Files(c, []string{"jsonl"}, "results", "from")
	cli.Folders(c, "run", "html", "endgames")
	cli.Values(c, "dialect", "fmjd", "chess")
	cli.Beginnings(c, "threshold", thresholdNames()...)
	c.ValidArgsFunction = cobra.FixedCompletions([]string{"pdn", "gz", "zip"}, cobra.ShellCompDirectiveFilterFileExt)
	c.RunE = func(c *cobra.Command, args []string) error {
		if o.workers < 1 {
			return cli.Usage("--workers is %d: want 1 or more", o.workers)
		}
		if o.out == "-" {
			o.out = ""
		}
		if o.serve {
			return serve(c, o, args)
		}
		if o.check {
			return checkOnly(c, o, args)
		}
		if o.strip {
			return strip(c, o, args)
		}
		if o.json {
			return cli.Usage("--json goes with --check: annotated games are PDN")
		}
		if o.title != "" && o.html == "" {
			return cli.Usage("--title has no effect without --html, whose report it names: give both, or neither")
		}
		return annotate(c, o, args)
	}
	return c
}

// memoryGoal is where a check begins to collect its garbage earlier. All but
// the hashes of the games and the few games at hand is garbage, so that costs
// next to nothing.
const memoryGoal = 64 << 20

// only refuses flags that have no effect with another one.
func only(c *cobra.Command, with, which string, allowed ...string) error {
	var err error
	c.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && f.Name != with && !slices.Contains(allowed, f.Name) {
			err = cli.Usage("--%s has no effect with --%s, which %s: give one of the two", f.Name, with, which)
		}
	})
	return err
}

// checkOnly checks, after it has refused flags that would have no effect.
func checkOnly(c *cobra.Command, o options, args []string) error {
	if err := only(c, "check", "neither searches nor writes games", "json", "workers"); err != nil {
		return err
	}
	if err := checkThere(args); err != nil {
		return err
	}
	if err := o.inputs(args, c.InOrStdin()).spareStdout(c.OutOrStdout()); err != nil {
		return err
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

// knowledge returns the net and the endgame tables that the flags name.
func (o options) knowledge(stderr io.Writer) (*net.Network, *endgame.Tables, error) {
	n, err := o.network()
	if err != nil {
		return nil, nil, err
	}
	endgames, err := tablefiles.Load(o.endgames, stderr)
	return n, endgames, err
}

func (o options) network() (*net.Network, error) {
	switch {
	case o.net != "" && o.run != "":
		return nil, cli.Usage("--net and --run both name a net: give one of the two")
	case o.run != "":
		n, err := run.NewestNet(o.run)
		if cli.IsMissing(err) {
			return nil, cli.Usage("%s: there is no run: make one by go run ./cmd/pipeline --run %s, or leave --run out", o.run, cli.Quote(o.run))
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

// endureClosedPipes has a write to a pipe that nobody reads any more return an error,
// so that nothing half done is left. Else the process would end on the spot.
func endureClosedPipes() { signal.Ignore(syscall.SIGPIPE) }

// interrupted adds to the error of an interruption how far things went.
func interrupted(err error, games int) error {
	if errors.Is(err, cli.ErrInterrupted) {
		return fmt.Errorf("%w after %s: the same command begins again", err, plural.Count(games, "game"))
	}
	return err
}

// numbers lists the default thresholds.
func numbers() string { return strings.Join(analysis.DefaultThresholds().Numbers(), " ") }

// thresholdNames are their names, as they begin a value of --threshold.
func thresholdNames() (names []string) {
	for _, number := range analysis.DefaultThresholds().Numbers() {
		name, _, _ := strings.Cut(number, "=")
		names = append(names, name+"=")
	}
	return names
}
