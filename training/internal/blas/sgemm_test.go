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

// problem is the arguments of one Sgemm.
type problem struct {
	tA, tB        blas.Transpose
	m, n, k       int
	lda, ldb, ldc int
	alpha, beta   float32
	a, b, c       []float32
}

func (p problem) String() string {
	return fmt.Sprintf("%c%c %dx%dx%d, lda %d, ldb %d, ldc %d, alpha %v, beta %v", p.tA, p.tB, p.m, p.n, p.k, p.lda, p.ldb, p.ldc, p.alpha, p.beta)
}

func (p problem) run(with blas.Float32Level3, c []float32) {
	with.Sgemm(p.tA, p.tB, p.m, p.n, p.k, p.alpha, p.a, p.lda, p.b, p.ldb, p.beta, c, p.ldc)
}

// random returns n random numbers that do not start at a multiple of a
// register's size.
func random(rng *rand.Rand, n int) []float32 {
	x := make([]float32, n+8)[rng.IntN(8):][:n:n]
	for i := range x {
		x[i] = float32(rng.NormFloat64())
	}
	return x
}

// newProblem returns a problem of the given sizes, with gaps of as many elements
// between the rows. The memory ends with the last row.
func newProblem(rng *rand.Rand, tA, tB blas.Transpose, m, n, k, gap int) problem {
	store := func(t blas.Transpose, rows, columns int) ([]float32, int) {
		if t != blas.NoTrans {
			rows, columns = columns, rows
		}
		return random(rng, rows*columns+(rows-1)*gap), columns + gap
	}
	p := problem{tA: tA, tB: tB, m: m, n: n, k: k, alpha: 1}
	p.a, p.lda = store(tA, m, k)
	p.b, p.ldb = store(tB, k, n)
	p.c, p.ldc = store(blas.NoTrans, m, n)
	return p
}

var layouts = []blas.Transpose{blas.NoTrans, blas.Trans}

func TestSgemmEqualsGonum(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	compare := func(p problem) {
		t.Helper()
		want, got := slices.Clone(p.c), slices.Clone(p.c)
		p.run(gonum.Implementation{}, want)
		p.run(Implementation{}, got)
		size := 5 * math.Sqrt(float64(p.k)) * (1 + math.Abs(float64(p.alpha)))
		for i := range want {
			inGap := i%p.ldc >= p.n
			if x := math.Abs(float64(got[i] - want[i])); !(x <= 1e-6*size) || inGap && got[i] != p.c[i] {
				t.Fatalf("%v: element %d, %d is %v, want %v", p, i/p.ldc, i%p.ldc, got[i], want[i])
			}
		}
	}
	factors := []float32{0, 1, -0.5, 3}
	for _, tA := range layouts {
		for _, tB := range layouts {
			for m := 1; m <= 14; m++ {
				for _, n := range []int{1, 3, 8, 15, 16, 17, 32, 33} {
					for _, k := range []int{1, 2, 7, 32, 257} {
						p := newProblem(rng, tA, tB, m, n, k, rng.IntN(3))
						p.alpha, p.beta = factors[rng.IntN(4)], factors[rng.IntN(4)]
						compare(p)
					}
				}
			}
			for range 60 {
				p := newProblem(rng, tA, tB, 1+rng.IntN(150), 1+rng.IntN(150), 1+rng.IntN(600), rng.IntN(9))
				p.alpha, p.beta = factors[rng.IntN(4)], factors[rng.IntN(4)]
				compare(p)
			}
		}
	}
}

// What C held before does not count where beta is 0.
func TestSgemmOverwrites(t *testing.T) {
	p := newProblem(rand.New(rand.NewPCG(2, 2)), blas.NoTrans, blas.NoTrans, 13, 20, 9, 0)
	for i := range p.c {
		p.c[i] = float32(math.NaN())
	}
	p.run(Implementation{}, p.c)
	for i, x := range p.c {
		if x != x {
			t.Fatalf("element %d is NaN", i)
		}
	}
}

// A NaN or an infinity reaches its row or column and nothing else.
func TestSgemmKeepsWhatIsNotFinite(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1))} {
		p := newProblem(rng, blas.NoTrans, blas.NoTrans, 20, 20, 20, 0)
		p.a[7*p.lda+3] = bad
		p.run(Implementation{}, p.c)
		for i, x := range p.c {
			if finite := x-x == 0; finite == (i/p.ldc == 7) {
				t.Fatalf("with %v in row 7 of A element %d, %d is %v", bad, i/p.ldc, i%p.ldc, x)
			}
		}
	}
}

