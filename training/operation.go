package training

import (
	"hash"
	"hash/fnv"
	"io"

	"github.com/chewxy/hm"
	"gonum.org/v1/gonum/blas"
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// float is what a graph can be made of. Networks are trained in float32; in
// float64 the gradients can be checked closely.
type float interface{ float32 | float64 }

func dtype[F float]() tensor.Dtype {
	if _, single := any(F(0)).(float32); single {
		return tensor.Float32
	}
	return tensor.Float64
}

// operation is what all our ops have in common: everything that Gorgonia asks
// of an op but the work itself.
//
// An op returns the same output tensor each time it is run, and writes all of it.
type operation[F float] struct {
	name   string        // unique in the graph: Gorgonia takes ops with the same hash for one
	inputs []int         // number of dimensions of each input
	output *tensor.Dense // nil where the result is a scalar
}

// newOperation returns an operation whose result has the given shape.
func newOperation[F float](name string, inputs []int, shape ...int) operation[F] {
	o := operation[F]{name: name, inputs: inputs}
	if len(shape) > 0 {
		o.output = tensor.New(tensor.Of(dtype[F]()), tensor.WithShape(shape...))
	}
	return o
}

func (o *operation[F]) Arity() int { return len(o.inputs) }

func (o *operation[F]) Type() hm.Type {
	of := hm.TypeVariable('a')
	var types []hm.Type
	for _, dims := range append(o.inputs[:len(o.inputs):len(o.inputs)], o.shape().Dims()) {
		if dims == 0 {
			types = append(types, of)
		} else {
			types = append(types, gorgonia.TensorType{Dims: dims, Of: of})
		}
	}
	return hm.NewFnType(types...)
}

func (o *operation[F]) InferShape(...gorgonia.DimSizer) (tensor.Shape, error) {
	return o.shape().Clone(), nil
}

func (o *operation[F]) shape() tensor.Shape {
	if o.output == nil {
		return tensor.ScalarShape()
	}
	return o.output.Shape()
}

func (o *operation[F]) ReturnsPtr() bool      { return true }
func (o *operation[F]) CallsExtern() bool     { return false }
func (o *operation[F]) OverwritesInput() int  { return -1 }
func (o *operation[F]) WriteHash(h hash.Hash) { io.WriteString(h, o.name) }
func (o *operation[F]) String() string        { return o.name }

func (o *operation[F]) Hashcode() uint32 {
	h := fnv.New32a()
	o.WriteHash(h)
	return h.Sum32()
}

// out returns the output's elements, row by row.
func (o *operation[F]) out() []F { return o.output.Data().([]F) }

// elements returns a tensor's elements, row by row.
func elements[F float](v gorgonia.Value) []F { return v.Data().([]F) }

// scalar returns a scalar's number.
func scalar[F float](v gorgonia.Value) F { return v.Data().(F) }

// scalarValue makes a Gorgonia scalar of x.
func scalarValue[F float](x float64) gorgonia.Value {
	if dtype[F]() == tensor.Float32 {
		return gorgonia.NewF32(float32(x))
	}
	return gorgonia.NewF64(x)
}

// apply puts op into the graph of its inputs. That fails only where this
// package has got types or shapes wrong.
func apply(op gorgonia.Op, inputs ...*gorgonia.Node) *gorgonia.Node {
	return gorgonia.Must(gorgonia.ApplyOp(op, inputs...))
}

// routines are the parts of Gorgonia's BLAS that the ops compute with.
//
// Both multiplications, Gonum's and ours, add up each element in one and the
// same order, so the results are the same bits always. That does not hold for
// Gonum's dot product, whose order depends on where the memory lies, nor
// therefore for its multiplying by a transposed right-hand side; the ops use
// neither.
type routines[F float] struct {
	multiply func(tA, tB blas.Transpose, m, n, k int, alpha F, a []F, lda int, b []F, ldb int, beta F, c []F, ldc int)
	axpy     func(n int, alpha F, x []F, incX int, y []F, incY int)
}

// routinesNow returns the routines of the BLAS that Gorgonia uses now.
func routinesNow[F float]() routines[F] {
	b := gorgonia.WhichBLAS()
	var r any = routines[float64]{b.Dgemm, b.Daxpy}
	if dtype[F]() == tensor.Float32 {
		r = routines[float32]{b.Sgemm, b.Saxpy}
	}
	return r.(routines[F])
}

// addScaled adds x times row to dst, which is as long.
func (r *routines[F]) addScaled(dst []F, x F, row []F) {
	r.axpy(len(dst), x, row, 1, dst, 1)
}

// dot returns the inner product of x and y, which is as long, always added up in
// the same order.
func dot[F float](x, y []F) F {
	y = y[:len(x)]
	var a, b, c, d F
	for len(x) >= 4 {
		a += x[0] * y[0]
		b += x[1] * y[1]
		c += x[2] * y[2]
		d += x[3] * y[3]
		x, y = x[4:], y[4:]
	}
	for i := range x {
		a += x[i] * y[i]
	}
	return a + b + (c + d)
}
