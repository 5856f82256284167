// Analyze annotates collections of game records with move-quality marks.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"runtime"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"drafthorse/analysis"
	"drafthorse/cmd/internal/console"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/parallel"
	"drafthorse/pdn"
	"drafthorse/rules"
	"drafthorse/run"
)

func main() { console.Main(command()) }

type options struct {
	net, run, out   string
	visits, workers int
}

func command() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "analyze FILE...",
		Short: "Annotate game records with move-quality marks",
		Long: `Analyze reads games from PDN files (- is standard input), judges every move by a
search with a net, and writes the games with marks, reasons and better lines.
A game that cannot be judged is copied as it is and reported; then the exit code
is 3. The marks are those of the FMJD: !? looks good but is bad, ?! looks bad
but is good, and $7 is the star: every other move loses.`,
		Example: `  go run ./cmd/analyze --run runs/demo club.pdn > annotated.pdn
  go run ./cmd/analyze --net best.safetensors --visits 2000 --out annotated.pdn 2019.pdn 2020.pdn`,
		Args: cobra.MinimumNArgs(1),
	}
	f := c.Flags()
	f.StringVar(&o.net, "net", "", "weights file of the net (default: the newest net of --run)")
	f.StringVar(&o.run, "run", "runs/demo", "folder of the run whose newest net judges")
	f.StringVarP(&o.out, "out", "o", "", "file to write (default: standard output)")
	f.IntVar(&o.visits, "visits", 800, "visits of the search of each position")
	f.IntVar(&o.workers, "workers", runtime.NumCPU(), "games judged at once")
	c.RunE = func(c *cobra.Command, files []string) error { return analyze(c.Context(), c, o, files) }
	return c
}

func analyze(ctx context.Context, c *cobra.Command, o options, files []string) error {
	config := analysis.Config{Visits: o.visits, Search: mcts.DefaultConfig()}
	if err := config.Validate(); err != nil {
		return console.Usage("%w", err)
	}
	if o.workers < 1 {
		return console.Usage("--workers is %d: want 1 or more", o.workers)
	}
	if err := keepInput(o.out, files); err != nil {
		return err
	}
	n, err := o.network()
	if err != nil {
		return err
	}
	b := batch{config: config, net: n, signature: config.Signature(n.ID()), stderr: c.ErrOrStderr()}
	write := func(w io.Writer) error { return b.run(ctx, o.workers, files, c.InOrStdin(), w) }
	if o.out == "" {
		err = write(c.OutOrStdout())
	} else {
		err = replaceFile(o.out, write)
	}
	if err != nil {
		return err
	}
	return b.report()
}

