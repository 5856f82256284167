// Match lets two players play each other and says which is the stronger one, by
// how much, and how sure that is.
//
// # The journal
//
// With --journal FILE each game is written to that file when it is over, so that
// a match that was ended at any moment goes on with the games that are missing. It
// holds one JSON object a line. The first says what decides the games, and a
// match goes on only where it is the same:
//
//	journal                1, the version of this format
//	first, second          spec as on the command line, name, id of a net, search
//	seed, opening_plies, max_plies, clock, margin
//	endgames               with --endgames: which tables there are
//
// The others are the games, in their order:
//
//	game     from 1; games 1 and 2, 3 and 4, ... share an opening
//	white    "first" or "second"
//	result   "2-0", "1-1" or "0-2", White's points first
//	rule     how it ended: "no pieces", "no moves", "repetition", "25 moves",
//	         "16 moves", "5 moves", "too long" at max_plies, or "fault"
//	fault    why the loser, who was to move, could not go on; else it is missing
//	moves    the opening's moves and the players'
//	us       the microseconds of each move behind the opening, and of the
//	         one of a fault
//
// A line is on the disk before the next game counts. One that was not written to its
// end is dropped by the next process, and its game played again. FILE.lock
// keeps a second process away; it may be deleted when none runs.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"drafthorse/cmd/internal/cli"
	"drafthorse/cmd/internal/console"
	"drafthorse/cmd/internal/tablefiles"
	"drafthorse/hub"
	"drafthorse/internal/memory"
	"drafthorse/internal/plural"
	"drafthorse/match"
	"drafthorse/mcts"
	"drafthorse/pdn"
	"drafthorse/store"
)

func main() { cli.Main(command(), hub.KillAll) }

