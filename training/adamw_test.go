package training

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"drafthorse/net"
)

// pair is a parameter and its gradient for the solver.
type pair struct{ value, gradient gorgonia.Value }

func (p pair) Value() gorgonia.Value         { return p.value }
func (p pair) Grad() (gorgonia.Value, error) { return p.gradient, nil }

// TestAdamW compares fifty steps of a matrix and a bias with algorithm 2 of the
// paper in float64, with the clipping of the gradient in most of them, and their
// average with the weighted mean of the weights after every step. The gradients
// are those of two replicas.
func TestAdamW(t *testing.T) {
	const n = 40 // of the matrix; the bias is as long
	rng := rand.New(rand.NewPCG(1, 1))
	weights, average := make([]float32, 2*n), make([]float32, 2*n)
	gradient, first, second := make([]float32, 2*n), make([]float32, 2*n), make([]float32, 2*n)
	want, m, v := make([]float64, 2*n), make([]float64, 2*n), make([]float64, 2*n)
	for i := range weights {
		weights[i] = rng.Float32()
		want[i] = float64(weights[i])
		average[i] = 1e6 // of this nothing may be left
	}
	config := DefaultConfig()
	config.ClipNorm = 12
	config.WeightDecay = 0.5
	config.Average = 0.8
	of := func(x []float32) []parameter[float32] {
		return []parameter[float32]{{shape: []int{n / 2, 2}, data: x[:n]}, {shape: []int{n}, data: x[n:]}}
	}
	vector := func(x []float32) gorgonia.Value {
		return tensor.New(tensor.WithShape(n), tensor.WithBacking(x))
	}
	a := newAdamW(config, of(weights), of(average))
	model := []gorgonia.ValueGrad{
		pair{vector(weights[:n]), vector(first[:n])},
		pair{vector(weights[n:]), vector(first[n:])},
		pair{vector(weights[:n]), vector(second[:n])},
		pair{vector(weights[n:]), vector(second[n:])},
	}
	clipped := 0
	var history [][]float64
	for step := 1; step <= 50; step++ {
		var square float64
		for i := range gradient {
			first[i], second[i] = float32(rng.NormFloat64()), float32(rng.NormFloat64())
			gradient[i] = first[i] + second[i]
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
			decay := config.WeightDecay
			if i >= n {
				decay = 0
			}
			want[i] -= a.rate * (mHat/(math.Sqrt(vHat)+config.Epsilon) + decay*want[i])
		}
		history = append(history, slices.Clone(want))
		if step%10 == 0 {
			compareAverage(t, average, history, config.Average)
		}
	}
	for i := range want {
		if math.Abs(float64(weights[i])-want[i]) > 1e-6 {
			t.Errorf("weight %d = %v: want %v", i, weights[i], want[i])
		}
	}
	if clipped == 0 || clipped == 50 {
		t.Errorf("%d gradients were clipped of 50: want some", clipped)
	}
}

// compareAverage compares the average with the mean of all weights so far, each
// weighed by what the steps after it have kept of it.
func compareAverage(t *testing.T, average []float32, history [][]float64, decay float64) {
	t.Helper()
	for i := range average {
		var want, sum float64
		weight := 1.
		for step := len(history); step >= 1; step-- {
			keep := min(decay, float64(step-1)/float64(step+8))
			want += weight * (1 - keep) * history[step-1][i]
			sum += weight * (1 - keep)
			weight *= keep
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Fatalf("the weights add up to %v: want 1", sum)
		}
		if math.Abs(float64(average[i])-want) > 1e-6 {
			t.Fatalf("after %d steps element %d of the average is %v: want %v", len(history), i, average[i], want)
		}
	}
}

// TestNoAverage switches averaging off: the average is the weights.
func TestNoAverage(t *testing.T) {
	config := DefaultConfig()
	config.Batch, config.Average = 32, 0
	n := livelyNetwork(net.Size{Width: 16, Hidden: 8}, 1)
	trainer, err := New(config, n, 5, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := Fit(t.Context(), trainer, newRowsInMemory(playedRows(100, 1)), Hooks{}); err != nil {
		t.Fatal(err)
	}
	if n.ID() != trainer.Network().ID() {
		t.Errorf("the average is %s: want the weights, %s", trainer.Network().ID(), n.ID())
	}
}

// TestAdamWRefusesGradients gives gradients that are not finite in the second of
// two parameters: the first must not have been changed either.
func TestAdamWRefusesGradients(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(-1)} {
		weights := []float32{1, 2, 3, 4}
		parameters := []parameter[float32]{{data: weights[:2]}, {data: weights[2:]}}
		a := newAdamW(DefaultConfig(), parameters, parameters)
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
