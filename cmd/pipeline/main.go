// Pipeline does the whole work of a run in a loop: it plays games with the
// newest net, trains the next net on them, measures every few nets, and so on;
// then it matches the newest net against the first and lets it annotate a game
// record.
package main

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"drafthorse/cmd/internal/cli"
	"drafthorse/cmd/internal/console"
	"drafthorse/cmd/internal/runflags"
	"drafthorse/internal/plural"
	"drafthorse/learn"
	"drafthorse/pdn"
	"drafthorse/pdnfiles"
	"drafthorse/run"
)

// sample is the game that is annotated where none is named.
//
//go:embed sample.pdn
var sample []byte

func main() { cli.Main(command()) }

func command() *cobra.Command {
	c := &cobra.Command{
		Use:   "pipeline",
		Short: "Play, train, match and annotate, over and over",
		Long: `Pipeline lets nets learn by self-play. Each generation plays games against
itself and the next net is trained on them; after some generations the newest
net plays a match against the first and annotates a game. In between, every few
nets, the newest one plays the one measured before it and the fixed reference
player ([monitor] in run.toml). Stop it at any time: the same command goes on.
Called again at its end, it adds as many generations.`,
		Example: `  go run ./cmd/pipeline
  go run ./cmd/pipeline --run runs/long --generations 20 --games 10000 --visits 200`,
		Args: cli.NoArguments("run"),
	}
	settings := runflags.AddSettings(c, "runs/demo", runtime.NumCPU())
	generations := c.Flags().Int("generations", 4, "nets to train before the match and the annotated game")
	record := c.Flags().String("pdn", "", "PDN file whose first game is annotated (default: a game that comes with the program)")
	cli.Files(c, []string{"pdn"}, "pdn")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if *generations < 1 {
			return cli.Usage("--generations is %d: want 1 or more", *generations)
		}
		game, err := readRecord(*record)
		if err != nil {
			return err
		}
		l, o, err := settings.Loop(c, run.Playing|run.Training)
		if err != nil {
			return err
		}
		defer l.Close()
		l.Game = game
		result, err := cycle(c.Context(), l, o, *generations, c.ErrOrStderr())
		if err != nil {
			return err
		}
		return errors.Join(cli.Print(c.OutOrStdout(), settings.JSON, result, result.table), o.LeftOut)
	}
	return c
}

// readRecord returns the first game of a PDN file, or the sample where no file
// is named. It must be one that can be judged: better to say so before the work
// than after it.
func readRecord(path string) (*pdn.Game, error) {
	switch path {
	case "":
		return firstGame("sample.pdn", bytes.NewReader(sample))
	case "-":
		return nil, cli.Usage("--pdn -: want the name of a file")
	}
	for f, err := range pdnfiles.Files([]string{path}, nil) {
		if err != nil {
			return nil, cli.Usage("--pdn: %s: %w", f.Name, err)
		}
		return firstGame(f.Name, f)
	}
	panic("BUG: a name leads to no file and no error")
}

func firstGame(name string, text io.Reader) (*pdn.Game, error) {
	games := pdn.NewReader(text, name)
	if !games.Next() {
		return nil, cli.Usage("--pdn %s: there is no game in it", name)
	}
	if _, err := games.Game().Replay(); err != nil {
		return nil, cli.Usage("--pdn: %w", err)
	}
	return games.Game(), nil
}

// cycleResult is what a cycle ends with.
type cycleResult struct {
	Schema int    `json:"schema"`
	Run    string `json:"run"`
	learn.Totals
	Trainings []run.Trained   `json:"trainings"` // of this cycle
	Matches   []run.MatchLine `json:"matches"`
	Report    string          `json:"report"`    // path of the page with all curves
	Annotated string          `json:"annotated"` // path of the annotated game
	Marks     int             `json:"marks"`     // in it
}

// cycle brings the cycle under way to its end.
func cycle(ctx context.Context, l *learn.Loop, o *console.Observer, nets int, stderr io.Writer) (cycleResult, error) {
	s := l.State()
	first, end := s.CycleBegan, s.CycleEnd(nets)
	result := cycleResult{Schema: 1, Run: l.Dir, Report: filepath.Join(l.Dir, run.ReportName)}
	fmt.Fprintf(stderr, "%s: training nets %d to %d\n", l.Dir, first+1, end)
	began, from := time.Now(), s.Newest
	l.Observe = func(e learn.Event) {
		o.See(e)
		if e.Do == learn.Train && e.Ended && e.Err == nil && e.Net < end {
			fmt.Fprintf(stderr, "net %d of %d: %s\n", e.Net, end, leftOver(time.Since(began), e.Net-from, end-e.Net))
		}
	}
	if err := console.Learn(ctx, l, learn.Goal{Nets: end, Cycle: true}); err != nil {
		return result, err
	}
	history, err := l.History()
	if err != nil {
		return result, err
	}
	for _, t := range history {
		if t.Generation > first {
			result.Trainings = append(result.Trainings, t)
		}
	}
	result.Totals, result.Matches = s.Totals(), s.CycleMatches()
	result.Annotated, result.Marks = o.Annotated.Path, o.Annotated.Marks
	return result, nil
}

// leftOver says how long the other nets of a cycle will take, by those that have
// been.
func leftOver(took time.Duration, been, left int) string {
	each := took / time.Duration(been)
	return fmt.Sprintf("some %s left for %s, by %s each so far",
		roughly(each*time.Duration(left)), plural.Count(left, "more net"), roughly(each))
}

// roughly rounds a time to what an estimate is worth.
func roughly(d time.Duration) time.Duration {
	switch {
	case d < time.Minute:
		return d.Round(time.Second)
	case d < time.Hour:
		return d.Round(10 * time.Second)
	}
	return d.Round(time.Minute)
}

// table prints the result for a person, with what to type next.
func (l cycleResult) table(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "\ngames\t%d played, %d positions searched for training\n", l.Games, l.Rows)
	for _, t := range l.Trainings {
		fmt.Fprintf(w, "net %d\t%s\n", t.Generation, console.HeldOut(t))
	}
	for _, m := range l.Matches {
		fmt.Fprintf(w, "match\t%s against %s, %d games: %s\n", m.First, m.Second, m.Score.Games(), m.Score)
	}
	fmt.Fprintf(w, "report\t%s\n", l.Report)
	fmt.Fprintf(w, "annotated\t%s, %s\n", l.Annotated, plural.Count(l.Marks, "mark"))
	fmt.Fprintf(w, "next\tgo run ./cmd/analyze --run %s cmd/pipeline/sample.pdn\n", cli.Quote(l.Run))
	fmt.Fprintf(w, "go on\tgo run ./cmd/pipeline --run %s\n", cli.Quote(l.Run))
	return w.Flush()
}
