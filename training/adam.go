package training

import (
	"errors"
	"math"

	"gorgonia.org/gorgonia"
)

// adam is algorithm 1 of Kingma and Ba, "Adam: a method for stochastic
// optimization", 2015, after the gradient of all parameters together has been
// cut to a greatest norm (Pascanu et al., "On the difficulty of training
// recurrent neural networks", 2013, algorithm 1).
type adam struct {
	rate    float64 // α of the next step
	beta1   float64
	beta2   float64
	epsilon float64
	clip    float64 // greatest norm of the gradient; 0 is none

	steps int         // made so far: t
	mean  [][]float32 // of each parameter's gradients: m
	power [][]float32 // of their squares: v

	norm float64 // of the last gradient, before it was cut
}

var _ gorgonia.Solver = (*adam)(nil)

func newAdam(c Config, parameters []parameter[float32]) *adam {
	a := &adam{beta1: c.Beta1, beta2: c.Beta2, epsilon: c.Epsilon, clip: c.ClipNorm}
	for _, p := range parameters {
		a.mean = append(a.mean, make([]float32, len(p.data)))
		a.power = append(a.power, make([]float32, len(p.data)))
	}
	return a
}

// errGradient is the error of a step that would spoil the weights.
var errGradient = errors.New("the gradient is not finite")

// Step implements [gorgonia.Solver]: it changes the parameters in place and
// leaves the gradients as they are. If a gradient is not finite, nothing is
// changed.
func (a *adam) Step(model []gorgonia.ValueGrad) error {
	gradients := make([][]float32, len(model))
	for i, p := range model {
		g, err := p.Grad()
		if err != nil {
			return err
		}
		gradients[i] = elements[float32](g)
	}
	a.norm = norm(gradients)
	if math.IsNaN(a.norm) || math.IsInf(a.norm, 0) {
		return errGradient
	}
	scale := 1.
	if a.clip > 0 && a.norm > a.clip {
		scale = a.clip / a.norm
	}
	a.steps++
	for i, p := range model {
		a.update(elements[float32](p.Value()), gradients[i], a.mean[i], a.power[i], float32(scale))
	}
	return nil
}

// negligible is where a moment is taken for 0. The moments of moves that have
// become rare would otherwise shrink to denormal numbers and stay there, and
// arithmetic with these is many times slower.
const negligible = 1e-30

func (a *adam) update(weights, gradient, mean, power []float32, scale float32) {
	t := float64(a.steps)
	keep1, keep2 := float32(a.beta1), float32(a.beta2)
	take1, take2 := float32(1-a.beta1), float32(1-a.beta2)
	rate := float32(a.rate / (1 - math.Pow(a.beta1, t)))
	correct := float32(1 / (1 - math.Pow(a.beta2, t)))
	epsilon := float32(a.epsilon)
	gradient, mean, power = gradient[:len(weights)], mean[:len(weights)], power[:len(weights)]
	for i := range weights {
		g := gradient[i] * scale
		m := keep1*mean[i] + take1*g
		v := keep2*power[i] + take2*g*g
		if m < negligible && m > -negligible {
			m = 0
		}
		if v < negligible {
			v = 0
		}
		mean[i], power[i] = m, v
		weights[i] -= rate * m / (float32(math.Sqrt(float64(v*correct))) + epsilon)
	}
}

// norm returns the Euclidean norm of all elements together.
func norm(of [][]float32) float64 {
	var sum float64
	for _, x := range of {
		for _, v := range x {
			sum += float64(v) * float64(v)
		}
	}
	return math.Sqrt(sum)
}
