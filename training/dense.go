package training

import (
	"gonum.org/v1/gonum/blas"
	"gorgonia.org/gorgonia"
)

// denseLayer is a linear layer with bias, then ReLU.
//
//	x [size, in], weight [in, out], bias [out] → [size, out]
type denseLayer[F float] struct {
	operation[F]
	linear linear[F]
}

func newDenseLayer[F float](f *feed, in, out int) *denseLayer[F] {
	return &denseLayer[F]{newOperation[F]("dense layer", []int{2, 2, 1}, f.size, out), newLinear[F](f, in, out)}
}

func (l *denseLayer[F]) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	out := l.out()
	l.linear.forward(out, elements[F](inputs[0]), elements[F](inputs[1]), elements[F](inputs[2]))
	relu(out)
	return l.output, nil
}

func (l *denseLayer[F]) DiffWRT(int) []bool { return []bool{true, true, true} }

func (l *denseLayer[F]) SymDiff(inputs gorgonia.Nodes, output, gradient *gorgonia.Node) (gorgonia.Nodes, error) {
	return l.linear.gradients(l.name, inputs, beforeReLU[F](l.name, output, gradient)), nil
}

// linear is what linear layers have in common: a row times a matrix, plus a bias.
type linear[F float] struct {
	blas          routines[F]
	rows, in, out int
}

func newLinear[F float](f *feed, in, out int) linear[F] {
	return linear[F]{routinesNow[F](), f.size, in, out}
}

// forward sets out to x·weight + bias.
//
//	x [rows, in], weight [in, out], bias [out], out [rows, out]
func (l *linear[F]) forward(out, x, weight, bias []F) {
	for i := range l.rows {
		copy(out[i*l.out:], bias)
	}
	l.blas.multiply(blas.NoTrans, blas.NoTrans, l.rows, l.out, l.in, 1, x, l.in, weight, l.out, 1, out, l.out)
}

// gradients adds to the graph the gradients of x, weight and bias of the named
// layer from that of its result, [size, out].
func (l *linear[F]) gradients(layer string, inputs gorgonia.Nodes, gradient *gorgonia.Node) gorgonia.Nodes {
	x, weight := inputs[0].Shape(), inputs[1].Shape()
	return gorgonia.Nodes{
		apply(&inputGradient[F]{
			newOperation[F](layer+": input gradient", []int{2, 2}, x[0], x[1]), *l, make([]F, l.in*l.out),
		}, gradient, inputs[1]),
		apply(&weightGradient[F]{
			newOperation[F](layer+": weight gradient", []int{2, 2}, weight[0], weight[1]), *l,
		}, inputs[0], gradient),
		biasGradient[F](layer, inputs[2].Shape()[0], gradient),
	}
}

// inputGradient is gradient · weightᵀ.
//
//	gradient [size, out], weight [in, out] → [size, in]
type inputGradient[F float] struct {
	operation[F]
	linear     linear[F]
	transposed []F // weightᵀ, [out, in]
}

func (g *inputGradient[F]) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	gradient, weight := elements[F](inputs[0]), elements[F](inputs[1])
	l, in, out := &g.linear, g.linear.in, g.linear.out
	for i := range in {
		for j, w := range weight[i*out : (i+1)*out] {
			g.transposed[j*in+i] = w
		}
	}
	l.blas.multiply(blas.NoTrans, blas.NoTrans, l.rows, in, out, 1, gradient, out, g.transposed, in, 0, g.out(), in)
	return g.output, nil
}

// weightGradient is xᵀ · gradient.
//
//	x [size, in], gradient [size, out] → [in, out]
type weightGradient[F float] struct {
	operation[F]
	linear linear[F]
}

func (g *weightGradient[F]) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	x, gradient, sum := elements[F](inputs[0]), elements[F](inputs[1]), g.out()
	l, in, out := &g.linear, g.linear.in, g.linear.out
	clear(sum)
	l.blas.multiply(blas.Trans, blas.NoTrans, in, out, l.rows, 1, x, in, gradient, out, 1, sum, out)
	return g.output, nil
}

// columnSums is the sum of the gradient's rows.
//
//	gradient [size, out] → [out]
type columnSums[F float] struct {
	operation[F]
	blas routines[F]
}

// biasGradient adds to the graph the gradient of the named layer's bias with its
// number of elements.
func biasGradient[F float](layer string, elements int, gradient *gorgonia.Node) *gorgonia.Node {
	op := &columnSums[F]{newOperation[F](layer+": bias gradient", []int{2}, elements), routinesNow[F]()}
	return apply(op, gradient)
}

func (g *columnSums[F]) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	gradient, out := elements[F](inputs[0]), g.out()
	rows, n := inputs[0].Shape()[0], inputs[0].Shape()[1]
	clear(out)
	for i := range rows {
		g.blas.addScaled(out, 1, gradient[i*n:(i+1)*n])
	}
	return g.output, nil
}
