package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// compare benchmarks f with the assembly and without.
func compare(b *testing.B, name string, f func()) {
	for _, way := range []string{"fast", "plain"} {
		b.Run(name+"/"+way, func(b *testing.B) {
			b.ReportAllocs()
			run := func() {
				for b.Loop() {
					f()
				}
			}
			if way == "fast" {
				run()
			} else {
				plainly(run)
			}
		})
	}
}

// aligned returns x where a large slice of its own would be.
func aligned(x []float32) []float32 { return append([]float32(nil), x...) }

const inputs = 212

func BenchmarkSumRows(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, width := range []int{128, 256} {
		dst, bias, matrix := make([]float32, width), random(rng, width), aligned(random(rng, inputs*width))
		var lists [64][]uint16
		for i := range lists {
			lists[i] = randomRows(rng, 20+rng.IntN(20), inputs)
		}
		i := 0
		compare(b, fmt.Sprint(width), func() {
			i = (i + 1) % len(lists)
			SumRows(dst, bias, matrix, lists[i])
		})
	}
}

func BenchmarkDense(b *testing.B) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, size := range [][2]int{{128, 32}, {256, 32}, {256, 64}} {
		in, out := size[0], size[1]
		dst, bias, matrix := make([]float32, out), random(rng, out), aligned(random(rng, in*out))
		var lists [64][]float32 // half of them 0
		for i := range lists {
			lists[i] = random(rng, in)
			for k := range lists[i] {
				if rng.IntN(4) == 0 {
					lists[i][k] = 0
				}
			}
		}
		i := 0
		compare(b, fmt.Sprintf("%dx%d", in, out), func() {
			i = (i + 1) % len(lists)
			Dense(dst, bias, matrix, lists[i])
		})
	}
}

func BenchmarkLogits(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 3))
	const policies = 2500
	for _, width := range []int{32, 64} {
		x, bias, matrix := random(rng, width), random(rng, policies), aligned(random(rng, policies*width))
		dst := make([]float32, 20)
		var lists [64][]uint16
		for i := range lists {
			lists[i] = randomRows(rng, 4+rng.IntN(14), policies)
		}
		i := 0
		compare(b, fmt.Sprint(width), func() {
			i = (i + 1) % len(lists)
			Logits(dst[:len(lists[i])], bias, matrix, x, lists[i])
		})
	}
}

func BenchmarkSoftmax(b *testing.B) {
	for _, n := range []int{3, 10, 40} {
		logits := random(rand.New(rand.NewPCG(4, 4)), n)
		x := make([]float32, n)
		compare(b, fmt.Sprint(n), func() {
			copy(x, logits)
			Softmax(x)
		})
	}
}
