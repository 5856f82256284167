// Match lets two players play each other and says which is the stronger one, by
// how much, and how sure that is.
package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"drafthorse/cmd/internal/console"
	"drafthorse/match"
	"drafthorse/pdn"
)

func main() { console.Main(command()) }

type options struct {
	first, second, test, pdn string
	visits, workers          int
	config                   match.Config
	json                     bool
}

func command() *cobra.Command {
	o := options{config: match.DefaultConfig()}
	c := &cobra.Command{
		Use:   "match",
		Short: "Measure two players against each other",
		Long: `Match lets two players play each other, in pairs of games from the same random
opening, and prints the score of the first with its 95 % interval, as points and
as Elo. A player is one of

  shipped           the net that comes with the program
  RUN               the newest net of the run in that folder
  RUN@12            its net 12
  FILE.safetensors  a net of any origin
  ref:5             the fixed reference player, searching 5 plies

and a net may have settings behind commas: visits or time=100ms for each move,
cpuct, fpu_reduction and prior_power of its tree search, or search=alphabeta with
depth, nodes or time and perhaps without=killers+history; threads is on how many cores one search goes. Without time
and threads the same players, games and seed give the same result with any
--workers.

With --sprt ELO0,ELO1 the match ends as soon as it is known, with errors of 5 %,
whether the first player is better by ELO1 or by no more than ELO0, in normalised
Elo; --games is then the most it may take. Normalised Elo measures a difference
by the scatter of the games, so that draws do not hide it.`,
		Example: `  go run ./cmd/match --first shipped --second ref:5
  go run ./cmd/match --first runs/demo@4,visits=1600 --second runs/demo@3,cpuct=0.8 --pdn games.pdn
  go run ./cmd/match --first runs/demo,time=10ms --second runs/demo,search=alphabeta,time=10ms
  go run ./cmd/match --first new.safetensors --second old.safetensors --sprt 0,20 --games 4000 --opening-plies 8`,
		Args: cobra.NoArgs,
	}
	f := c.Flags()
	f.StringVar(&o.first, "first", "", "player whose score is told (needed)")
	f.StringVar(&o.second, "second", "", "its opponent (needed)")
	f.IntVar(&o.visits, "visits", 400, "visits of each search of a net")
	f.IntVar(&o.config.Games, "games", o.config.Games, "games, two for each opening")
	f.IntVar(&o.config.OpeningPlies, "opening-plies", o.config.OpeningPlies, "random plies of an opening; two nets play the same game twice from the same one")
	f.Uint64Var(&o.config.Seed, "seed", o.config.Seed, "seed of openings and of all other chance")
	f.StringVar(&o.test, "sprt", "", "stop when decided between two hypotheses in normalised Elo, as in 0,20")
	f.StringVar(&o.pdn, "pdn", "", "file to write the games to")
	f.IntVar(&o.workers, "workers", runtime.NumCPU(), "games played at once; they make no difference but in time")
	f.BoolVar(&o.json, "json", false, "print the result as one JSON object")
	c.RunE = func(c *cobra.Command, _ []string) error {
		m, err := o.open(c.ErrOrStderr())
		if err != nil {
			return err
		}
		r, err := m.play(c)
		if err != nil {
			return err
		}
		return console.Print(c.OutOrStdout(), o.json, r, r.table)
	}
	return c
}

// contest is a match that is ready to be played.
type contest struct {
	options
	first, second player
	test          *match.Test // nil if it is to be played to its end
}

// open checks the flags and makes the players.
func (o options) open(stderr io.Writer) (contest, error) {
	m := contest{options: o}
	switch {
	case o.visits < 1:
		return m, console.Usage("--visits is %d: want 1 or more", o.visits)
	case o.workers < 1:
		return m, console.Usage("--workers is %d: want 1 or more", o.workers)
	}
	if err := o.config.Validate(); err != nil {
		return m, console.Usage("--%s", strings.ReplaceAll(err.Error(), "_", "-"))
	}
	if o.test != "" {
		t, err := parseTest(o.test)
		if err != nil {
			return m, console.Usage("--sprt %s: %w", o.test, err)
		}
		m.test = &t
	}
	endgames, err := console.Endgames("", stderr)
	if err != nil {
		return m, err
	}
	for _, p := range []struct {
		flag, text string
		to         *player
	}{{"first", o.first, &m.first}, {"second", o.second, &m.second}} {
		s, err := parseSpec(p.text)
		if err != nil {
			return m, console.Usage("--%s: %w", p.flag, err)
		}
		if *p.to, err = s.open(o.visits, endgames); err != nil {
			return m, fmt.Errorf("--%s: %w", p.flag, err)
		}
	}
	return m, nil
}