type options struct {
	first, second, test, tc, journal, pdn string
	endgames                              string
	visits, workers                       int
	config                                match.Config
	moveTime, margin                      time.Duration
	json                                  bool
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
  hub:PROGRAM ARGS  any engine that speaks the Hub protocol, as a child process
  dxp:HOST:PORT     a program that listens there as a follower of the DamExchange
                    protocol; with ,minutes=5 for each of its games

and a net may have settings behind commas: visits or time=100ms for each move,
cpuct, fpu_reduction and prior_power of its tree search, or search=alphabeta with
depth, nodes or time, table, the MiB for the positions that it remembers (16), and
perhaps without=history+forced; threads is on how many cores one search goes. Each
of the games played at once has tables of its own. Without time and threads the
same players, games and seed give the same result with any --workers.

With --move-time or --tc the match has a clock, and a net has no other limit than
those that it or --visits is given. The increment is added before each move. The
referee measures every move: a player that oversteps its time by more than
--margin loses the game, as does one that answers an illegal move or fails, and the
match goes on; such faults are counted and told at the end. So that players do
not take each other's time, games and threads at once should be no more than there
are cores; on a machine with much other work a search may be held up for a second,
and a larger margin keeps that from losing games. The reference player looks at no
clock.

With --journal FILE every finished game is written there, and the same command
goes on with the games that are missing, however it was ended before; more
--games may be asked for. It holds one JSON object a line: first all that decides
the games, then each game with number, the player with White, result, rule or
fault, moves and the microseconds each took.

An engine's settings are time=100ms, depth or nodes, one of which it needs where
the match has no clock, version=1 for the older protocol, dir, its working folder
if it is not that of PROGRAM, param.NAME=VALUE for its parameters, and margin, how
late an answer may be (2s; 1m without time). One that is later, ends, or answers
no legal move loses that game and is started anew.

A DXP peer has one connection, so it wants --workers 1; it loses a game that it
ends before the board does, by resigning or claiming a draw or a win, and one that
it breaks off, by an illegal move or silence.

An engine that does not start again, or a peer that is not there or refuses a game,
has not lost: the match ends before that game with exit code 1, and those before it
count.

With --sprt ELO0,ELO1 the match ends as soon as it is known, with errors of 5 %,
whether the first player is better by ELO1 or by no more than ELO0, in normalised
Elo; --games is then the most it may take. Normalised Elo measures a difference
by the scatter of the games, so that draws do not hide it.`,
		Example: `  go run ./cmd/match --first shipped --second ref:5
  go run ./cmd/match --first runs/demo@4,visits=1600 --second runs/demo@3,cpuct=0.8 --pdn games.pdn
  go run ./cmd/match --first runs/demo,time=10ms --second runs/demo,search=alphabeta,time=10ms
  go run ./cmd/match --first shipped,search=alphabeta --second shipped --tc 60s+0.6s --games 400 --journal games.jsonl
  go run ./cmd/match --first shipped,search=alphabeta,time=100ms --second "hub:engines/scan hub,time=100ms,param.threads=1"
  go run ./cmd/match --first new.safetensors --second old.safetensors --sprt 0,20 --games 4000 --opening-plies 8`,
		Args: cli.NoArguments("first", "second"),
	}
	f := c.Flags()
	f.StringVar(&o.first, "first", "", "player whose score is told (needed)")
	f.StringVar(&o.second, "second", "", "its opponent (needed)")
	f.IntVar(&o.visits, "visits", 400, "visits of each search of a net")
	f.IntVar(&o.config.Games, "games", o.config.Games, "games, two for each opening")
	f.IntVar(&o.config.OpeningPlies, "opening-plies", o.config.OpeningPlies, "random plies of an opening; two nets play the same game twice from the same one")
	f.Uint64Var(&o.config.Seed, "seed", o.config.Seed, "seed of openings and of all other chance")
	f.StringVar(&o.test, "sprt", "", "stop when decided between two hypotheses in normalised Elo, as in 0,20")
	f.DurationVar(&o.moveTime, "move-time", 0, "time for each move, as in 20ms")
	f.StringVar(&o.tc, "tc", "", "time of each player for a game and what is added for each move, as in 60s+0.6s, or for so many moves, as in 40/60s")
	f.DurationVar(&o.margin, "margin", time.Second, "how far a player may overstep its time without losing")
	f.StringVar(&o.journal, "journal", "", "file that keeps the games, for the same command to go on with")
	f.StringVar(&o.pdn, "pdn", "", "file to write the games to")
	f.StringVar(&o.endgames, "endgames", "", "folder with more endgame tables than the built-in ones, for all nets")
	f.IntVar(&o.workers, "workers", runtime.NumCPU(), "games played at once; they make no difference but in time")
	f.BoolVar(&o.json, "json", false, "print the result as one JSON object")
	cli.Group(c, "Who plays", "first", "second", "visits", "endgames")
	cli.Group(c, "The games", "games", "opening-plies", "seed", "sprt")
	cli.Group(c, "The clock", "move-time", "tc", "margin")
	cli.Group(c, "What is written", "journal", "pdn", "json")
	cli.Folders(c, "endgames")
	cli.Files(c, []string{"pdn"}, "pdn")
	cli.Files(c, []string{"jsonl"}, "journal")
	for _, player := range []string{"first", "second"} {
		cli.Beginnings(c, player, "shipped", "shipped,search=alphabeta", "shipped,search=mcts", "ref:", "hub:", "dxp:")
	}
	c.RunE = func(c *cobra.Command, _ []string) error {
		m, err := o.open(c.Context(), c.ErrOrStderr(), c.Flags().Changed("visits"))
		if err != nil {
			return err
		}
		r, err := m.play(c)
		if !r.over {
			return err
		}
		return errors.Join(cli.Print(c.OutOrStdout(), o.json, r, r.table), err)
	}
	return c
}

// contest is a match that is ready to be played.
type contest struct {
	options
	first, second player
	control       match.Control
	test          *match.Test // nil if it is to be played to its end
	tables        string      // the endgame tables, if there are more than the built-in ones
}

// open checks the flags and makes the players. If the match has a clock, visits
// count only where they are asked for.
func (o options) open(ctx context.Context, stderr io.Writer, visitsAsked bool) (contest, error) {
	m := contest{options: o}
	switch {
	case o.visits < 1 || o.visits > mcts.MaxVisits:
		return m, cli.Usage("--visits is %d: want 1 to %d", o.visits, mcts.MaxVisits)
	case o.workers < 1:
		return m, cli.Usage("--workers is %d: want 1 or more", o.workers)
	}
	if o.pdn != "" {
		if err := cli.CheckOutput("pdn", o.pdn, ".pdn"); err != nil {
			return m, err
		}
	}
	if o.journal != "" {
		if err := cli.CheckOutput("journal", o.journal, ".jsonl", ".json"); err != nil {
			return m, err
		}
	}
	for _, file := range []string{o.journal, o.journal + ".lock"} {
		if o.journal != "" && o.pdn != "" && (cli.SameFile(file, o.pdn) || cli.SameFile(file, store.Part(o.pdn))) {
			return m, cli.Usage("--pdn %s is a file of --journal %s: want another", o.pdn, o.journal)
		}
	}
	if err := o.config.Validate(); err != nil {
		return m, cli.Usage("--%s", strings.ReplaceAll(err.Error(), "_", "-"))
	}
	if o.test != "" {
		t, err := parseTest(o.test)
		if err != nil {
			return m, cli.Usage("--sprt %s: %w", o.test, err)
		}
		m.test = &t
	}
	if o.tc != "" {
		control, err := match.ParseControl(o.tc)
		if err != nil {
			return m, cli.Usage("--tc %w", err)
		}
		m.control = control
	}
	m.control.Move = o.moveTime
	if err := m.control.Validate(); err != nil {
		return m, cli.Usage("--move-time: %w", err)
	}
	if o.margin < 0 {
		return m, cli.Usage("--margin is %v: want 0s or more", o.margin)
	}
	timed := m.control != match.Control{}
	if timed && !visitsAsked {
		o.visits = 0
	}
	endgames, err := tablefiles.Load(o.endgames, stderr)
	if err != nil {
		return m, err
	}
	if o.endgames != "" {
		m.tables = endgames.ID()
	}
	for _, p := range []struct {
		flag, text string
		to         *player
	}{{"first", o.first, &m.first}, {"second", o.second, &m.second}} {
		s, err := parseSpec(p.text)
		if err != nil {
			return m, cli.Usage("--%s: %w", p.flag, err)
		}
		s.timed = timed
		if s.peer != "" && o.workers != 1 {
			return m, cli.Usage("--workers is %d: want --workers 1, as the DXP peer of --%s has one connection", o.workers, p.flag)
		}
		tellSlow(stderr, "waiting for the player of --"+p.flag+" to answer", func() { *p.to, err = s.open(ctx, o.visits, endgames) })
		if err != nil {
			return m, fmt.Errorf("--%s: %w", p.flag, err)
		}
	}
	if err := m.checkMemory(memory.Limit()); err != nil {
		return m, err
	}
	return m, nil
}

// tellSlow does something and says so where it takes more than two seconds.
func tellSlow(stderr io.Writer, text string, do func()) {
	told := make(chan struct{})
	slow := time.AfterFunc(2*time.Second, func() {
		defer close(told)
		fmt.Fprintln(stderr, text)
	})
	do()
	if !slow.Stop() {
		<-told
	}
}

// checkMemory refuses tables that do not fit into the memory, in bytes.
func (m contest) checkMemory(memory uint64) error {
	if max(m.first.memory, m.second.memory) <= tableSize { // nobody has asked for more
		return nil
	}
	if err := console.CheckTables(min(m.workers, m.config.Games)*(m.first.memory+m.second.memory), memory); err != nil {
		return cli.Usage("%w: want a smaller table, or fewer --workers", err)
	}
	return nil
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

// play plays the match, or what is left of it, and keeps its games where they
// are wanted.
func (m contest) play(c *cobra.Command) (r result, err error) {
	var past []match.Game
	keep := func(match.Game) error { return nil }
	if m.journal != "" {
		j, err := openJournal(m.journal, m.header())
		if err != nil {
			return r, fmt.Errorf("--journal: %w", err)
		}
		defer func() { err = errors.Join(err, j.close()) }()
		past, keep = j.games, j.add
		if len(past) > m.config.Games {
			return r, cli.Usage("--games is %d: %s has %d: want no less", m.config.Games, m.journal, len(past))
		}
	}
	if m.pdn == "" {
		return m.playOn(c, past, keep, func(match.Game) error { return nil })
	}
	var late error // when all games have been played
	err = store.ReplaceFile(m.pdn, func(w io.Writer) error {
		games := pdn.NewWriter(w)
		var err error
		r, err = m.playOn(c, past, keep, func(g match.Game) error { return games.Write(record(g, m.first, m.second)) })
		if r.over {
			late, err = err, nil
		}
		return err
	})
	return r, errors.Join(err, late)
}

// playOn plays the games behind those of the past. It keeps each of them and
// shows all, the past ones too.
func (m contest) playOn(c *cobra.Command, past []match.Game, keep, show func(match.Game) error) (result, error) {
	r := result{Schema: 1, First: m.first, Second: m.second, Seed: m.config.Seed, Journal: m.journal, PDN: m.pdn}
	if m.control != (match.Control{}) {
		r.Clock, r.Thinking = m.control.String(), new(thinking)
	}
	bar := cli.NewProgress(c.ErrOrStderr(), "match", "games", len(past), m.config.Games)
	games := match.Match{
		Config: m.config, Control: m.control, Margin: m.margin, Now: time.Now, Workers: m.workers,
		First: m.first.make, Second: m.second.make, Past: past,
	}
	score, err := games.Play(c.Context(), func(g match.Game, s match.Score) error {
		isNew := g.Number >= len(past)
		if isNew {
			if err := keep(g); err != nil {
				return err
			}
		}
		r.count(g, m.config.OpeningPlies)
		if err := show(g); err != nil {
			return err
		}
		r.over = s.Games() == m.config.Games
		notes := []string{fmt.Sprintf("+%d =%d -%d", s.Wins, s.Draws, s.Losses)}
		if m.test != nil {
			t := m.test.Of(s)
			r.Test = &t
			notes = append(notes, fmt.Sprintf("LLR %.2f", t.LLR))
		}
		if isNew {
			bar.Set(s.Games(), notes...)
		}
		// A game that has been played counts, whatever was decided before it.
		if r.Test != nil && r.Test.Verdict != match.Open && g.Number%2 == 1 && g.Number >= len(past)-1 {
			r.over = true
			return match.ErrEnough
		}
		return nil
	})
	bar.End(score.String())
	r.Result = score.Result()
	again := "the same command begins again"
	if m.journal != "" {
		again = fmt.Sprintf("nothing in %s is lost, the same command goes on", m.journal)
	}
	played := plural.Count(score.Games(), "game")
	switch {
	case errors.Is(err, cli.ErrInterrupted):
		err = fmt.Errorf("%w after %s: %s", err, played, again)
	case errors.Is(err, match.ErrCannotBegin):
		err = fmt.Errorf("%w\nThe match has ended after %s: %s once that player can play", err, played, again)
	}
	return r, err
}
