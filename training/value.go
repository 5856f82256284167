package training

import "gorgonia.org/gorgonia"

// valueLoss is the value head and its cross-entropy, the weighted mean over the
// batch's rows.
//
//	hidden [size, Hidden], weight [Hidden, 3], bias [3] → scalar
type valueLoss[F float] struct {
	operation[F]
	linear linear[F]
	feed   *feed

	values []F     // [size, 3]: win, draw, loss of the last run
	loss   float64 // of the last run
}

func newValueLoss[F float](f *feed, hidden int) *valueLoss[F] {
	return &valueLoss[F]{
		operation: newOperation[F]("value loss", []int{2, 2, 1}),
		linear:    newLinear[F](f, hidden, 3),
		feed:      f,
		values:    make([]F, 3*f.size),
	}
}

func (l *valueLoss[F]) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	b := l.feed.batch
	l.linear.forward(l.values, elements[F](inputs[0]), elements[F](inputs[1]), elements[F](inputs[2]))
	l.loss = 0
	for i := range b.rows {
		l.loss += b.share(i) * crossEntropy(l.values[3*i:3*i+3], b.valueTarget[3*i:3*i+3])
	}
	return scalarValue[F](l.loss), nil
}

func (l *valueLoss[F]) DiffWRT(int) []bool { return []bool{true, true, true} }

func (l *valueLoss[F]) SymDiff(inputs gorgonia.Nodes, output, gradient *gorgonia.Node) (gorgonia.Nodes, error) {
	logits := &valueLogitGradient[F]{newOperation[F](l.name+": logit gradient", []int{0, 0}, l.feed.size, 3), l}
	return l.linear.gradients(l.name, inputs, apply(logits, output, gradient)), nil
}

// valueLogitGradient is the gradient of the value head's logits: what the head
// says less what it should say, by the row's share of the weight. It takes the
// loss as an input only so that it runs after it.
//
//	loss, its gradient → [size, 3]
type valueLogitGradient[F float] struct {
	operation[F]
	of *valueLoss[F]
}

func (g *valueLogitGradient[F]) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	b, out, upstream := g.of.feed.batch, g.out(), scalar[F](inputs[1])
	for i := range b.rows {
		scale := upstream * F(b.share(i))
		for j := 3 * i; j < 3*i+3; j++ {
			out[j] = scale * (g.of.values[j] - F(b.valueTarget[j]))
		}
	}
	clear(out[3*b.rows:])
	return g.output, nil
}
