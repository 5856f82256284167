// Analyze annotates collections of game records with move-quality marks, or
// checks them.
package main

import (
	"io"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"

	"github.com/spf13/cobra"

	"drafthorse/annotate"
	"drafthorse/cmd/internal/cli"
)

func main() { cli.Main(command()) }

// command is analyze. Given files alone it annotates them.
func command() *cobra.Command {
	c := annotateCommand("analyze FILE...")
	c.Long += `

The other commands check records, take an annotation out again, and answer the
queries of programs. For a file that has a command's name type ./check.`
	c.Example += `
  go run ./cmd/analyze strip annotated.pdn > bare.pdn
  go run ./cmd/analyze check club.pdn archive.zip records/
  go run ./cmd/analyze serve < queries.jsonl > answers.jsonl`
	c.AddCommand(annotateCommand("annotate FILE..."), checkCommand(), stripCommand(), serveCommand())
	return c
}

func annotateCommand(use string) *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   use,
		Short: "Annotate game records with move-quality marks",
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
replaced, and analyze strip takes it out.

A position that occurs again, in whatever game, is searched once. What is found
stands in FILE of --results, one JSON object a line, or in OUT.partial.jsonl until
--out OUT is written; after Ctrl-C or a crash the same command goes on from there.
--from FILE judges by what such a file holds, without a net and without a search,
perhaps by other thresholds or in the other dialect.

Besides PDN it writes a report for a browser (--html), a row for each move (--moves),
the figures of games and players (--summary), and the shots of the games as
problems (--puzzles).`,
		Example: `  go run ./cmd/analyze club.pdn > annotated.pdn
  go run ./cmd/analyze --run runs/demo club.pdn > annotated.pdn
  go run ./cmd/analyze --net best.safetensors --visits 8000 --out annotated.pdn 2019.pdn 2020.pdn
  go run ./cmd/analyze --results club.jsonl --out annotated.pdn club.pdn
  go run ./cmd/analyze --from club.jsonl --threshold bad=0.15 --out strict.pdn club.pdn
  go run ./cmd/analyze --html club --moves moves.csv --summary - --puzzles shots.pdn club.pdn > annotated.pdn`,
		Args: cobra.MinimumNArgs(1),
	}
	o.addJudge(c)
	o.addFlags(c)
	c.ValidArgsFunction = inputs
	c.RunE = func(c *cobra.Command, args []string) error { return o.annotate(c, args) }
	return c
}

// inputs completes the names of inputs.
var inputs = cobra.FixedCompletions([]string{"pdn", "gz", "zip"}, cobra.ShellCompDirectiveFilterFileExt)

// memoryGoal is where a check begins to collect its garbage earlier. All but
// the hashes of the games and the few games at hand is garbage, so that costs
// next to nothing.
const memoryGoal = 64 << 20

func checkCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "check FILE...",
		Short: "Report what is wrong with game records, and which are there twice",
		Long: `Check needs no net, searches nothing and writes no games. It reads and replays the
games, and reports what is wrong with the records and which games are there twice.
If it finds something that cannot be read the exit code is 3.`,
		Example: `  go run ./cmd/analyze check club.pdn archive.zip records/
  go run ./cmd/analyze check --json club.pdn > findings.jsonl`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: inputs,
	}
	workers := addWorkers(c, "games checked at once")
	c.Flags().BoolVar(&asJSON, "json", false, "print what is found as JSON, one object a line")
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := checkWorkers(*workers); err != nil {
			return err
		}
		if err := annotate.CheckThere(args); err != nil {
			return err
		}
		if err := inputsOf(args, c.InOrStdin()).spareStdout(c.OutOrStdout()); err != nil {
			return err
		}
		debug.SetMemoryLimit(min(debug.SetMemoryLimit(-1), memoryGoal))
		return annotate.Check(c.Context(), args, c.InOrStdin(), c.OutOrStdout(), asJSON, *workers, progress(c.ErrOrStderr()))
	}
	return c
}

func stripCommand() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "strip FILE...",
		Short: "Take out what an earlier analysis has written into games",
		Long: `Strip writes the games without the tag, the marks, the comments and the lines that
an analysis has added. Games that have nothing of it are copied as they are.`,
		Example:           `  go run ./cmd/analyze strip annotated.pdn > bare.pdn`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: inputs,
	}
	o.addOut(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		of := annotate.Options{Inputs: args, Stdin: c.InOrStdin(), Out: named(o.out), Stdout: c.OutOrStdout()}
		if err := checkFiles(&of, inputsOf(args, of.Stdin)); err != nil {
			return err
		}
		endureClosedPipes()
		return annotate.Strip(c.Context(), args, of.Stdin, of.Out, of.Stdout, c.ErrOrStderr())
	}
	return c
}

// named returns the name of a file, "" for standard output.
func named(out string) string {
	if out == "-" {
		return ""
	}
	return out
}

func addWorkers(c *cobra.Command, what string) *int {
	return c.Flags().Int("workers", runtime.NumCPU(), what)
}

func checkWorkers(workers int) error {
	if workers < 1 {
		return cli.Usage("--workers is %d: want 1 or more", workers)
	}
	return nil
}

// progress returns what shows the progress of games.
func progress(stderr io.Writer) func(label string, total int) annotate.Progress {
	return func(label string, total int) annotate.Progress {
		return cli.NewProgress(stderr, label, "games", 0, total)
	}
}

// endureClosedPipes has a write to a pipe that nobody reads any more return an error,
// so that nothing half done is left. Else the process would end on the spot.
func endureClosedPipes() { signal.Ignore(syscall.SIGPIPE) }

// annotate annotates.
func (o *options) annotate(c *cobra.Command, args []string) error {
	of, err := o.annotation(c, args)
	if err != nil {
		return err
	}
	if err := checkFiles(of, o.reads(args, of.Stdin)); err != nil {
		return err
	}
	endureClosedPipes()
	return annotate.Run(c.Context(), of)
}
