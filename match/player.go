package match

import (
	"math/rand/v2"

	"drafthorse/mcts"
	"drafthorse/rules"
)

// Player chooses moves.
type Player interface {
	// Choose returns a legal move of g's position, which has at least one. It
	// may play on g but leaves it as it was. All chance comes from rng.
	Choose(g *rules.Game, rng *rand.Rand) rules.Move
}

// Searcher plays the move that a tree search of a number of visits visits most.
type Searcher struct {
	Visits int
	tree   *mcts.Tree
}

// NewSearcher returns a searcher that asks e, which it must be the only one to
// use, and prove, which may be nil.
func NewSearcher(c mcts.Config, e mcts.Evaluator, prove mcts.Prover, visits int) *Searcher {
	return &Searcher{Visits: visits, tree: mcts.NewTree(c, e, prove)}
}

// Choose implements [Player].
func (s *Searcher) Choose(g *rules.Game, _ *rand.Rand) rules.Move {
	if moves := g.Moves(); len(moves) == 1 {
		return moves[0]
	}
	s.tree.Reset(g)
	s.tree.Search(s.Visits)
	return s.tree.BestMove()
}
