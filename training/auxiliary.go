package training

import (
	"fmt"
	"math"
	"slices"

	"gorgonia.org/gorgonia"

	"drafthorse/datasets"
	"drafthorse/net"
	"drafthorse/rules"
)

// head is an auxiliary head: a further thing that the last hidden layer is made
// to foretell, so that it learns more from a game. Its weights are the training's
// own and begin as zeros; neither the network nor an evaluation knows of them.
type head struct {
	name   string
	weight float64                // of its loss in the whole
	target func(*Batch) []float64 // the numbers that a regression is fitted to; nil for the reply
}

// heads returns the auxiliary heads that c gives a weight.
func (c Config) heads() []head {
	return slices.DeleteFunc([]head{
		{"reply", c.ReplyWeight, nil},
		{"plies", c.PliesWeight, func(b *Batch) []float64 { return b.pliesTarget }},
		{"gain", c.GainWeight, func(b *Batch) []float64 { return b.gainTarget }},
	}, func(h head) bool { return h.weight == 0 })
}

// outputs returns how many outputs h has: a logit for each pair of squares, as
// the policy head, or one number.
func (h head) outputs() int {
	if h.target == nil {
		return net.Policies
	}
	return 1
}

// weights returns how many weights h has on a layer of hidden neurons.
func (h head) weights(hidden int) int { return (hidden + 1) * h.outputs() }

// parameters returns new weights of h on a layer of hidden neurons.
func (h head) parameters(hidden int) []parameter[float32] {
	n := h.outputs()
	shape := []int{n, hidden} // as the policy's
	if h.target != nil {
		shape = []int{hidden, n} // as the value's
	}
	return []parameter[float32]{
		{h.name + ".weight", shape, make([]float32, n*hidden)},
		{h.name + ".bias", []int{n}, make([]float32, n)},
	}
}

// withHeads returns a network's parameters with new ones of the heads after them.
func withHeads(parameters []parameter[float32], heads []head, hidden int) []parameter[float32] {
	for _, h := range heads {
		parameters = append(parameters, h.parameters(hidden)...)
	}
	return parameters
}

// auxiliaryLoss is the loss op of a head.
type auxiliaryLoss interface {
	gorgonia.Op
	last() float64 // the loss in the last run, by its weight in the whole
}

func newAuxiliaryLoss[F float](f *feed, h head, hidden int) auxiliaryLoss {
	if h.target == nil {
		return newPolicyLoss[F](f, h.name+" loss", h.weight, func(b *Batch) *moveList { return &b.replies })
	}
	return newRegressionLoss[F](f, h, hidden)
}

// setReplies sets b.answers to the policy logits of the opponent's legal moves
// after the move that was played, in order and each once, and the target to the
// reply that was played. There are none where the game had ended or c gives the
// reply no weight.
func (b *Batch) setReplies(row *datasets.Row, c *Config) error {
	b.answers = b.answers[:0]
	if c.ReplyWeight == 0 || row.Reply == (rules.Move{}) {
		return nil
	}
	after := row.Position.Play(row.Candidates[row.Played].Move)
	b.legal = after.AppendMoves(b.legal[:0])
	found := false
	for _, m := range b.legal {
		share := 0.
		if m == row.Reply {
			found, share = true, 1
		}
		b.answers = insertTarget(b.answers, net.PolicyIndex(m, after.Turn()), share)
	}
	if !found {
		return fmt.Errorf("reply %d to %d in %s: want a legal move", row.Reply.From, row.Reply.To, after.FEN())
	}
	return nil
}

// typicalPlies is about how many plies are left in a game's position.
const typicalPlies = 30

// pliesTarget is the natural logarithm of the plies left against typical ones,
// one added to both: what is far away need not be known as exactly as what is
// near, and a new head, which says 0, is not far off.
func pliesTarget(row *datasets.Row) float64 {
	return math.Log(float64(row.PliesLeft+1) / (typicalPlies + 1))
}

// gainTarget is [datasets.Row.Gain] in pieces.
func gainTarget(row *datasets.Row) float64 { return float64(row.Gain) }

// regressionLoss is a linear neuron and half the square of its distance from a
// target, the weighted mean over the batch's rows.
//
//	hidden [size, Hidden], weight [Hidden, 1], bias [1] → scalar
type regressionLoss[F float] struct {
	operation[F]
	head   head
	linear linear[F]
	feed   *feed

	outputs []F     // [size], of the last run
	loss    float64 // of the last run, without the head's weight
}

func newRegressionLoss[F float](f *feed, h head, hidden int) *regressionLoss[F] {
	return &regressionLoss[F]{
		operation: newOperation[F](h.name+" loss", []int{2, 2, 1}),
		head:      h,
		linear:    newLinear[F](&f.whole, hidden, 1),
		feed:      f,
		outputs:   make([]F, f.size),
	}
}

func (l *regressionLoss[F]) last() float64 { return l.head.weight * l.loss }

func (l *regressionLoss[F]) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	b := l.feed.batch
	target := l.head.target(b)
	l.linear.forward(l.outputs, elements[F](inputs[0]), elements[F](inputs[1]), elements[F](inputs[2]))
	l.loss = 0
	for i := range b.rows {
		distance := float64(l.outputs[i]) - target[i]
		l.loss += b.share(i) * distance * distance / 2
	}
	return scalarValue[F](l.last()), nil
}

func (l *regressionLoss[F]) DiffWRT(int) []bool { return []bool{true, true, true} }

func (l *regressionLoss[F]) SymDiff(inputs gorgonia.Nodes, output, gradient *gorgonia.Node) (gorgonia.Nodes, error) {
	outputs := &regressionGradient[F]{newOperation[F](l.name+": output gradient", []int{0, 0}, l.feed.size, 1), l}
	return l.linear.gradients(l.name, inputs, apply(outputs, output, gradient)), nil
}

// regressionGradient is the gradient of a regression's outputs: how far each is
// above its target, by the row's share of the weight. It takes the loss as an
// input only so that it runs after it.
//
//	loss, its gradient → [size, 1]
type regressionGradient[F float] struct {
	operation[F]
	of *regressionLoss[F]
}

func (g *regressionGradient[F]) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	b, out, upstream := g.of.feed.batch, g.out(), scalar[F](inputs[1])*F(g.of.head.weight)
	target := g.of.head.target(b)
	for i := range b.rows {
		out[i] = upstream * F(b.share(i)) * (g.of.outputs[i] - F(target[i]))
	}
	clear(out[b.rows:])
	return g.output, nil
}
