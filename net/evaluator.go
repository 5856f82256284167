package net

import (
	"drafthorse/mcts"
	"drafthorse/net/internal/kernel"
	"drafthorse/rules"
)

// Evaluator evaluates positions with one network. It implements
// [mcts.Evaluator], allocates nothing and is for one goroutine; any number of
// them may share the network.
type Evaluator struct {
	net      *Network
	value    []float32 // [3, Hidden]: the network's, transposed
	features []uint16
	first    []float32 // [Width], after ReLU
	hidden   []float32 // [Hidden], after ReLU
	policies []uint16  // of the moves
}

var _ mcts.Evaluator = (*Evaluator)(nil)

// manyMoves is more than the legal moves of nearly all positions; where it is
// not, memory for more is allocated once.
const manyMoves = 128

// NewEvaluator returns an evaluator of n, which must not change from then on.
func NewEvaluator(n *Network) *Evaluator {
	return &Evaluator{
		net:      n,
		value:    transposedValue(n),
		features: make([]uint16, 0, MaxActive),
		first:    make([]float32, n.Width),
		hidden:   make([]float32, n.Hidden),
		policies: make([]uint16, 0, manyMoves),
	}
}

// transposedValue returns the value head of n as [3, Hidden].
func transposedValue(n *Network) []float32 {
	t := make([]float32, len(n.Value))
	for i, x := range n.Value {
		t[i%3*n.Hidden+i/3] = x
	}
	return t
}

// valueRows are the rows of the transposed value head.
var valueRows = []uint16{0, 1, 2}

// Evaluate implements [mcts.Evaluator].
func (e *Evaluator) Evaluate(p *rules.Position, draws rules.DrawCounters, moves []rules.Move, priors []float32) mcts.Evaluation {
	n := e.net
	e.features = AppendFeatures(e.features[:0], p, draws)
	kernel.SumRows(e.first, n.InputBias, n.Input, e.features)
	kernel.Dense(e.hidden, n.DenseBias, n.Dense, e.first)

	var value [3]float32
	kernel.Logits(value[:], n.ValueBias, e.value, e.hidden, valueRows)
	kernel.Softmax(value[:])

	e.policies = e.policies[:0]
	for _, m := range moves {
		e.policies = append(e.policies, uint16(PolicyIndex(m, p.Turn())))
	}
	priors = priors[:len(moves)]
	kernel.Logits(priors, n.PolicyBias, n.Policy, e.hidden, e.policies)
	kernel.Softmax(priors)
	return mcts.Evaluation{Win: value[0], Draw: value[1], Loss: value[2]}
}
