package net

import (
	"math"

	"drafthorse/mcts"
	"drafthorse/rules"
)

// Evaluator evaluates positions with one network. It implements
// [mcts.Evaluator], allocates nothing and is for one goroutine; any number of
// them may share the network.
type Evaluator struct {
	net      *Network
	features []uint16
	first    []float32 // [Width], after ReLU
	hidden   []float32 // [Hidden], after ReLU
}

var _ mcts.Evaluator = (*Evaluator)(nil)

// NewEvaluator returns an evaluator of n.
func NewEvaluator(n *Network) *Evaluator {
	return &Evaluator{
		net:      n,
		features: make([]uint16, 0, MaxActive),
		first:    make([]float32, n.Width),
		hidden:   make([]float32, n.Hidden),
	}
}

// Evaluate implements [mcts.Evaluator].
func (e *Evaluator) Evaluate(p *rules.Position, draws rules.DrawCounters, moves []rules.Move, priors []float32) mcts.Evaluation {
	n := e.net
	e.features = AppendFeatures(e.features[:0], p, draws)
	copy(e.first, n.InputBias)
	for _, f := range e.features {
		add(e.first, n.Input[int(f)*n.Width:])
	}
	copy(e.hidden, n.DenseBias)
	for i, x := range e.first {
		if x > 0 {
			addScaled(e.hidden, x, n.Dense[i*n.Hidden:])
		}
	}
	relu(e.hidden)

	var value [3]float32
	copy(value[:], n.ValueBias)
	for i, x := range e.hidden {
		for j := range value {
			value[j] += x * n.Value[3*i+j]
		}
	}
	softmax(value[:])

	for i, m := range moves {
		k := PolicyIndex(m, p.Turn())
		priors[i] = n.PolicyBias[k] + dot(e.hidden, n.Policy[k*n.Hidden:])
	}
	softmax(priors[:len(moves)])
	return mcts.Evaluation{Win: value[0], Draw: value[1], Loss: value[2]}
}

// add adds the first len(dst) elements of row to dst.
func add(dst, row []float32) {
	row = row[:len(dst)]
	for i := range dst {
		dst[i] += row[i]
	}
}

// addScaled adds x times the first len(dst) elements of row to dst.
func addScaled(dst []float32, x float32, row []float32) {
	row = row[:len(dst)]
	for i := range dst {
		dst[i] += x * row[i]
	}
}

func relu(x []float32) {
	for i := range x {
		x[i] = max(x[i], 0)
	}
}

// dot returns the inner product of x and the first len(x) elements of row.
func dot(x, row []float32) float32 {
	row = row[:len(x)]
	var sum float32
	for i := range x {
		sum += x[i] * row[i]
	}
	return sum
}

// softmax turns logits into probabilities, in place.
func softmax(x []float32) {
	if len(x) == 0 {
		return
	}
	top := x[0]
	for _, v := range x[1:] {
		top = max(top, v)
	}
	var sum float32
	for i, v := range x {
		x[i] = float32(math.Exp(float64(v - top)))
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
	}
}
