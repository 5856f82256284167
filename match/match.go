package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"drafthorse/parallel"
	"drafthorse/rules"
)

// Config says how a match is played.
type Config struct {
	Games        int    `toml:"games"`         // even: two for each opening
	OpeningPlies int    `toml:"opening_plies"` // random plies before the players begin
	MaxPlies     int    `toml:"max_plies"`     // a game longer than this, opening included, is a draw
	Seed         uint64 `toml:"seed"`
}

// DefaultConfig returns a match of 200 games.
func DefaultConfig() Config {
	return Config{Games: 200, OpeningPlies: 4, MaxPlies: 240, Seed: 1}
}

// Validate refuses a match that cannot be played.
func (c Config) Validate() error {
	switch {
	case c.Games < 2 || c.Games%2 != 0:
		return fmt.Errorf("games is %d: want an even number, two for each opening", c.Games)
	case c.OpeningPlies < 0 || c.OpeningPlies > 20:
		return fmt.Errorf("opening_plies is %d: want 0 to 20", c.OpeningPlies)
	case c.MaxPlies <= c.OpeningPlies:
		return fmt.Errorf("max_plies is %d: want more than the %d of the opening", c.MaxPlies, c.OpeningPlies)
	}
	return nil
}

// Game is one finished game of a match.
type Game struct {
	Number  int           // from 0; games 2k and 2k+1 share an opening
	White   bool          // the first player had White
	Outcome rules.Outcome // undecided when the game was cut at MaxPlies
	Moves   []rules.Move
	Fault   error // why the loser could not go on; nil where the game ended on the board

	// Times holds how long each choice of the players took, the one of a fault
	// included. The first is that of the first move behind the opening. It is nil
	// where no time was measured.
	Times []time.Duration
}

// Points returns the first player's half points: 2 a win, 1 a draw, 0 a loss.
func (g Game) Points() int {
	c := rules.White
	if !g.White {
		c = rules.Black
	}
	return 1 + g.Outcome.Result.For(c)
}

// ErrEnough is for report to return when the match is to end with that game,
// without an error.
var ErrEnough = errors.New("enough games")

// ErrCannotBegin is wrapped by the error of a match that ends because a player cannot
// be made ready for a game, see [Preparer]. That says nothing of how well it plays, so
// it is no lost game.
var ErrCannotBegin = errors.New("cannot begin")

// Match is two players and all that says how they play.
type Match struct {
	Config
	Control Control          // of the time; the zero Control sets no limit
	Margin  time.Duration    // how far a player may overstep its time without losing
	Now     func() time.Time // the clock; it may be nil where there is no limit
	Workers int              // games played at once

	// First and Second make a player. They are called once for each worker,
	// on one goroutine. Players that implement io.Closer are closed when the match
	// is over.
	First, Second func() (Player, error)

	// Past are the games that have been played before: 0, 1, 2 and so on.
	Past []Game
}

// Play plays a match without a clock from its first game on.
func Play(ctx context.Context, c Config, workers int, first, second func() (Player, error), report func(Game, Score) error) (Score, error) {
	return Match{Config: c, Workers: workers, First: first, Second: second}.Play(ctx, report)
}

// Play plays the games that are left and calls report with every game in order,
// those of the past first. The same players and config give the same games
// with any number of workers, unless the players look at a clock. After a
// cancellation it returns the score so far with the context's cause. A player
// that cannot be made ends the match before it begins, and one that cannot be made
// ready before that game: the games before it are finished and count. The error of
// one that cannot be closed comes with the score of all games.
func (m Match) Play(ctx context.Context, report func(Game, Score) error) (Score, error) {
	var score Score
	if err := m.validate(); err != nil {
		return score, err
	}
	add := func(g Game) error {
		score.add(g)
		return report(g, score)
	}
	for _, g := range m.Past {
		if err := add(g); err != nil {
			return score, unlessEnough(err)
		}
	}
	left := m.Games - len(m.Past)
	if left == 0 {
		return score, nil
	}
	workers := min(m.Workers, left)
	players, err := m.makePlayers(workers)
	if err == nil {
		free := make(chan [2]Player, workers)
		for i := 0; i < len(players); i += 2 {
			free <- [2]Player(players[i:])
		}
		type attempt struct {
			game Game
			err  error // why it could not begin
		}
		ctx, end := context.WithCancelCause(ctx)
		newWorker := func() func(int) attempt {
			pair := <-free
			return func(n int) attempt {
				g, err := m.play(n, pair[0], pair[1])
				if err != nil {
					end(err) // no other game is to begin
				}
				return attempt{g, err}
			}
		}
		err = parallel.Ordered(ctx, workers, parallel.Numbers(len(m.Past), m.Games), newWorker, func(a attempt) error {
			if a.err != nil {
				return a.err
			}
			return add(a.game)
		})
		end(nil)
	}
	if closing := closeAll(players); closing != nil {
		return score, errors.Join(unlessEnough(err), closing)
	}
	return score, unlessEnough(err)
}

