package training

import "gorgonia.org/gorgonia"

// policyLoss is the policy head and its cross-entropy, the weighted mean over
// the batch's rows. Only the logits of a row's legal moves are computed, and
// the softmax is over them: a logit that several moves share counts once for
// each, as it does where the search asks the network, and its prior is that of
// the moves together.
//
//	hidden [size, Hidden], embedding [Policies, Hidden], bias [Policies] → scalar
type policyLoss[F float] struct {
	operation[F]
	blas routines[F]
	feed *feed

	priors []F     // of the batch's moves in their order, of the last run
	loss   float64 // of the last run
}

func newPolicyLoss[F float](f *feed) *policyLoss[F] {
	return &policyLoss[F]{operation: newOperation[F]("policy loss", []int{2, 2, 1}), blas: routinesNow[F](), feed: f}
}

func (l *policyLoss[F]) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	hidden, embedding, bias := elements[F](inputs[0]), elements[F](inputs[1]), elements[F](inputs[2])
	b := l.feed.batch
	n := len(embedding) / len(bias)
	l.priors = l.priors[:0]
	l.loss = 0
	for i := range b.rows {
		from, to, first := b.moveStart[i], b.moveStart[i+1], len(l.priors)
		for k := from; k < to; k++ {
			p := int(b.policies[k])
			l.priors = append(l.priors, dot(hidden[i*n:(i+1)*n], embedding[p*n:])+bias[p]+F(b.logSharers[k]))
		}
		l.loss += b.share(i) * crossEntropy(l.priors[first:], b.policyTarget[from:to])
	}
	return scalarValue[F](l.loss), nil
}

func (l *policyLoss[F]) DiffWRT(int) []bool { return []bool{true, true, true} }

// SymDiff's gradients take the loss as an input only so that they run after it.
func (l *policyLoss[F]) SymDiff(inputs gorgonia.Nodes, output, gradient *gorgonia.Node) (gorgonia.Nodes, error) {
	hidden, embedding, bias := inputs[0].Shape(), inputs[1].Shape(), inputs[2].Shape()
	return gorgonia.Nodes{
		apply(&policyInputGradient[F]{
			newOperation[F](l.name+": input gradient", []int{2, 0, 0}, hidden[0], hidden[1]), l,
		}, inputs[1], output, gradient),
		apply(&embeddingGradient[F]{
			newOperation[F](l.name+": embedding gradient", []int{2, 0, 0}, embedding[0], embedding[1]), l,
		}, inputs[0], output, gradient),
		apply(&policyBiasGradient[F]{
			newOperation[F](l.name+": bias gradient", []int{0, 0}, bias[0]), l,
		}, output, gradient),
	}, nil
}

// logitGradients yields each legal move's row, policy and the gradient of its
// logit: the prior less its target, by the row's share of the weight.
func (l *policyLoss[F]) logitGradients(upstream F, yield func(row int, policy int, gradient F)) {
	b := l.feed.batch
	priors := l.priors
	for i := range b.rows {
		scale := upstream * F(b.share(i))
		for k := b.moveStart[i]; k < b.moveStart[i+1]; k++ {
			yield(i, int(b.policies[k]), scale*(priors[0]-F(b.policyTarget[k])))
			priors = priors[1:]
		}
	}
}

// policyInputGradient is the hidden layer's gradient through the policy head.
//
//	embedding [Policies, Hidden], loss, its gradient → [size, Hidden]
type policyInputGradient[F float] struct {
	operation[F]
	of *policyLoss[F]
}

func (g *policyInputGradient[F]) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	embedding, out, n := elements[F](inputs[0]), g.out(), g.output.Shape()[1]
	clear(out)
	g.of.logitGradients(scalar[F](inputs[2]), func(row, policy int, gradient F) {
		g.of.blas.addScaled(out[row*n:(row+1)*n], gradient, embedding[policy*n:(policy+1)*n])
	})
	return g.output, nil
}

// embeddingGradient is the gradient of the moves' embeddings.
//
//	hidden [size, Hidden], loss, its gradient → [Policies, Hidden]
type embeddingGradient[F float] struct {
	operation[F]
	of *policyLoss[F]
}

func (g *embeddingGradient[F]) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	hidden, out, n := elements[F](inputs[0]), g.out(), g.output.Shape()[1]
	clear(out)
	g.of.logitGradients(scalar[F](inputs[2]), func(row, policy int, gradient F) {
		g.of.blas.addScaled(out[policy*n:(policy+1)*n], gradient, hidden[row*n:(row+1)*n])
	})
	return g.output, nil
}

// policyBiasGradient is the gradient of the moves' biases.
//
//	loss, its gradient → [Policies]
type policyBiasGradient[F float] struct {
	operation[F]
	of *policyLoss[F]
}

func (g *policyBiasGradient[F]) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	out := g.out()
	clear(out)
	g.of.logitGradients(scalar[F](inputs[1]), func(_, policy int, gradient F) { out[policy] += gradient })
	return g.output, nil
}
