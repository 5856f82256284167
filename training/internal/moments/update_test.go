package moments

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The assembly and the plain loop give the same bits, of ordinary numbers and of
// the edges: zero, denormal and huge ones.
func TestUpdateEqualsPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	draw := func(n int) []float32 {
		x := make([]float32, n)
		for i := range x {
			switch rng.IntN(8) {
			case 0:
				x[i] = 0
			case 1:
				x[i] = float32(rng.NormFloat64() * 1e-30)
			case 2:
				x[i] = float32(rng.NormFloat64() * 1e-41)
			case 3:
				x[i] = float32(rng.NormFloat64() * 1e10)
			default:
				x[i] = float32(rng.NormFloat64())
			}
		}
		return x
	}
	for n := range 100 {
		c := Coefficients{
			KeepMean: 0.9, TakeMean: 0.1, KeepPower: 0.999, TakePower: 0.001, Rate: 0.01, Correct: 3, Epsilon: 1e-8,
			Scale: rng.Float32(), Shrink: 0.9999, KeepAverage: 0.8, TakeAverage: 0.2,
		}
		of := [5][]float32{draw(n), draw(n), draw(n), draw(n), draw(n)}
		for i, v := range of[3] {
			of[3][i] = float32(math.Abs(float64(v)))
		}
		var got, want [5][]float32
		for i := range of {
			got[i], want[i] = slices.Clone(of[i]), slices.Clone(of[i])
		}
		c.Update(got[0], got[1], got[2], got[3], got[4])
		c.plain(want[0], want[1], want[2], want[3], want[4])
		for i := range of {
			for k := range of[i] {
				if math.Float32bits(got[i][k]) != math.Float32bits(want[i][k]) {
					t.Fatalf("%d elements: element %d of array %d is %v, want %v", n, k, i, got[i][k], want[i][k])
				}
			}
		}
	}
}

func BenchmarkUpdate(b *testing.B) {
	const n = 1 << 14
	c := Coefficients{KeepMean: 0.9, TakeMean: 0.1, KeepPower: 0.999, TakePower: 0.001, Rate: 1e-3, Correct: 1, Epsilon: 1e-8, Scale: 1, Shrink: 1, KeepAverage: 0.9, TakeAverage: 0.1}
	var x [5][]float32
	for i := range x {
		x[i] = make([]float32, n)
		for k := range x[i] {
			x[i][k] = float32(k%100 + 1)
		}
	}
	for name, update := range map[string]func(weights, gradient, mean, power, average []float32){"update": c.Update, "plain": c.plain} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				update(x[0], x[1], x[2], x[3], x[4])
			}
			b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds()/1e6, "Melements/s")
		})
	}
}
