package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// plainly runs f without the assembly.
func plainly(f func()) {
	defer func(was bool) { fast = was }(fast)
	fast = false
	f()
}

// random returns n random numbers, a third of them 0, that do not start at a
// multiple of a register's size.
func random(rng *rand.Rand, n int) []float32 {
	x := make([]float32, n+8)[rng.IntN(8):][:n]
	for i := range x {
		if rng.IntN(3) > 0 {
			x[i] = float32(rng.NormFloat64())
		}
	}
	return x
}

func randomRows(rng *rand.Rand, n, of int) []uint16 {
	rows := make([]uint16, n+8)[rng.IntN(8):][:n]
	for i := range rows {
		rows[i] = uint16(rng.IntN(of))
	}
	return rows
}

// guarded returns n elements and a check that nothing around them is written to.
func guarded(t *testing.T, n int) (x []float32, check func()) {
	const guard = 12345
	all := make([]float32, n+40)
	for i := range all {
		all[i] = guard
	}
	return all[20 : 20+n : 20+n], func() {
		t.Helper()
		for i, v := range all {
			if (i < 20 || i >= 20+n) && v != guard {
				t.Fatalf("element %d of %d is written", i-20, n)
			}
		}
	}
}

// near reports whether x and y are the same but for rounding in a sum of terms
// of the given size.
func near(x, y, size float32) bool {
	return math.Abs(float64(x-y)) <= 1e-6*float64(size) || x == y || x != x && y != y
}

// lengths are all small ones and some about the blocks of columns.
func lengths() []int {
	var list []int
	for n := range 71 {
		list = append(list, n)
	}
	return append(list, 96, 127, 128, 129, 136, 160, 192, 200, 255, 256, 257, 296, 512)
}

var specials = []float32{
	float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)),
	math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32, float32(math.Copysign(0, -1)),
}

// The simplest loops there are, which all others have to agree with.

func sumRowsTwin(dst, bias, matrix []float32, rows []uint16) {
	for i := range dst {
		sum := bias[i]
		for _, r := range rows {
			sum += matrix[int(r)*len(dst)+i]
		}
		dst[i] = max(sum, 0)
	}
}

func updateTwin(dst, base, matrix []float32, added, removed []uint16) {
	for i := range dst {
		sum := base[i]
		for _, r := range added {
			sum += matrix[int(r)*len(dst)+i]
		}
		for _, r := range removed {
			sum -= matrix[int(r)*len(dst)+i]
		}
		dst[i] = sum
	}
}

func denseTwin(dst, bias, matrix, x []float32) {
	for i := range dst {
		sum := bias[i]
		for k, v := range x {
			if v != 0 {
				sum += v * matrix[k*len(dst)+i]
			}
		}
		dst[i] = max(sum, 0)
	}
}

// logitsTwin has four sums, of every fourth element each.
func logitsTwin(dst, bias, matrix, x []float32, rows []uint16) {
	for i, r := range rows {
		var sums [4]float32
		for k, v := range x {
			lane := k % 4
			if k >= len(x)&^3 {
				lane = 0
			}
			sums[lane] += v * matrix[int(r)*len(x)+k]
		}
		dst[i] = sums[0] + sums[1] + (sums[2] + sums[3]) + bias[r]
	}
}

// sameBits reports whether x and y are equal, or both are no number.
func sameBits(x, y []float32) bool {
	return slices.EqualFunc(x, y, func(a, b float32) bool {
		return math.Float32bits(a) == math.Float32bits(b) || a != a && b != b
	})
}