// parseTest reads the two hypotheses of a test, as in "0,20".
func parseTest(text string) (match.Test, error) {
	low, high, _ := strings.Cut(text, ",")
	elo0, err0 := strconv.ParseFloat(low, 64)
	elo1, err1 := strconv.ParseFloat(high, 64)
	if errors.Join(err0, err1) != nil {
		return match.Test{}, errors.New("want two numbers, as in 0,20")
	}
	t := match.Test{Elo0: elo0, Elo1: elo1}
	return t, t.Validate()
}

// errDecided ends a match whose test has been decided.
var errDecided = errors.New("decided")

// play plays the match, and writes its games where they are wanted.
func (m contest) play(c *cobra.Command) (result, error) {
	if m.pdn == "" {
		return m.playOn(c, func(match.Game) error { return nil })
	}
	var r result
	err := console.ReplaceFile(m.pdn, func(w io.Writer) error {
		games := pdn.NewWriter(w)
		var err error
		r, err = m.playOn(c, func(g match.Game) error { return games.Write(record(g, m.first, m.second)) })
		return err
	})
	return r, err
}

func (m contest) playOn(c *cobra.Command, keep func(match.Game) error) (result, error) {
	r := result{Schema: 1, First: m.first, Second: m.second, Seed: m.config.Seed, PDN: m.pdn}
	bar := console.NewProgress(c.ErrOrStderr(), "match", "games", 0, m.config.Games)
	score, err := match.Play(c.Context(), m.config, m.workers, m.first.make, m.second.make, func(g match.Game, s match.Score) error {
		note := fmt.Sprintf("+%d =%d -%d", s.Wins, s.Draws, s.Losses)
		if m.test == nil {
			bar.Set(s.Games(), note)
			return keep(g)
		}
		t := m.test.Of(s)
		r.Test = &t
		bar.Set(s.Games(), note, fmt.Sprintf("LLR %.2f", t.LLR))
		if err := keep(g); err != nil {
			return err
		}
		if g.Number%2 == 1 && t.Verdict != match.Open {
			return errDecided
		}
		return nil
	})
	bar.End(score.String())
	r.Result = score.Result()
	switch {
	case errors.Is(err, errDecided):
		err = nil
	case errors.Is(err, console.ErrInterrupted):
		err = fmt.Errorf("%w after %s: the same command begins again", err, console.Count(score.Games(), "game"))
	}
	return r, err
}

// result is what the command ends with.
type result struct {
	Schema int    `json:"schema"`
	First  player `json:"first"`
	Second player `json:"second"`
	Seed   uint64 `json:"seed"`
	match.Result
	Test *match.Tested `json:"sprt,omitempty"`
	PDN  string        `json:"pdn,omitempty"` // file with the games
}

// said says in words what a test has found out.
func said(t match.Tested) string {
	words := map[match.Verdict]string{
		match.Open: fmt.Sprintf("undecided, more games would tell (decided at ±%.2f)", match.Bound),
		match.H0:   fmt.Sprintf("H0: the first player is not better by %g", t.Elo1),
		match.H1:   fmt.Sprintf("H1: the first player is better by more than %g", t.Elo0),
	}
	return fmt.Sprintf("normalised Elo %g or %g: LLR %.2f, %s", t.Elo0, t.Elo1, t.LLR, words[t.Verdict])
}

// table prints the result for a person.
func (r result) table(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "first\t%v\n", r.First)
	fmt.Fprintf(w, "second\t%v\n", r.Second)
	fmt.Fprintf(w, "score\t%v\n", r.Score)
	fmt.Fprintf(w, "normalised\tElo %v\n", r.NormalizedElo)
	fmt.Fprintf(w, "pairs\t%d of 0 points, %d of ½, %d of 1, %d of 1½, %d of 2\n", r.Pairs[0], r.Pairs[1], r.Pairs[2], r.Pairs[3], r.Pairs[4])
	if r.Test != nil {
		fmt.Fprintf(w, "test\t%s\n", said(*r.Test))
	}
	if r.PDN != "" {
		fmt.Fprintf(w, "games\t%s\n", r.PDN)
	}
	return w.Flush()
}
