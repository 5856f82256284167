package training

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// pair is a parameter and its gradient for the solver.
type pair struct{ value, gradient gorgonia.Value }

func (p pair) Value() gorgonia.Value         { return p.value }
func (p pair) Grad() (gorgonia.Value, error) { return p.gradient, nil }

// TestAdam compares fifty steps with algorithm 1 of the paper in float64, with
// the clipping of the gradient in most of them.
func TestAdam(t *testing.T) {
	const n = 40
	rng := rand.New(rand.NewPCG(1, 1))
	weights, gradient := make([]float32, n), make([]float32, n)
	want, m, v := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range weights {
		weights[i] = rng.Float32()
		want[i] = float64(weights[i])
	}
	config := DefaultConfig()
	config.ClipNorm = 4
	a := newAdam(config, []parameter[float32]{{data: weights}})
	model := []gorgonia.ValueGrad{pair{
		tensor.New(tensor.WithShape(n), tensor.WithBacking(weights)),
		tensor.New(tensor.WithShape(n), tensor.WithBacking(gradient)),
	}}
	clipped := 0
	for step := 1; step <= 50; step++ {
		var square float64
		for i := range gradient {
			gradient[i] = float32(rng.NormFloat64())
			square += float64(gradient[i]) * float64(gradient[i])
		}
		a.rate = 0.01 / float64(step)
		if err := a.Step(model); err != nil {
			t.Fatal(err)
		}
		length := math.Sqrt(square)
		if relativeError(a.norm, length, 1) > 1e-9 {
			t.Fatalf("step %d: the norm is %v: want %v", step, a.norm, length)
		}
		if length > config.ClipNorm {
			clipped++
		}
		for i := range want {
			g := float64(gradient[i]) * min(1, config.ClipNorm/length)
			m[i] = config.Beta1*m[i] + (1-config.Beta1)*g
			v[i] = config.Beta2*v[i] + (1-config.Beta2)*g*g
			mHat := m[i] / (1 - math.Pow(config.Beta1, float64(step)))
			vHat := v[i] / (1 - math.Pow(config.Beta2, float64(step)))
			want[i] -= a.rate * mHat / (math.Sqrt(vHat) + config.Epsilon)
		}
	}
	for i := range want {
		if math.Abs(float64(weights[i])-want[i]) > 1e-6 {
			t.Errorf("weight %d = %v: want %v", i, weights[i], want[i])
		}
	}
	if clipped == 0 {
		t.Error("no gradient was clipped")
	}
}

// TestAdamRefusesGradients gives gradients that are not finite in the second of
// two parameters: the first must not have been changed either.
func TestAdamRefusesGradients(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(-1)} {
		weights := []float32{1, 2, 3, 4}
		a := newAdam(DefaultConfig(), []parameter[float32]{{data: weights[:2]}, {data: weights[2:]}})
		a.rate = 1
		vector := func(x ...float32) gorgonia.Value {
			return tensor.New(tensor.WithShape(len(x)), tensor.WithBacking(x))
		}
		err := a.Step([]gorgonia.ValueGrad{
			pair{tensor.New(tensor.WithShape(2), tensor.WithBacking(weights[:2])), vector(1, 1)},
			pair{tensor.New(tensor.WithShape(2), tensor.WithBacking(weights[2:])), vector(1, float32(bad))},
		})
		if !errors.Is(err, errGradient) || !slices.Equal(weights, []float32{1, 2, 3, 4}) || a.steps != 0 || a.mean[0][0] != 0 {
			t.Errorf("Step with %v = %v, weights %v after %d steps: want errGradient and nothing changed", bad, err, weights, a.steps)
		}
	}
}

// TestSchedule checks the ends and the middle of the learning rate's curve.
func TestSchedule(t *testing.T) {
	c := Config{LearnRate: 1, Warmup: 10, FinalShare: 0.2}
	for _, test := range []struct {
		step, steps int
		want        float64
	}{
		{0, 211, 0.1}, {9, 211, 1}, {10, 211, 1},
		{110, 211, 0.6}, // half way from 10 to 210: half way between 1 and 0.2
		{210, 211, 0.2}, {500, 211, 0.2},
		{0, 50, 0.2}, {4, 50, 1}, // the warm-up is cut to five steps
		{0, 1, 0.2},
	} {
		if got := c.learnRate(test.step, test.steps); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("learnRate(%d, %d) = %v: want %v", test.step, test.steps, got, test.want)
		}
	}
}
