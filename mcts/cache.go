package mcts

import "drafthorse/rules"

// cache remembers what the evaluator said of the positions it was asked about
// last, for moves that are played in another order lead to the same position,
// and a new tree to those of the one before. Each position has one place, which
// it takes from whatever stood there. A key is the position and the draw
// counters, the whole of what the evaluator sees, so that a search with a cache
// is the same as one without.
type cache [1 << 11]cached

// cached is a remembered evaluation: two cache lines of a processor. A position
// with more moves than it has priors is not remembered.
type cached struct {
	position   rules.Position // an empty board if there is nothing yet
	draws      rules.DrawCounters
	evaluation Evaluation
	priors     [20]float32
}

// place returns the place of a position.
func (c *cache) place(p *rules.Position, draws rules.DrawCounters) *cached {
	const golden = 0x9e3779b97f4a7c15 // of 64 bits; spreads the counters over all
	return &c[(p.Hash()^uint64(draws.Key())*golden)%uint64(len(c))]
}
