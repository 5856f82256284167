package mcts

import "drafthorse/rules"

// Evaluation is the probability of each result for the side to move. The three
// add up to 1.
type Evaluation struct{ Win, Draw, Loss float32 }

// Score returns the expected score for the side to move, in [0, 1]: a win is 1,
// a draw a half.
func (e Evaluation) Score() float32 { return e.Win + e.Draw/2 }

// Turned returns e as the other side sees it.
func (e Evaluation) Turned() Evaluation { return Evaluation{e.Loss, e.Draw, e.Win} }

// Evaluator judges a position that is not at its end.
//
// Evaluate fills priors, which has the length of moves, with the probability
// that each legal move is the one to play; they add up to 1. It must not keep
// its arguments, and to the same ones it gives the same answer, for a tree
// remembers answers. The draw counters are given beside the position because the
// same board is worth less when a draw is near.
type Evaluator interface {
	Evaluate(p *rules.Position, draws rules.DrawCounters, moves []rules.Move, priors []float32) Evaluation
}

// Uniform is the Evaluator that knows nothing: all moves and all results are
// alike to it.
type Uniform struct{}

// Evaluate implements [Evaluator].
func (Uniform) Evaluate(_ *rules.Position, _ rules.DrawCounters, moves []rules.Move, priors []float32) Evaluation {
	for i := range moves {
		priors[i] = 1 / float32(len(moves))
	}
	return Evaluation{1. / 3, 1. / 3, 1. / 3}
}
