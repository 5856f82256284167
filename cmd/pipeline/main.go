// Pipeline does the whole work of a run in a loop: it plays games with the
// newest net, trains the next net on them, and so on; then it matches the
// newest net against the first and lets it annotate a game record.
package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"io"
	"os"
	"runtime"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"drafthorse/analysis"
	"drafthorse/cmd/internal/console"
	"drafthorse/net"
	"drafthorse/pdn"
	"drafthorse/run"
)

// sample is the game that is annotated where none is named.
//
//go:embed sample.pdn
var sample []byte

const annotationVisits = 400

func main() { console.Main(command()) }

func command() *cobra.Command {
	c := &cobra.Command{
		Use:   "pipeline",
		Short: "Play, train, match and annotate, over and over",
		Long: `Pipeline lets nets learn by self-play. Each generation plays games against
itself and the next net is trained on them; after some generations the newest
net plays a match against the first and annotates a game. Stop it at any time:
the same command goes on. Called again at its end, it adds as many generations.`,
		Example: `  pipeline
  pipeline --run runs/long --generations 20 --games 10000 --visits 200`,
		Args: cobra.NoArgs,
	}
	settings := console.AddSettings(c, "runs/demo", runtime.NumCPU())
	generations := c.Flags().Int("generations", 2, "nets to train before the match and the annotated game")
	record := c.Flags().String("pdn", "", "PDN file whose first game is annotated (default: a game that comes with the program)")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if *generations < 1 {
			return console.Usage("--generations is %d: want 1 or more", *generations)
		}
		name, text := "sample.pdn", sample
		if *record != "" {
			var err error
			if text, err = os.ReadFile(*record); err != nil {
				return console.Usage("--pdn: %w", err)
			}
			name = *record
		}
		r, err := settings.Open(c)
		if err != nil {
			return err
		}
		defer r.Close()
		p := pipeline{run: r, workers: settings.Workers, stdout: c.OutOrStdout(), stderr: c.ErrOrStderr()}
		return p.lap(c.Context(), *generations, name, text)
	}
	return c
}

type pipeline struct {
	run            *run.Run
	workers        int
	stdout, stderr io.Writer
}

// lap brings the lap under way to its end.
func (p *pipeline) lap(ctx context.Context, generations int, name string, record []byte) error {
	r := p.run
	var trained []run.Trained
	for end := r.LapEnd(generations); r.Generation() < end; {
		if done, total := r.SelfPlayDone(); done < total {
			if err := console.SelfPlay(ctx, r, p.workers, p.stderr); err != nil {
				return err
			}
		}
		t, err := console.Train(ctx, r, p.stderr)
		if err != nil {
			return err
		}
		trained = append(trained, t)
	}
	var results []run.MatchLine
	for _, opponent := range []run.Contestant{{Net: 0}, {Depth: 1}, {Depth: 3}} {
		result, err := console.Match(ctx, r, run.Contestant{Net: r.Generation()}, opponent, p.workers, p.stderr)
		if err != nil {
			return err
		}
		results = append(results, result)
	}
	annotated, marks, err := p.annotate(name, record)
	if err != nil {
		return err
	}
	p.table(trained, results, annotated, marks)
	return nil
}

// annotate lets the newest net judge the first game of a record and ends the
// lap with it.
func (p *pipeline) annotate(name string, record []byte) (path string, marks int, err error) {
	n, err := p.run.Net(p.run.Generation())
	if err != nil {
		return "", 0, err
	}
	games := pdn.NewReader(bytes.NewReader(record), name)
	if !games.Next() {
		return "", 0, fmt.Errorf("%s: no game in it to annotate: %w", name, games.Err())
	}
	g := games.Game()
	config := analysis.Config{Visits: annotationVisits, Search: p.run.Config.Search}
	judgements, err := analysis.NewJudge(config, net.NewEvaluator(n)).Game(g)
	if err != nil {
		return "", 0, err
	}
	analysis.Annotate(g, judgements, config.Signature(n.ID()))
	for _, j := range judgements {
		if j.Mark != analysis.NoMark {
			marks++
		}
	}
	path, err = p.run.EndLap(func(w io.Writer) error { return pdn.NewWriter(w).Write(g) })
	return path, marks, err
}

func (p *pipeline) table(trained []run.Trained, results []run.MatchLine, annotated string, marks int) {
	totals := p.run.Totals()
	fmt.Fprintln(p.stdout)
	w := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "games\t%d played, %d positions searched for training\n", totals.Games, totals.Rows)
	for _, t := range trained {
		fmt.Fprintf(w, "net %d\t%s\n", t.Generation, console.HeldOut(t))
	}
	for _, m := range results {
		fmt.Fprintf(w, "match\t%s against %s, %d games: %s\n", m.First, m.Second, m.Games(), m.Score)
	}
	fmt.Fprintf(w, "annotated\t%s, %d marks\n", annotated, marks)
	fmt.Fprintf(w, "next\tgo run ./cmd/analyze --run %s %s\n", p.run.Dir, "cmd/pipeline/sample.pdn")
	fmt.Fprintf(w, "\tgo run ./cmd/pipeline --run %s    (goes on learning)\n", p.run.Dir)
	w.Flush()
}