func (o options) network() (*net.Network, error) {
	if o.net == "" {
		n, err := run.NewestNet(o.run)
		if errors.Is(err, os.ErrNotExist) {
			return nil, console.Usage("%s: there is no run: name one by --run, name a weights file by --net, or make one by go run ./cmd/pipeline", o.run)
		}
		return n, err
	}
	f, err := os.Open(o.net)
	if err != nil {
		return nil, console.Usage("--net: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	n, err := net.Read(bufio.NewReader(f), info.Size())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.net, err)
	}
	return n, nil
}

// batch is the analysis of a number of files.
type batch struct {
	config    analysis.Config
	net       *net.Network
	signature string
	stderr    io.Writer

	games, annotated, before int // read; judged now; judged in an earlier analysis
	sides                    [2]analysis.Side
	repaired                 []*pdn.Error // faults that the reading has mended
	refused                  []error
	unread                   []error // files that could not be opened or read to their end
}

// judged is a game that a worker is done with.
type judged struct {
	game       *pdn.Game
	judgements []analysis.Judgement
	done       bool // it was annotated earlier
	err        error
}

func (b *batch) run(ctx context.Context, workers int, files []string, stdin io.Reader, out io.Writer) error {
	newWorker := func() func(*pdn.Game) judged {
		judge := analysis.NewJudge(b.config, net.NewEvaluator(b.net))
		return func(g *pdn.Game) judged {
			if analysis.Annotated(g) {
				return judged{game: g, done: true}
			}
			j, err := judge.Game(g)
			if err == nil {
				analysis.Annotate(g, j, b.signature)
			}
			return judged{g, j, false, err}
		}
	}
	writer := pdn.NewWriter(out)
	progress := console.NewProgress(b.stderr, "annotating", "games", 0, -1)
	err := parallel.Ordered(ctx, workers, b.read(files, stdin), newWorker, func(j judged) error {
		b.count(j)
		progress.Set(b.games, "")
		return writer.Write(j.game)
	})
	if b.games > 0 {
		progress.End("")
	}
	if errors.Is(err, console.ErrInterrupted) {
		return fmt.Errorf("%w after %d games: the same command begins again", err, b.games)
	}
	if err == nil && b.games == 0 && len(b.unread) > 0 {
		return fmt.Errorf("no game could be read: %w", errors.Join(b.unread...))
	}
	return err
}

// read yields the games of all files.
func (b *batch) read(files []string, stdin io.Reader) iter.Seq[*pdn.Game] {
	return func(yield func(*pdn.Game) bool) {
		for _, name := range files {
			if !b.readFile(name, stdin, yield) {
				return
			}
		}
	}
}

// readFile yields the games of one file and reports whether more are wanted.
func (b *batch) readFile(name string, stdin io.Reader, yield func(*pdn.Game) bool) bool {
	in := stdin
	if name == "-" {
		name = "standard input"
	} else {
		f, err := os.Open(name)
		if err != nil {
			b.unread = append(b.unread, err)
			return true
		}
		defer f.Close()
		in = f
	}
	r := pdn.NewReader(in, name)
	for g := range r.All() {
		if !yield(g) {
			return false
		}
	}
	if err := r.Err(); err != nil {
		b.unread = append(b.unread, err)
	}
	return true
}

func (b *batch) count(j judged) {
	b.games++
	b.repaired = append(b.repaired, j.game.Problems...)
	switch {
	case j.err != nil:
		b.refused = append(b.refused, j.err)
		return
	case j.done:
		b.before++
		return
	}
	b.annotated++
	for c, s := range analysis.Summarize(j.judgements) {
		b.sides[c] = b.sides[c].Plus(s)
	}
}

// mostRepairs is how many repairs of the reading are told one by one.
const mostRepairs = 20

// report says on stderr what came of it. Its error is that some input was
// refused.
func (b *batch) report() error {
	fmt.Fprintf(b.stderr, "%s: %d annotated", console.Count(b.games, "game"), b.annotated)
	if b.before > 0 {
		fmt.Fprintf(b.stderr, ", %d annotated before and left as they were", b.before)
	}
	fmt.Fprintln(b.stderr)
	w := tabwriter.NewWriter(b.stderr, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "\tmoves with a choice\tmean loss")
	for _, m := range analysis.Marks {
		fmt.Fprintf(w, "\t%s", m)
	}
	fmt.Fprintln(w)
	for c, s := range b.sides {
		fmt.Fprintf(w, "%s\t%d\t%.3f", rules.Color(c), s.Moves, s.MeanLoss())
		for _, m := range analysis.Marks {
			fmt.Fprintf(w, "\t%d", s.Marks[m])
		}
		fmt.Fprintln(w)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, p := range b.repaired[:min(len(b.repaired), mostRepairs)] {
		fmt.Fprintf(b.stderr, "repaired: %v\n", p)
	}
	if more := len(b.repaired) - mostRepairs; more > 0 {
		fmt.Fprintf(b.stderr, "repaired: %d more\n", more)
	}
	if len(b.refused)+len(b.unread) == 0 {
		return nil
	}
	for _, err := range append(b.unread, b.refused...) {
		fmt.Fprintf(b.stderr, "refused: %v\n", err)
	}
	return fmt.Errorf("%w: %s copied as found, %s not read", console.ErrRefused,
		console.Count(len(b.refused), "game"), console.Count(len(b.unread), "file"))
}
