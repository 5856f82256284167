package match

import (
	"math/rand/v2"
	"time"

	"drafthorse/alphabeta"
	"drafthorse/rules"
)

// AlphaBeta plays the best move of an alpha-beta search. With a limit of time its
// moves depend on the machine, and on what it remembers of earlier ones; else it
// forgets before each move, and they depend on nothing but the game.
type AlphaBeta struct {
	Searcher *alphabeta.Searcher
	Limits   alphabeta.Limits
	Time     time.Duration    // how long a search lasts at most, whatever the clock says; 0 is no limit
	Now      func() time.Time // the time, for a search with a limit
}

// Choose implements [Player].
func (a *AlphaBeta) Choose(g *rules.Game, c Clock, _ *rand.Rand) (rules.Move, error) {
	if moves := g.Moves(); len(moves) == 1 {
		return moves[0], nil
	}
	limits := a.Limits
	if soft, hard := c.budget(a.Time); hard > 0 {
		began := a.Now()
		limits.Enough = func() bool { return a.Now().Sub(began) >= soft }
		limits.Stop = func() bool { return a.Now().Sub(began) >= hard }
	} else {
		a.Searcher.Forget()
	}
	return a.Searcher.Search(g, limits).Best.Move, nil
}