// Where there is no assembly, a net's value is the same bits however many terms of
// a sum are added at a time, so games and marks stay what they were.
func TestPlainLoopsHaveTheTwinsBits(t *testing.T) {
	plainly(func() {
		rng := rand.New(rand.NewPCG(8, 8))
		for _, width := range lengths() {
			for _, n := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 54, 63, 64, 65, 68, 129, 200} {
				const of = 60
				bias, matrix, rows := random(rng, width), random(rng, of*width), randomRows(rng, n, of)
				if width > 0 && n%5 == 4 {
					matrix[int(rows[0])*width+rng.IntN(width)] = specials[rng.IntN(len(specials))]
				}
				got, want := make([]float32, width), make([]float32, width)
				SumRows(got, bias, matrix, rows)
				sumRowsTwin(want, bias, matrix, rows)
				if !sameBits(got, want) {
					t.Fatalf("SumRows of %d rows of %d: %v, want %v", n, width, got, want)
				}
				added, removed := rows[:n/3], rows[n/3:]
				Update(got, bias, matrix, added, removed)
				updateTwin(want, bias, matrix, added, removed)
				if !sameBits(got, want) {
					t.Fatalf("Update by %d and %d rows of %d: %v, want %v", len(added), len(removed), width, got, want)
				}
				x := random(rng, n)
				dense := random(rng, n*width)
				Dense(got, bias, dense, x)
				denseTwin(want, bias, dense, x)
				if !sameBits(got, want) {
					t.Fatalf("Dense from %d to %d: %v, want %v", n, width, got, want)
				}
				if n > 22 {
					continue
				}
				x, bias = random(rng, width), random(rng, of)
				got, want = make([]float32, n), make([]float32, n)
				Logits(got, bias, matrix, x, rows)
				logitsTwin(want, bias, matrix, x, rows)
				if !sameBits(got, want) {
					t.Fatalf("Logits of %d rows of %d: %v, want %v", n, width, got, want)
				}
			}
		}
	})
}

func TestSumRowsEqualsTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, width := range lengths() {
		for _, n := range []int{0, 1, 2, 7, 54} {
			const of = 60
			bias, matrix, rows := random(rng, width), random(rng, of*width), randomRows(rng, n, of)
			if width > 0 && n == 7 {
				matrix[int(rows[0])*width+rng.IntN(width)] = specials[rng.IntN(len(specials))]
			}
			got, check := guarded(t, width)
			SumRows(got, bias, matrix, rows)
			check()
			want := make([]float32, width)
			sumRowsTwin(want, bias, matrix, rows)
			for i := range want {
				if !near(got[i], want[i], 10) {
					t.Fatalf("width %d, %d rows: column %d is %v, want %v", width, n, i, got[i], want[i])
				}
			}
		}
	}
}

func TestUpdateEqualsTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, width := range lengths() {
		for _, n := range [][2]int{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 3}, {20, 9}} {
			const of = 60
			base, matrix := random(rng, width), random(rng, of*width)
			added, removed := randomRows(rng, n[0], of), randomRows(rng, n[1], of)
			got, check := guarded(t, width)
			Update(got, base, matrix, added, removed)
			check()
			want := make([]float32, width)
			updateTwin(want, base, matrix, added, removed)
			Update(base, base, matrix, added, removed)
			for i := range want {
				if !near(got[i], want[i], 10) {
					t.Fatalf("width %d, %d rows: column %d is %v, want %v", width, n, i, got[i], want[i])
				}
				if base[i] != got[i] && base[i] == base[i] {
					t.Fatalf("width %d, %d rows, in place: column %d is %v, want %v", width, n, i, base[i], got[i])
				}
			}
		}
	}
}

func TestDenseEqualsTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, in := range lengths() {
		for _, out := range lengths() {
			if in > 70 && out > 70 && rng.IntN(8) > 0 {
				continue
			}
			x, bias, matrix := random(rng, in), random(rng, out), random(rng, in*out)
			switch {
			case in == 0 || out == 0:
			case rng.IntN(4) == 0:
				x[rng.IntN(in)] = specials[rng.IntN(len(specials))]
			case rng.IntN(4) == 0:
				matrix[rng.IntN(in*out)] = specials[rng.IntN(len(specials))]
			case rng.IntN(10) == 0:
				clear(x)
			}
			got, check := guarded(t, out)
			Dense(got, bias, matrix, x)
			check()
			want := make([]float32, out)
			denseTwin(want, bias, matrix, x)
			for i := range want {
				if !near(got[i], want[i], max(30, want[i])) {
					t.Fatalf("%d to %d: column %d is %v, want %v", in, out, i, got[i], want[i])
				}
			}
		}
	}
}

func TestLogitsEqualTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, width := range lengths() {
		for n := range 23 {
			const of = 50
			x, bias, matrix, rows := random(rng, width), random(rng, of), random(rng, of*width), randomRows(rng, n, of)
			if width > 0 && n%8 == 7 {
				matrix[int(rows[0])*width+rng.IntN(width)] = specials[rng.IntN(len(specials))]
			}
			got, check := guarded(t, n)
			Logits(got, bias, matrix, x, rows)
			check()
			want := make([]float32, n)
			logitsTwin(want, bias, matrix, x, rows)
			for i := range want {
				if !near(got[i], want[i], max(30, float32(math.Abs(float64(want[i]))))) {
					t.Fatalf("width %d, %d rows: logit %d is %v, want %v", width, n, i, got[i], want[i])
				}
			}
		}
	}
}

