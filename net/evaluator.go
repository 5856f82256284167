package net

import (
	"drafthorse/mcts"
	"drafthorse/net/internal/kernel"
	"drafthorse/rules"
)

// verdict is what follows the first layer on the way to a position's value.
type verdict struct {
	net    *Network
	value  []float32 // [3, Hidden]: the network's, transposed
	first  []float32 // [Width]: the first layer, after ReLU
	hidden []float32 // [Hidden]: the second, after ReLU
}

func newVerdict(n *Network) verdict {
	v := verdict{n, make([]float32, len(n.Value)), make([]float32, n.Width), make([]float32, n.Hidden)}
	for i, x := range n.Value {
		row, column := i/3, i%3
		v.value[column*n.Hidden+row] = x
	}
	return v
}

// valueRows are the rows of a transposed value head.
var valueRows = []uint16{0, 1, 2}

// give sets v.hidden from v.first and returns the evaluation of the position.
func (v *verdict) give() mcts.Evaluation {
	n := v.net
	kernel.Dense(v.hidden, n.DenseBias, n.Dense, v.first)
	var value [3]float32
	kernel.Logits(value[:], n.ValueBias, v.value, v.hidden, valueRows)
	kernel.Softmax(value[:])
	return mcts.Evaluation{Win: value[0], Draw: value[1], Loss: value[2]}
}

// Evaluator evaluates positions with one network. It implements
// [mcts.Evaluator], allocates nothing and is for one goroutine; any number of
// them may share the network.
type Evaluator struct {
	verdict
	features []uint16
	policies []uint16 // of the moves
}

var _ mcts.Evaluator = (*Evaluator)(nil)

// manyMoves is more than the legal moves of nearly all positions; where it is
// not, memory for more is allocated once.
const manyMoves = 128

// NewEvaluator returns an evaluator of n, which must not change from then on.
func NewEvaluator(n *Network) *Evaluator {
	return &Evaluator{
		verdict:  newVerdict(n),
		features: make([]uint16, 0, MaxActive),
		policies: make([]uint16, 0, manyMoves),
	}
}

// Evaluate implements [mcts.Evaluator].
func (e *Evaluator) Evaluate(p *rules.Position, draws rules.DrawCounters, moves []rules.Move, priors []float32) mcts.Evaluation {
	n := e.net
	e.features = AppendFeatures(e.features[:0], p, draws)
	kernel.SumRows(e.first, n.InputBias, n.Input, e.features)
	value := e.give()

	e.policies = e.policies[:0]
	for _, m := range moves {
		e.policies = append(e.policies, uint16(PolicyIndex(m, p.Turn())))
	}
	priors = priors[:len(moves)]
	kernel.Logits(priors, n.PolicyBias, n.Policy, e.hidden, e.policies)
	kernel.Softmax(priors)
	return value
}
