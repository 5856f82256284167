package training

import (
	"gonum.org/v1/gonum/blas"
	"gorgonia.org/gorgonia"
)

// denseLayer is a linear layer with bias, then ReLU.
//
//	x [size, in], weight [Buckets·in, out], bias [Buckets·out] → [size, out]
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

// linear is what linear layers have in common: a row times the matrix of its
// bucket, plus its bias.
type linear[F float] struct {
	blas    routines[F]
	spans   *[]span // of the batch at hand
	in, out int
}

func newLinear[F float](f *feed, in, out int) linear[F] {
	return linear[F]{routinesNow[F](), &f.spans, in, out}
}

// forward sets out to x·weight + bias.
//
//	x [rows, in], weight [buckets·in, out], bias [buckets·out], out [rows, out]
func (l *linear[F]) forward(out, x, weight, bias []F) {
	for _, s := range *l.spans {
		out := out[s.from*l.out : s.to*l.out]
		for i := range s.to - s.from {
			copy(out[i*l.out:], ofBucket(s, bias, l.out))
		}
		l.blas.multiply(blas.NoTrans, blas.NoTrans, s.to-s.from, l.out, l.in,
			1, x[s.from*l.in:], l.in, ofBucket(s, weight, l.in*l.out), l.out, 1, out, l.out)
	}
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
		biasGradient[F](layer, l.spans, inputs[2].Shape()[0], gradient),
	}
}

// inputGradient is gradient · weightᵀ.
//
//	gradient [size, out], weight [Buckets·in, out] → [size, in]
type inputGradient[F float] struct {
	operation[F]
	linear     linear[F]
	transposed []F // a bucket's weightᵀ, [out, in]
}

func (g *inputGradient[F]) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	gradient, weight := elements[F](inputs[0]), elements[F](inputs[1])
	l, in, out := &g.linear, g.linear.in, g.linear.out
	for _, s := range *l.spans {
		of := ofBucket(s, weight, in*out)
		for i := range in {
			for j, w := range of[i*out : (i+1)*out] {
				g.transposed[j*in+i] = w
			}
		}
		l.blas.multiply(blas.NoTrans, blas.NoTrans, s.to-s.from, in, out,
			1, gradient[s.from*out:], out, g.transposed, in, 0, g.out()[s.from*in:], in)
	}
	return g.output, nil
}

// weightGradient is xᵀ · gradient, of each bucket's rows.
//
//	x [size, in], gradient [size, out] → [Buckets·in, out]
type weightGradient[F float] struct {
	operation[F]
	linear linear[F]
}

func (g *weightGradient[F]) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	x, gradient, sum := elements[F](inputs[0]), elements[F](inputs[1]), g.out()
	l, in, out := &g.linear, g.linear.in, g.linear.out
	clear(sum)
	for _, s := range *l.spans {
		l.blas.multiply(blas.Trans, blas.NoTrans, in, out, s.to-s.from,
			1, x[s.from*in:], in, gradient[s.from*out:], out, 1, ofBucket(s, sum, in*out), out)
	}
	return g.output, nil
}

// columnSums is the sum of the gradient's rows, of each bucket's.
//
//	gradient [size, out] → [Buckets·out]
type columnSums[F float] struct {
	operation[F]
	blas  routines[F]
	spans *[]span
}

// biasGradient adds to the graph the gradient of the named layer's bias, which
// has so many elements.
func biasGradient[F float](layer string, spans *[]span, elements int, gradient *gorgonia.Node) *gorgonia.Node {
	op := &columnSums[F]{newOperation[F](layer+": bias gradient", []int{2}, elements), routinesNow[F](), spans}
	return apply(op, gradient)
}

func (g *columnSums[F]) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	gradient, out := elements[F](inputs[0]), g.out()
	n := inputs[0].Shape()[1]
	clear(out)
	for _, s := range *g.spans {
		for i := s.from; i < s.to; i++ {
			g.blas.addScaled(ofBucket(s, out, n), 1, gradient[i*n:(i+1)*n])
		}
	}
	return g.output, nil
}
