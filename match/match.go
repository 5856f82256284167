package match

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

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
}

// Points returns the first player's half points: 2 a win, 1 a draw, 0 a loss.
func (g Game) Points() int {
	c := rules.White
	if !g.White {
		c = rules.Black
	}
	return 1 + g.Outcome.Result.For(c)
}

// Play plays a match between the players that first and second make, one of
// each for each of the workers, and calls report with every game in order. The
// same players and config give the same games with any number of workers. After
// a cancellation it returns the score so far with the context's cause.
func Play(ctx context.Context, c Config, workers int, first, second func() Player, report func(Game, Score) error) (Score, error) {
	if err := c.Validate(); err != nil {
		return Score{}, err
	}
	var score Score
	newWorker := func() func(int) Game {
		a, b := first(), second()
		return func(n int) Game { return c.play(n, a, b) }
	}
	err := parallel.Ordered(ctx, workers, parallel.Numbers(0, c.Games), newWorker, func(g Game) error {
		score.add(g)
		return report(g, score)
	})
	return score, err
}

// play plays the game with the given number. Its opening depends on the pair,
// all other chance on the game.
func (c Config) play(n int, first, second Player) Game {
	g := opening(c.OpeningPlies, rand.New(rand.NewPCG(c.Seed, uint64(n/2))))
	rng := rand.New(rand.NewPCG(^c.Seed, uint64(n)))
	players := [2]Player{rules.White: first, rules.Black: second}
	if n%2 == 1 {
		players = [2]Player{rules.White: second, rules.Black: first}
	}
	outcome := g.Outcome()
	var fault error
	for outcome.Result == rules.Undecided && g.Ply() < c.MaxPlies {
		turn := g.Position().Turn()
		var m rules.Move
		if m, fault = players[turn].Choose(g, Clock{}, rng); fault == nil && !slices.Contains(g.Moves(), m) {
			fault = fmt.Errorf("illegal move %s in %s", g.Position().MoveText(m), g.Position().FEN())
		}
		if fault != nil {
			outcome = rules.Outcome{Result: rules.WonBy(turn.Opponent())}
			break
		}
		g.Push(m)
		outcome = g.Outcome()
	}
	over := Game{Number: n, White: n%2 == 0, Outcome: outcome, Moves: g.Played(), Fault: fault}
	for _, p := range players {
		if w, ok := p.(Witness); ok {
			w.Over(over)
		}
	}
	return over
}
