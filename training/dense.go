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
	blas routines[F]
}

func newDenseLayer[F float](size, width int) *denseLayer[F] {
	return &denseLayer[F]{newOperation[F]("dense layer", []int{2, 2, 1}, size, width), routinesNow[F]()}
}

func (l *denseLayer[F]) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	out := l.out()
	l.blas.linear(out, elements[F](inputs[0]), elements[F](inputs[1]), elements[F](inputs[2]))
	relu(out)
	return l.output, nil
}

func (l *denseLayer[F]) DiffWRT(int) []bool { return []bool{true, true, true} }

func (l *denseLayer[F]) SymDiff(inputs gorgonia.Nodes, output, gradient *gorgonia.Node) (gorgonia.Nodes, error) {
	return linearGradients[F](l.name, inputs, beforeReLU[F](l.name, output, gradient)), nil
}

// linear sets out to x·weight + bias.
//
//	x [rows, in], weight [in, n], bias [n], out [rows, n]
func (r *routines[F]) linear(out, x, weight, bias []F) {
	n := len(bias)
	in, rows := len(weight)/n, len(out)/n
	for i := range rows {
		copy(out[i*n:], bias)
	}
	r.multiply(blas.NoTrans, blas.NoTrans, rows, n, in, 1, x, in, weight, n, 1, out, n)
}

// linearGradients adds to the graph the gradients of x, weight and bias of the
// named linear layer from that of its result, [size, out].
func linearGradients[F float](layer string, inputs gorgonia.Nodes, gradient *gorgonia.Node) gorgonia.Nodes {
	x, weight := inputs[0], inputs[1]
	in, out := weight.Shape()[0], weight.Shape()[1]
	r := routinesNow[F]()
	return gorgonia.Nodes{
		apply(&inputGradient[F]{
			newOperation[F](layer+": input gradient", []int{2, 2}, x.Shape()[0], in), r, make([]F, in*out),
		}, gradient, weight),
		apply(&weightGradient[F]{
			newOperation[F](layer+": weight gradient", []int{2, 2}, in, out), r,
		}, x, gradient),
		biasGradient[F](layer, gradient),
	}
}

// inputGradient is gradient · weightᵀ.
//
//	gradient [size, out], weight [in, out] → [size, in]
type inputGradient[F float] struct {
	operation[F]
	blas       routines[F]
	transposed []F // weightᵀ, [out, in]
}

func (g *inputGradient[F]) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	gradient, weight := elements[F](inputs[0]), elements[F](inputs[1])
	size, in := g.output.Shape()[0], g.output.Shape()[1]
	out := len(weight) / in
	for i := range in {
		for j, w := range weight[i*out : (i+1)*out] {
			g.transposed[j*in+i] = w
		}
	}
	g.blas.multiply(blas.NoTrans, blas.NoTrans, size, in, out, 1, gradient, out, g.transposed, in, 0, g.out(), in)
	return g.output, nil
}

// weightGradient is xᵀ · gradient.
//
//	x [size, in], gradient [size, out] → [in, out]
type weightGradient[F float] struct {
	operation[F]
	blas routines[F]
}

func (g *weightGradient[F]) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	x, gradient := elements[F](inputs[0]), elements[F](inputs[1])
	in, out := g.output.Shape()[0], g.output.Shape()[1]
	g.blas.multiply(blas.Trans, blas.NoTrans, in, out, len(x)/in, 1, x, in, gradient, out, 0, g.out(), out)
	return g.output, nil
}

// columnSums is the sum of the gradient's rows.
//
//	gradient [size, out] → [out]
type columnSums[F float] struct {
	operation[F]
	blas routines[F]
}

// biasGradient adds to the graph the gradient of the named layer's bias.
func biasGradient[F float](layer string, gradient *gorgonia.Node) *gorgonia.Node {
	op := &columnSums[F]{newOperation[F](layer+": bias gradient", []int{2}, gradient.Shape()[1]), routinesNow[F]()}
	return apply(op, gradient)
}

func (g *columnSums[F]) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	gradient, out := elements[F](inputs[0]), g.out()
	clear(out)
	for ; len(gradient) > 0; gradient = gradient[len(out):] {
		g.blas.addScaled(out, 1, gradient[:len(out)])
	}
	return g.output, nil
}
