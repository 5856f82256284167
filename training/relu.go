package training

import "gorgonia.org/gorgonia"

// relu replaces what is negative by 0, in place. NaN stays NaN.
func relu[F float](x []F) {
	for i := range x {
		x[i] = max(x[i], 0)
	}
}

// reluGradient lets the gradient through where the layer's output is positive.
//
//	output [size, n], its gradient [size, n] → [size, n]
type reluGradient[F float] struct{ operation[F] }

// beforeReLU adds to the graph the gradient of the named layer before its ReLU.
func beforeReLU[F float](layer string, output, gradient *gorgonia.Node) *gorgonia.Node {
	shape := output.Shape()
	op := &reluGradient[F]{newOperation[F](layer+": gradient before ReLU", []int{2, 2}, shape[0], shape[1])}
	return apply(op, output, gradient)
}

func (g *reluGradient[F]) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	output, gradient, out := elements[F](inputs[0]), elements[F](inputs[1]), g.out()
	gradient, out = gradient[:len(output)], out[:len(output)]
	// No processor can foresee which neurons are silent, so there is no branch.
	pass := [2]F{0, 1}
	for i, x := range output {
		k := 0
		if x > 0 {
			k = 1
		}
		out[i] = gradient[i] * pass[k]
	}
	return g.output, nil
}