func unlessEnough(err error) error {
	if errors.Is(err, ErrEnough) {
		return nil
	}
	return err
}

func (m Match) validate() error {
	if err := m.Config.Validate(); err != nil {
		return err
	}
	if err := m.Control.Validate(); err != nil {
		return err
	}
	if m.Workers < 1 {
		return fmt.Errorf("workers is %d: want 1 or more", m.Workers)
	}
	if len(m.Past) > m.Games {
		return fmt.Errorf("games is %d: want no less than the %d that have been played", m.Games, len(m.Past))
	}
	for i, g := range m.Past {
		if g.Number != i {
			return fmt.Errorf("game %d stands in the place of game %d", g.Number, i)
		}
	}
	return nil
}

// makePlayers returns a first and a second player for each worker, one after the
// other. With an error it returns those that were made before.
func (m Match) makePlayers(workers int) ([]Player, error) {
	var players []Player
	for range workers {
		for i, one := range []func() (Player, error){m.First, m.Second} {
			p, err := one()
			if err != nil {
				return players, fmt.Errorf("the %s player: %w", []string{"first", "second"}[i], err)
			}
			players = append(players, p)
		}
	}
	return players, nil
}

// closeAll closes the players that want to be closed.
func closeAll(players []Player) error {
	var err error
	for _, p := range players {
		if c, ok := p.(io.Closer); ok {
			err = errors.Join(err, c.Close())
		}
	}
	return err
}

// play plays the game with the given number. Its opening depends on the pair,
// all other chance on the game. The error says why it could not begin.
func (m Match) play(n int, first, second Player) (Game, error) {
	g := opening(m.OpeningPlies, rand.New(rand.NewPCG(m.Seed, uint64(n/2))))
	rng := rand.New(rand.NewPCG(^m.Seed, uint64(n)))
	players := [2]Player{rules.White: first, rules.Black: second}
	if n%2 == 1 {
		players = [2]Player{rules.White: second, rules.Black: first}
	}
	for color, p := range players {
		s, ok := p.(Preparer)
		if !ok {
			continue
		}
		whole := timer{control: m.Control}
		if err := s.Ready(g, rules.Color(color), whole.next()); err != nil {
			name := "first"
			if (rules.Color(color) == rules.White) != (n%2 == 0) {
				name = "second"
			}
			return Game{}, fmt.Errorf("game %d %w: the %s player: %w", n+1, ErrCannotBegin, name, err)
		}
	}
	timers := [2]timer{{control: m.Control}, {control: m.Control}}
	over := Game{Number: n, White: n%2 == 0, Outcome: g.Outcome()}
	for over.Outcome.Result == rules.Undecided && g.Ply() < m.MaxPlies {
		turn := g.Position().Turn()
		move, took, err := m.choose(players[turn], g, timers[turn].next(), rng)
		if m.Now != nil {
			over.Times = append(over.Times, took)
		}
		if err == nil {
			err = timers[turn].spend(took, m.Margin)
		}
		if err == nil && !slices.Contains(g.Moves(), move) {
			err = fmt.Errorf("illegal move %s in %s", g.Position().MoveText(move), g.Position().FEN())
		}
		if err != nil {
			over.Outcome, over.Fault = rules.Outcome{Result: rules.WonBy(turn.Opponent())}, err
			break
		}
		g.Push(move)
		over.Outcome = g.Outcome()
	}
	over.Moves = g.Played()
	for _, p := range players {
		if w, ok := p.(GameObserver); ok {
			w.Over(over)
		}
	}
	return over, nil
}

// choose asks a player for its move and measures how long it takes.
func (m Match) choose(p Player, g *rules.Game, c Clock, rng *rand.Rand) (rules.Move, time.Duration, error) {
	if m.Now == nil {
		move, err := p.Choose(g, c, rng)
		return move, 0, err
	}
	began := m.Now()
	move, err := p.Choose(g, c, rng)
	return move, m.Now().Sub(began), err
}