// The same product is the same bits wherever its memory and its rows lie.
func TestSgemmIsReproducible(t *testing.T) {
	if !fast {
		t.Skip("Gonum's products by a transposed matrix depend on where the memory lies")
	}
	rng := rand.New(rand.NewPCG(4, 4))
	for _, tA := range layouts {
		for _, tB := range layouts {
			p := newProblem(rng, tA, tB, 40, 35, 300, 0)
			copy(p.rowOf(39), p.rowOf(0))
			if tA != blas.NoTrans {
				for i := range p.k {
					p.a[i*p.lda+39] = p.a[i*p.lda]
				}
			}
			first := slices.Clone(p.c)
			p.run(Implementation{}, first)
			for shift := range 8 {
				q := p
				q.a = append(make([]float32, shift), p.a...)[shift:]
				q.b = append(make([]float32, 7-shift), p.b...)[7-shift:]
				c := append(make([]float32, shift), p.c...)[shift:]
				q.run(Implementation{}, c)
				if !slices.Equal(c, first) {
					t.Fatalf("%v: other bits for memory shifted by %d", p, shift)
				}
			}
			if !slices.Equal(first[:p.n], first[39*p.ldc:]) {
				t.Errorf("%v: equal rows of A give other bits in the first row and the last", p)
			}
		}
	}
}

// rowOf returns the i-th row of A where that is not transposed.
func (p problem) rowOf(i int) []float32 {
	if p.tA != blas.NoTrans {
		return nil
	}
	return p.a[i*p.lda:][:p.k]
}

func TestSgemmRefuses(t *testing.T) {
	good := newProblem(rand.New(rand.NewPCG(5, 5)), blas.NoTrans, blas.NoTrans, 20, 20, 20, 0)
	for name, spoil := range map[string]func(p *problem){
		"a short A":              func(p *problem) { p.a = p.a[1:] },
		"a short B":              func(p *problem) { p.b = p.b[1:] },
		"a short C":              func(p *problem) { p.c = p.c[1:] },
		"rows that overlap in B": func(p *problem) { p.ldb = 19 },
		"less than no rows":      func(p *problem) { p.m = -1 },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			p := good
			spoil(&p)
			p.run(Implementation{}, p.c)
		})
	}
}

func TestSgemmDoesNotAllocate(t *testing.T) {
	p := newProblem(rand.New(rand.NewPCG(6, 6)), blas.NoTrans, blas.Trans, 50, 50, 50, 0)
	if n := testing.AllocsPerRun(100, func() { p.run(Implementation{}, p.c) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

// BenchmarkSgemm has the products of a training step of 1024 rows, and sizes
// that tell where Gonum's loops are as fast.
func BenchmarkSgemm(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, p := range []problem{
		newProblem(rng, blas.NoTrans, blas.NoTrans, 1024, 32, 128, 0), // the dense layer
		newProblem(rng, blas.NoTrans, blas.NoTrans, 1024, 128, 32, 0), // its input's gradient
		newProblem(rng, blas.Trans, blas.NoTrans, 128, 32, 1024, 0),   // its weights'
		newProblem(rng, blas.NoTrans, blas.NoTrans, 1024, 3, 32, 0),   // the value head
		newProblem(rng, blas.NoTrans, blas.NoTrans, 1024, 32, 3, 0),
		newProblem(rng, blas.Trans, blas.NoTrans, 32, 3, 1024, 0),
		newProblem(rng, blas.NoTrans, blas.NoTrans, 1024, 64, 256, 0),
		newProblem(rng, blas.Trans, blas.NoTrans, 256, 64, 1024, 0),
		newProblem(rng, blas.NoTrans, blas.Trans, 1024, 256, 64, 0),
		newProblem(rng, blas.NoTrans, blas.NoTrans, 512, 512, 512, 0),
		newProblem(rng, blas.NoTrans, blas.NoTrans, 4, 4, 4, 0),
		newProblem(rng, blas.NoTrans, blas.NoTrans, 8, 8, 8, 0),
		newProblem(rng, blas.NoTrans, blas.NoTrans, 16, 16, 16, 0),
		newProblem(rng, blas.NoTrans, blas.NoTrans, 1, 32, 128, 0),
	} {
		for _, with := range []struct {
			name string
			blas.Float32Level3
		}{{"own", Implementation{}}, {"gonum", gonum.Implementation{}}} {
			b.Run(fmt.Sprintf("%c%c %dx%dx%d/%s", p.tA, p.tB, p.m, p.n, p.k, with.name), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					p.run(with.Float32Level3, p.c)
				}
				b.ReportMetric(2*float64(p.m*p.n*p.k)*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GFLOPS")
			})
		}
	}
}
