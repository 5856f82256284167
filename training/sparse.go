package training

import "gorgonia.org/gorgonia"

// sparseLayer is the first layer: for each row the sum of the weights' rows of
// the active inputs, plus the bias, then ReLU. The inputs come from the batch;
// nothing is differentiated with respect to them.
//
//	weight [Features, Width], bias [Width] → [size, Width]
//
// The rows of padding are zero.
type sparseLayer[F float] struct {
	operation[F]
	blas routines[F]
	feed *feed
}

func newSparseLayer[F float](f *feed, width int) *sparseLayer[F] {
	return &sparseLayer[F]{newOperation[F]("sparse layer", []int{2, 1}, f.size, width), routinesNow[F](), f}
}

func (l *sparseLayer[F]) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	weight, bias, out := elements[F](inputs[0]), elements[F](inputs[1]), l.out()
	b, width := l.feed.batch, len(bias)
	for i := range b.rows {
		row := out[i*width : (i+1)*width]
		copy(row, bias)
		for _, f := range b.features[b.featureStart[i]:b.featureStart[i+1]] {
			l.blas.addScaled(row, 1, weight[int(f)*width:(int(f)+1)*width])
		}
		relu(row)
	}
	clear(out[b.rows*width:])
	return l.output, nil
}

func (l *sparseLayer[F]) DiffWRT(int) []bool { return []bool{true, true} }

func (l *sparseLayer[F]) SymDiff(inputs gorgonia.Nodes, output, gradient *gorgonia.Node) (gorgonia.Nodes, error) {
	before := beforeReLU[F](l.name, output, gradient)
	weight := inputs[0].Shape()
	scatter := &sparseWeightGradient[F]{newOperation[F](l.name+": weight gradient", []int{2}, weight[0], weight[1]), l.blas, l.feed}
	return gorgonia.Nodes{apply(scatter, before), biasGradient[F](l.name, weight[1], before)}, nil
}

// sparseWeightGradient adds each row's gradient to the rows of its active
// inputs.
//
//	gradient before ReLU [size, Width] → [Features, Width]
type sparseWeightGradient[F float] struct {
	operation[F]
	blas routines[F]
	feed *feed
}

func (g *sparseWeightGradient[F]) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	gradient, out := elements[F](inputs[0]), g.out()
	b, width := g.feed.batch, g.output.Shape()[1]
	clear(out)
	for i := range b.rows {
		row := gradient[i*width : (i+1)*width]
		for _, f := range b.features[b.featureStart[i]:b.featureStart[i+1]] {
			g.blas.addScaled(out[int(f)*width:(int(f)+1)*width], 1, row)
		}
	}
	return g.output, nil
}
