package blas

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

func TestSaxpyEqualsGonum(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := range 200 {
		for _, alpha := range []float32{0, 1, -2.5} {
			for _, increments := range [][2]int{{1, 1}, {2, 1}, {1, 3}, {-1, 1}} {
				incX, incY := increments[0], increments[1]
				x, y := random(rng, 2*n+1), random(rng, 3*n+1)
				got := slices.Clone(y)
				gonum.Implementation{}.Saxpy(n, alpha, x, incX, y, incY)
				Implementation{}.Saxpy(n, alpha, x, incX, got, incY)
				for i := range y {
					if !(math.Abs(float64(got[i]-y[i])) <= 2e-6) {
						t.Fatalf("%d elements, alpha %v, increments %v: element %d is %v, want %v", n, alpha, increments, i, got[i], y[i])
					}
				}
			}
		}
	}
}

func BenchmarkSaxpy(b *testing.B) {
	for _, n := range []int{32, 128, 256} {
		x, y := make([]float32, n), make([]float32, n)
		for _, with := range []struct {
			name string
			blas.Float32Level1
		}{{"own", Implementation{}}, {"gonum", gonum.Implementation{}}} {
			b.Run(fmt.Sprintf("%d/%s", n, with.name), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					with.Saxpy(n, 1, x, 1, y, 1)
				}
			})
		}
	}
}
