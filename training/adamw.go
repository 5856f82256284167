package training

import (
	"errors"
	"math"

	"gorgonia.org/gorgonia"

	"drafthorse/parallel"
	"drafthorse/training/internal/moments"
)

// adamW is algorithm 2 of Loshchilov and Hutter, "Decoupled weight decay
// regularization", 2019, after the gradient of all parameters together has been
// cut to a greatest norm (Pascanu et al., "On the difficulty of training
// recurrent neural networks", 2013, algorithm 1). Biases do not decay.
//
// With each step it also moves the average of the weights (Polyak and Juditsky,
// "Acceleration of stochastic approximation by averaging", 1992), in which a step
// counts for less the older it is.
type adamW struct {
	rate    float64 // η·α of the next step
	beta1   float64
	beta2   float64
	epsilon float64
	decay   float64 // λ by α, so that rate·decay is the share taken off
	clip    float64 // greatest norm of the gradient; 0 is none
	keep    float64 // share of the average that a step keeps
	workers int     // goroutines
	blas    routines[float32]

	steps   int         // made so far: t
	mean    [][]float32 // of each parameter's gradients: m
	power   [][]float32 // of their squares: v
	average [][]float32 // of the parameter itself
	pieces  []piece     // all elements, divided for the workers
	squares []float64   // beside pieces: sum of the gradient's squares

	norm float64 // of the last gradient, before it was cut
}

var _ gorgonia.Solver = (*adamW)(nil)

// newAdamW prepares the optimizer of parameters whose averages are those given.
func newAdamW(c Config, parameters, averages []parameter[float32]) *adamW {
	a := &adamW{
		beta1: c.Beta1, beta2: c.Beta2, epsilon: c.Epsilon,
		decay: c.WeightDecay, clip: c.ClipNorm, keep: c.Average,
		pieces: piecesOf(parameters), blas: routinesNow[float32](),
	}
	for i, p := range parameters {
		a.mean = append(a.mean, make([]float32, len(p.data)))
		a.power = append(a.power, make([]float32, len(p.data)))
		a.average = append(a.average, averages[i].data)
	}
	a.squares = make([]float64, len(a.pieces))
	return a
}

// piece is a range of one parameter's elements.
type piece struct {
	parameter int
	from, to  int
	bias      bool
}

func (p piece) of(parameters [][]float32) []float32 { return parameters[p.parameter][p.from:p.to] }

// piecesOf divides the parameters, always in the same way.
func piecesOf(parameters []parameter[float32]) []piece {
	const most = 1 << 14
	var list []piece
	for i, p := range parameters {
		for from := 0; from < len(p.data); from += most {
			list = append(list, piece{i, from, min(from+most, len(p.data)), len(p.shape) == 1})
		}
	}
	return list
}

// errGradient is the error of a step that would spoil the weights.
var errGradient = errors.New("the gradient is not finite")

// Step implements [gorgonia.Solver]: it changes the parameters in place. The
// model may be that of several replicas, one after the other, which share the
// parameters: their gradients are added up in the first one's. If a gradient is
// not finite, no parameter is changed.
func (a *adamW) Step(model []gorgonia.ValueGrad) error {
	weights, gradients := make([][]float32, len(a.mean)), make([][]float32, len(model))
	for i, p := range model {
		g, err := p.Grad()
		if err != nil {
			return err
		}
		gradients[i] = elements[float32](g)
	}
	for i := range weights {
		weights[i] = elements[float32](model[i].Value())
	}
	parallel.Each(a.workers, len(a.pieces), func(i int) {
		p := a.pieces[i]
		sum := p.of(gradients)
		for k := len(weights); k < len(gradients); k += len(weights) {
			a.blas.addScaled(sum, 1, p.of(gradients[k:]))
		}
		a.squares[i] = square(sum)
	})
	var sum float64
	for _, s := range a.squares {
		sum += s
	}
	a.norm = math.Sqrt(sum)
	if math.IsNaN(a.norm) || math.IsInf(a.norm, 0) {
		return errGradient
	}
	scale := 1.
	if a.clip > 0 && a.norm > a.clip {
		scale = a.clip / a.norm
	}
	a.steps++
	matrix := a.coefficients(float32(scale))
	bias := matrix
	bias.Shrink = 1
	parallel.Each(a.workers, len(a.pieces), func(i int) {
		p, c := a.pieces[i], &matrix
		if p.bias {
			c = &bias
		}
		c.Update(p.of(weights), p.of(gradients), p.of(a.mean), p.of(a.power), p.of(a.average))
	})
	return nil
}

// square returns the sum of the squares of x, always added up in the same order.
func square(x []float32) float64 {
	var a, b, c, d float64
	for len(x) >= 4 {
		a += float64(x[0]) * float64(x[0])
		b += float64(x[1]) * float64(x[1])
		c += float64(x[2]) * float64(x[2])
		d += float64(x[3]) * float64(x[3])
		x = x[4:]
	}
	for _, v := range x {
		a += float64(v) * float64(v)
	}
	return a + b + (c + d)
}

// coefficients returns those of step t, with the gradient scaled.
//
// The average's are those of an exponential average, but a young one keeps less:
// (t − 1)/(t + 8), so that it spans about a ninth of the steps made, none of the
// weights from before them, whatever the plan (Shamir and Zhang, "Stochastic
// gradient descent for non-smooth optimization", 2013, section 4, with η = 8).
func (a *adamW) coefficients(scale float32) moments.Coefficients {
	t := float64(a.steps)
	keep := min(a.keep, (t-1)/(t+8))
	return moments.Coefficients{
		KeepMean: float32(a.beta1), TakeMean: float32(1 - a.beta1),
		KeepPower: float32(a.beta2), TakePower: float32(1 - a.beta2),
		Rate:        float32(a.rate / (1 - math.Pow(a.beta1, t))),
		Correct:     float32(1 / (1 - math.Pow(a.beta2, t))),
		Epsilon:     float32(a.epsilon),
		Scale:       scale,
		Shrink:      float32(1 - a.rate*a.decay),
		KeepAverage: float32(keep), TakeAverage: float32(1 - keep),
	}
}
