package selfplay

import (
	"context"
	"iter"

	"drafthorse/datasets"
	"drafthorse/mcts"
	"drafthorse/parallel"
)

// Source is what a set of games is played with.
type Source struct {
	Config    Config
	Search    mcts.Config
	Seed      uint64
	Evaluator func() mcts.Evaluator // makes one for each worker
	Prove     mcts.Prover           // may be nil; for all workers
}

// Generate plays the games with the given numbers, which ascend, on several workers
// and calls yield with each, in order. When ctx is cancelled it finishes the games in
// play, hands them on and returns the context's cause.
func (s Source) Generate(ctx context.Context, numbers iter.Seq[int], workers int, yield func(*datasets.Game) error) error {
	newWorker := func() func(int) *datasets.Game {
		pl := newPlayer(&s)
		return func(n int) *datasets.Game { return pl.play(uint64(n)) }
	}
	return parallel.Ordered(ctx, workers, numbers, newWorker, yield)
}
