package match

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"drafthorse/mcts"
	"drafthorse/rules"
)

func reference(depth int) func() (Player, error) {
	return func() (Player, error) { return &Reference{Depth: depth}, nil }
}

func play(t *testing.T, c Config, workers int, first, second func() (Player, error)) (Score, []Game) {
	t.Helper()
	var games []Game
	s, err := Play(context.Background(), c, workers, first, second, func(g Game, _ Score) error {
		games = append(games, g)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s, games
}

func TestMatchIsTheSameWithAnyNumberOfWorkers(t *testing.T) {
	c := DefaultConfig()
	c.Games = 24
	searcher := func() (Player, error) { return NewSearcher(mcts.DefaultConfig(), mcts.Uniform{}, nil, 30), nil }
	score, games := play(t, c, 1, searcher, reference(2))
	again, gamesAgain := play(t, c, 4, searcher, reference(2))
	if score != again || !reflect.DeepEqual(games, gamesAgain) {
		t.Errorf("one worker: %v, four: %v", score, again)
	}
}

// The deeper reference player is the better one, whichever side of the score it
// is on.
func TestDeeperReferenceWins(t *testing.T) {
	c := DefaultConfig()
	c.Games = 40
	s, _ := play(t, c, 2, reference(4), reference(1))
	if s.Share() < 0.8 {
		t.Errorf("depth 4 against depth 1: %v, want more than 80 %%", s)
	}
	s, _ = play(t, c, 2, reference(1), reference(4))
	if s.Share() > 0.2 {
		t.Errorf("depth 1 against depth 4: %v, want less than 20 %%", s)
	}
}

func TestGamesOfAPairShareTheirOpening(t *testing.T) {
	c := DefaultConfig()
	c.Games = 20
	_, games := play(t, c, 2, reference(1), reference(1))
	openings := map[[4]rules.Move]bool{}
	for i := 0; i < len(games); i += 2 {
		a, b := games[i], games[i+1]
		if !a.White || b.White {
			t.Errorf("games %d and %d: the first player has White in both or neither", i, i+1)
		}
		if [4]rules.Move(a.Moves[:4]) != [4]rules.Move(b.Moves[:4]) {
			t.Errorf("games %d and %d begin differently", i, i+1)
		}
		openings[[4]rules.Move(a.Moves[:4])] = true
	}
	if len(openings) < 9 {
		t.Errorf("%d different openings in 10 pairs, want nearly all to differ", len(openings))
	}
}

func TestOpeningIsBalanced(t *testing.T) {
	for seed := range uint64(300) {
		g := opening(4+2*int(seed%4), rand.New(rand.NewPCG(seed, 0)))
		p := g.Position()
		if p.Side(rules.White).Count() != p.Side(rules.Black).Count() || g.Moves()[0].IsCapture() {
			t.Fatalf("seed %d: opening ends in %s", seed, p.FEN())
		}
	}
}

func TestCancelledMatchSaysWhy(t *testing.T) {
	stop := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	c := DefaultConfig()
	c.Games = 2000
	s, err := Play(ctx, c, 2, reference(1), reference(1), func(g Game, _ Score) error {
		if g.Number == 10 {
			cancel(stop)
		}
		return nil
	})
	if !errors.Is(err, stop) || s.Games() < 11 || s.Games() == 2000 {
		t.Errorf("%d games, error %v; want some games and the cause", s.Games(), err)
	}
}

func scoreOf(pairs [5]int) Score {
	s := Score{Pairs: pairs}
	for half, n := range pairs {
		s.Wins += n * (half / 2)
		s.Draws += n * (half % 2)
		s.Losses += n * (2 - half/2 - half%2)
	}
	return s
}

// A score prints what its pairs prove: 75 % is 400·log10(3) = 190.8 Elo, and no
// 100 pairs prove more than 97 %, which is 400·log10(97/3) = 603.9.
func TestScorePrints(t *testing.T) {
	for want, pairs := range map[string][5]int{
		"+150 =0 -50, 75.0 % (70.1 to 79.9), Elo +191 (+148 to +240)":  {0, 0, 50, 0, 50},
		"+200 =0 -0, 100.0 % (97.0 to 100.0), Elo +∞ (+604 to +∞)":     {0, 0, 0, 0, 100},
		"+199 =0 -1, 99.5 % (97.0 to 100.0), Elo +920 (+604 to +1422)": {0, 0, 1, 0, 99},
		"+0 =0 -200, 0.0 % (0.0 to 3.0), Elo -∞ (-∞ to -604)":          {100, 0, 0, 0, 0},
	} {
		if got := scoreOf(pairs).String(); got != want {
			t.Errorf("%v prints %q\nwant %q", pairs, got, want)
		}
	}
}

// Pairs are what is independent: in a match in which each opening wins for White
// the players are equal, and 50 pairs prove it better than 100 games would.
func TestIntervalsAreOverPairs(t *testing.T) {
	var s Score
	for n := range 100 {
		result := rules.WhiteWins
		s.add(Game{Number: n, White: n%2 == 0, Outcome: rules.Outcome{Result: result}})
	}
	_, low, high := s.Sample().Share()
	if s.Wins != 50 || s.Losses != 50 || s.Pairs != [5]int{0, 0, 50, 0, 0} || s.Share() != 0.5 || high-low > 0.05 {
		t.Errorf("%+v: %v to %v; want 50 even pairs and a short interval", s, low, high)
	}
}

// The first game of a pair under way counts for the share, which stays in its
// interval. Without pairs each game stands by itself.
func TestSampleOfAnUnfinishedPair(t *testing.T) {
	s := scoreOf([5]int{1, 2, 3, 0, 0})
	for _, result := range []rules.Result{rules.WhiteWins, rules.Draw, rules.BlackWins} {
		next := s
		next.add(Game{Number: 12, White: true, Outcome: rules.Outcome{Result: result}})
		want := (float64(next.Wins) + float64(next.Draws)/2) / 13
		share, low, high := next.Sample().Share()
		if math.Abs(share-want) > 1e-12 || low > share || high < share {
			t.Errorf("%+v: share %v (%v to %v), want %v", next, share, low, high, want)
		}
	}
	if got := (Score{Wins: 6, Draws: 4, Losses: 2}).Share(); math.Abs(got-8./12) > 1e-12 {
		t.Errorf("+6 =4 -2 is a share of %v, want 8/12", got)
	}
}

// A player that gives up, or answers a move that is not legal, loses that game
// with the reason; the match goes on.
func TestFaultLosesTheGame(t *testing.T) {
	for name, faulty := range map[string]faultyPlayer{
		"has died":     {err: errors.New("has died")},
		"illegal move": {move: rules.Move{From: 1, To: 50}},
	} {
		games := 0
		score, err := Play(context.Background(), Config{Games: 4, MaxPlies: 100, Seed: 1}, 2,
			func() (Player, error) { return faulty, nil }, reference(1),
			func(g Game, _ Score) error {
				games++
				if g.Fault == nil || !strings.Contains(g.Fault.Error(), name) || g.Points() != 0 {
					t.Errorf("game %d: %d half points, fault %v; want a loss by %q", g.Number, g.Points(), g.Fault, name)
				}
				return nil
			})
		if err != nil || games != 4 || score.Losses != 4 {
			t.Errorf("%s: %d games, score %v, error %v; want four lost games", name, games, score, err)
		}
	}
}

// starting is a player that is not ready for its games from one on, and says how often it was
// made ready.
type starting struct {
	Reference
	clock func(time.Duration) // goes on while it is made ready
	until int
	ready int
	seen  []Clock
}

func (s *starting) Ready(g *rules.Game, own rules.Color, c Clock) error {
	if s.clock(time.Hour); s.ready == s.until {
		return errors.New("has left")
	}
	s.ready++
	s.seen = append(s.seen, c)
	if white := s.ready%2 == 1; g.Ply() != 2 || white != (own == rules.White) {
		return fmt.Errorf("called at ply %d for %v", g.Ply(), own)
	}
	return nil
}

// Making a player ready takes none of its time. Where that fails there is no game, and
// the match ends.
func TestPlayersAreMadeReady(t *testing.T) {
	var now time.Time
	for _, until := range []int{0, 1, 2, 5, 6} {
		p := &starting{Reference: Reference{Depth: 1}, until: until, clock: func(d time.Duration) { now = now.Add(d) }}
		control := Control{Move: time.Second, Time: time.Minute, Increment: time.Second}
		m := Match{
			Config: Config{Games: 6, OpeningPlies: 2, MaxPlies: 20, Seed: 1}, Control: control,
			Now: func() time.Time { return now }, Workers: 1,
			First: func() (Player, error) { return p, nil }, Second: reference(1),
		}
		games := 0
		score, err := m.Play(t.Context(), func(g Game, _ Score) error {
			games++
			return g.Fault
		})
		if games != until || score.Games() != until || p.ready != until {
			t.Errorf("%d games and %d in the score, want %d", games, score.Games(), until)
		}
		want := fmt.Sprintf("game %d cannot begin: the first player: has left", until+1)
		if until == 6 && err != nil || until < 6 && (!errors.Is(err, ErrCannotBegin) || err.Error() != want) {
			t.Errorf("error %v after %d games, want %s", err, until, want)
		}
		for _, c := range p.seen {
			if want := (Clock{Move: time.Second, Left: 61 * time.Second, Increment: time.Second}); c != want {
				t.Errorf("ready for %+v, want %+v", c, want)
			}
		}
	}
}

// unready is a player that is never ready but says so only when the other game is about
// to begin, or the player of that game, which waits for it to be said.
type unready struct {
	Reference
	begin         *sync.Once
	begun, failed chan struct{}
	fails         bool
}

func (u *unready) Ready(*rules.Game, rules.Color, Clock) error {
	if !u.fails {
		u.begin.Do(func() { close(u.begun) })
		<-u.failed
		return nil
	}
	<-u.begun
	close(u.failed)
	return errors.New("has left")
}

// Games under way when another one cannot begin are finished, those before it
// count, and none begins after it.
func TestGamesUnderWayAreFinished(t *testing.T) {
	begun, failed, begin := make(chan struct{}), make(chan struct{}), new(sync.Once)
	made := 0
	first := func() (Player, error) {
		made++
		return &unready{Reference: Reference{Depth: 1}, begin: begin, begun: begun, failed: failed, fails: made == 2}, nil
	}
	c := DefaultConfig()
	c.Games = 1000
	var games []Game
	_, err := Play(t.Context(), c, 2, first, reference(1), func(g Game, _ Score) error {
		games = append(games, g)
		return g.Fault
	})
	// Either worker may have taken the first game.
	if !errors.Is(err, ErrCannotBegin) || len(games) > 1 || len(games) == 1 != strings.HasPrefix(err.Error(), "game 2 ") {
		t.Errorf("%d games, error %v", len(games), err)
	}
}

// A match that goes on behind any of its games has the same games and score as
// one that was never stopped, and the past games are told again.
func TestMatchGoesOn(t *testing.T) {
	c := DefaultConfig()
	c.Games = 8
	score, games := play(t, c, 2, reference(2), reference(1))
	made := 0
	first := func() (Player, error) {
		made++
		return &Reference{Depth: 2}, nil
	}
	for stop := range len(games) + 1 {
		var all []Game
		m := Match{Config: c, Workers: 3, First: first, Second: reference(1), Past: games[:stop]}
		made = 0
		again, err := m.Play(t.Context(), func(g Game, s Score) error {
			if all = append(all, g); s.Games() != len(all) {
				t.Errorf("%d games are told, and the score has %d", len(all), s.Games())
			}
			return nil
		})
		if err != nil || again != score || !reflect.DeepEqual(all, games) {
			t.Errorf("stopped after %d games: %v and %d games, %v; without a stop %v", stop, again, len(all), err, score)
		}
		if want := min(3, len(games)-stop); made != want {
			t.Errorf("%d players are made for %d games, want %d", made, len(games)-stop, want)
		}
	}
	for name, past := range map[string][]Game{
		"games is 8: want no less than the 9 that have been played": append(games[:8:8], Game{Number: 8}),
		"game 1 stands in the place of game 0":                      games[1:3],
	} {
		_, err := Match{Config: c, Workers: 1, First: first, Second: reference(1), Past: past}.Play(t.Context(), nil)
		if err == nil || err.Error() != name {
			t.Errorf("error %v, want %s", err, name)
		}
	}
}

// closing counts how often it is closed, and may say that it went wrong.
type closing struct {
	Reference
	closed int
	err    error
}

func (c *closing) Close() error {
	c.closed++
	return c.err
}

// However a match ends, each of its players is closed once.
func TestPlayersAreClosed(t *testing.T) {
	broken, stuck := errors.New("does not start"), errors.New("does not end")
	for name, test := range map[string]struct {
		fails  int   // at making so many players, if there are as many
		err    error // of closing
		report error
		want   error
		games  int
	}{
		"all games":        {fails: 9, games: 10},
		"enough":           {fails: 9, report: ErrEnough, games: 1},
		"error of report":  {fails: 9, report: broken, want: broken, games: 1},
		"one fails":        {fails: 3, want: broken},
		"the first fails":  {fails: 0, want: broken},
		"error of closing": {fails: 9, err: stuck, want: stuck, games: 10},
		"both errors":      {fails: 9, err: stuck, report: ErrEnough, want: stuck, games: 1},
	} {
		var players []*closing
		one := func() (Player, error) {
			if len(players) == test.fails {
				return nil, broken
			}
			players = append(players, &closing{Reference: Reference{Depth: 1}, err: test.err})
			return players[len(players)-1], nil
		}
		c := DefaultConfig()
		c.Games = 10
		score, err := Play(t.Context(), c, 2, one, one, func(Game, Score) error { return test.report })
		if !errors.Is(err, test.want) || errors.Is(err, ErrEnough) || score.Games() != test.games {
			t.Errorf("%s: %d games, error %v; want %d and %v", name, score.Games(), err, test.games, test.want)
		}
		if want := min(4, test.fails); len(players) != want {
			t.Errorf("%s: %d players, want %d", name, len(players), want)
		}
		for i, p := range players {
			if p.closed != 1 {
				t.Errorf("%s: player %d is closed %d times, want once", name, i, p.closed)
			}
		}
		if name == "one fails" && !strings.HasPrefix(err.Error(), "the second player: ") {
			t.Errorf("the error is %q: want the player", err)
		}
	}
}

type faultyPlayer struct {
	move rules.Move
	err  error
}

func (f faultyPlayer) Choose(*rules.Game, Clock, *rand.Rand) (rules.Move, error) {
	return f.move, f.err
}
