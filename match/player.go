package match

import (
	"cmp"
	"math/rand/v2"
	"sync"
	"time"

	"drafthorse/mcts"
	"drafthorse/parallel"
	"drafthorse/rules"
)

// Player chooses moves. One that implements io.Closer is closed when its match is
// over.
type Player interface {
	// Choose returns a legal move of g's position, which has at least one, in
	// the time that c leaves: nobody interrupts it, so a player that waits for
	// somebody else waits no longer than that. It may play on g but leaves it as it was. All chance
	// comes from rng. A player that returns an error, or a move that comes too late or
	// is not legal, has lost the game.
	Choose(g *rules.Game, c Clock, rng *rand.Rand) (rules.Move, error)
}

// Preparer is a player that has to be made ready for each game, as one in another
// process.
type Preparer interface {
	// Ready makes it ready for a game that it is to play from g's position on with
	// the pieces of a color. It takes no time from its clock, which shows c at its first
	// move, and is no part of the game: after an error there is none, see
	// [ErrCannotBegin].
	Ready(g *rules.Game, own rules.Color, c Clock) error
}

// GameObserver is a player that wants to know when a game is over. Its next Choose
// is in another game.
type GameObserver interface {
	Over(g Game)
}

// Searcher plays the move that a tree search visits most. Its moves depend on
// nothing but the game, unless a clock or a second thread makes them depend on
// the machine.
type Searcher struct {
	Visits int              // the most visits of a search, 0 is [mcts.MostVisits]
	Time   time.Duration    // how long a search lasts at most, whatever the clock says; 0 is no limit
	Now    func() time.Time // the time, for a search with a limit

	tree    *mcts.Tree
	walkers []*mcts.Walker // on the tree, one for each thread; none if there is one thread
}

// NewSearcher returns a searcher on one thread that asks e, which it must be the
// only one to use, and prove, which may be nil.
func NewSearcher(c mcts.Config, e mcts.Evaluator, prove mcts.Prover, visits int) *Searcher {
	return &Searcher{Visits: visits, tree: mcts.NewTree(c, e, prove)}
}

// NewThreadedSearcher returns a searcher on so many threads, at least one, each of
// which gets an evaluator of its own.
func NewThreadedSearcher(c mcts.Config, threads int, evaluator func() mcts.Evaluator, prove mcts.Prover, visits int) *Searcher {
	s := NewSearcher(c, evaluator(), prove, visits)
	lock := new(sync.Mutex)
	for threads > 1 && len(s.walkers) < threads {
		s.walkers = append(s.walkers, mcts.NewWalker(s.tree, evaluator(), lock))
	}
	return s
}

// Choose implements [Player].
func (s *Searcher) Choose(g *rules.Game, c Clock, _ *rand.Rand) (rules.Move, error) {
	if moves := g.Moves(); len(moves) == 1 {
		return moves[0], nil
	}
	stop := func() bool { return false }
	soft, _ := c.budget(s.Time)
	if soft > 0 {
		end := s.Now().Add(soft)
		stop = func() bool { return !s.Now().Before(end) }
	}
	visits := cmp.Or(s.Visits, mcts.MostVisits)
	s.tree.Reset(g)
	switch {
	case len(s.walkers) > 0:
		parallel.Each(len(s.walkers), len(s.walkers), func(i int) { s.walkers[i].Search(visits, stop) })
	case soft > 0:
		s.tree.SearchUntil(visits, stop)
	default:
		s.tree.Search(visits)
	}
	return s.tree.BestMove(), nil
}