// A row's logit is the same bits wherever it stands, so that moves that share a
// logit have the same prior.
func TestLogitDoesNotDependOnItsPlace(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	x, bias, matrix := random(rng, 37), random(rng, 9), random(rng, 9*37)
	var alone [1]float32
	Logits(alone[:], bias, matrix, x, []uint16{5})
	for n := 1; n < 12; n++ {
		for at := range n {
			rows := randomRows(rng, n, 9)
			rows[at] = 5
			dst := make([]float32, n)
			Logits(dst, bias, matrix, x, rows)
			if dst[at] != alone[0] {
				t.Fatalf("place %d of %d: %v, want %v as alone", at, n, dst[at], alone[0])
			}
		}
	}
}

// both runs f with and, where there is any, without the assembly.
func both(t *testing.T, f func(t *testing.T)) {
	t.Run("fast", f)
	t.Run("plain", func(t *testing.T) { plainly(func() { f(t) }) })
}

// exponents calls f with numbers from -87 to -0, some millions.
func exponents(f func(x float32)) {
	for bits := uint32(1 << 31); bits <= math.Float32bits(-87); bits += 997 {
		f(math.Float32frombits(bits))
	}
}

func TestExpAgreesWithMath(t *testing.T) {
	var worst float64
	exponents(func(x float32) {
		want := math.Exp(float64(x))
		worst = max(worst, math.Abs(float64(exp(x))-want)/want)
	})
	if !(worst < 1.5e-7) {
		t.Errorf("worst relative error %g, want less than 1.5e-7", worst)
	}
	for _, x := range []float32{-87.5, -88, -100, -1e9, -math.MaxFloat32, float32(math.Inf(-1))} {
		if e := exp(x); e < 0 || e > 1.2e-38 {
			t.Errorf("exp(%v) is %v", x, e)
		}
	}
	if e, nan := exp(0), exp(float32(math.NaN())); e != 1 || nan == nan {
		t.Errorf("exp of 0 is %v and that of NaN %v", e, nan)
	}
}

// The ratio of two probabilities is the exponential of the logits' difference.
func TestSoftmaxRatio(t *testing.T) {
	both(t, func(t *testing.T) {
		var worst float64
		var x [11]float32 // in the last lanes and in whole registers
		at := 0
		exponents(func(v float32) {
			if v < -84 { // the probability has too few bits
				return
			}
			clear(x[:])
			at = (at + 1) % 10
			x[at] = v
			Softmax(x[:])
			want := math.Exp(float64(v))
			worst = max(worst, math.Abs(float64(x[at])/float64(x[10])-want)/want)
		})
		t.Logf("worst relative error %.2g", worst)
		if !(worst < 2e-7) {
			t.Errorf("worst relative error %g, want less than 2e-7", worst)
		}
	})
}

func TestSoftmax(t *testing.T) {
	both(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(6, 6))
		for _, n := range lengths() {
			for _, scale := range []float32{0, 1, 30, 1e30} {
				x, check := guarded(t, n)
				want, sum := make([]float64, n), 0.
				for i := range x {
					x[i] = float32(rng.NormFloat64()) * scale
				}
				for i := range x {
					for _, y := range x {
						want[i] += math.Exp(float64(y) - float64(x[i]))
					}
				}
				Softmax(x)
				check()
				for i, v := range x {
					sum += float64(v)
					// The logits' differences are rounded to float32.
					if w := 1 / want[i]; math.Abs(float64(v)-w) > (4e-7+6e-7*min(float64(scale), 100))*w+1e-37 {
						t.Fatalf("%d logits: %v, want %v", n, v, w)
					}
				}
				if n > 0 && math.Abs(sum-1) > 1e-6 {
					t.Fatalf("%d probabilities sum to %v", n, sum)
				}
			}
		}
		for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1))} {
			for n := 1; n < 20; n++ {
				x := make([]float32, n)
				x[rng.IntN(n)] = bad
				Softmax(x)
				for _, v := range x {
					if v == v {
						t.Fatalf("softmax with %v among %d is %v, want NaN", bad, n, x)
					}
				}
			}
		}
		x := []float32{1, float32(math.Inf(-1)), 1}
		if Softmax(x); x[0] != 0.5 || x[1] != 0 || x[2] != 0.5 {
			t.Errorf("softmax of 1, -Inf, 1 is %v", x)
		}
	})
}
