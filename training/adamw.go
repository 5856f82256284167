package training

import (
	"errors"
	"math"

	"gorgonia.org/gorgonia"

	"drafthorse/parallel"
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
	s := a.coefficients(float32(scale))
	parallel.Each(a.workers, len(a.pieces), func(i int) {
		p := a.pieces[i]
		w := p.of(weights)
		s.update(w, p.of(gradients), p.of(a.mean), p.of(a.power), p.bias)
		s.blend(p.of(a.average), w)
	})
	return nil
}

// square returns the sum of the squares of x.
func square(x []float32) float64 {
	var sum float64
	for _, v := range x {
		sum += float64(v) * float64(v)
	}
	return sum
}

// coefficients are the numbers that are the same for all elements in a step.
type coefficients struct {
	keep1, take1 float32 // β1 and 1 − β1
	keep2, take2 float32
	rate         float32 // with the correction of the mean's bias
	correct      float32 // the correction of the power's
	epsilon      float32
	scale        float32 // of the gradient
	shrink       float32 // what decay leaves of a weight

	keep, take float32 // of the average and of the weights in it
}

// coefficients returns those of step t, with the gradient scaled.
//
// The average's are those of an exponential average, but a young one keeps less:
// (t − 1)/(t + 8), so that it spans about a ninth of the steps made, none of the
// weights from before them, whatever the plan (Shamir and Zhang, "Stochastic
// gradient descent for non-smooth optimization", 2013, section 4, with η = 8).
func (a *adamW) coefficients(scale float32) coefficients {
	t := float64(a.steps)
	keep := min(a.keep, (t-1)/(t+8))
	return coefficients{
		keep1: float32(a.beta1), take1: float32(1 - a.beta1),
		keep2: float32(a.beta2), take2: float32(1 - a.beta2),
		rate:    float32(a.rate / (1 - math.Pow(a.beta1, t))),
		correct: float32(1 / (1 - math.Pow(a.beta2, t))),
		epsilon: float32(a.epsilon),
		scale:   scale,
		shrink:  float32(1 - a.rate*a.decay),
		keep:    float32(keep), take: float32(1 - keep),
	}
}

// negligible is where a moment is taken for 0. The moments of moves that have
// become rare would otherwise shrink to denormal numbers and stay there, and
// arithmetic with these is many times slower.
const negligible = 1e-30

func (s coefficients) update(weights, gradient, mean, power []float32, bias bool) {
	if bias {
		s.shrink = 1
	}
	gradient, mean, power = gradient[:len(weights)], mean[:len(weights)], power[:len(weights)]
	for i := range weights {
		g := gradient[i] * s.scale
		m := s.keep1*mean[i] + s.take1*g
		v := s.keep2*power[i] + s.take2*g*g
		if m < negligible && m > -negligible {
			m = 0
		}
		if v < negligible {
			v = 0
		}
		mean[i], power[i] = m, v
		weights[i] = s.shrink*weights[i] - s.rate*m/(float32(math.Sqrt(float64(v*s.correct)))+s.epsilon)
	}
}

// blend moves the average towards the weights.
func (s coefficients) blend(average, weights []float32) {
	average = average[:len(weights)]
	for i, w := range weights {
		average[i] = s.keep*average[i] + s.take*w
	}
}
