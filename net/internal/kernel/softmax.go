package kernel

import "math"

// Softmax turns logits into probabilities, in place. The exponentials are those
// of exp, to as many bits.
func Softmax(x []float32) {
	if len(x) == 0 || softmaxFast(x) {
		return
	}
	top := x[0]
	for _, v := range x[1:] {
		top = max(top, v)
	}
	var sum float32
	for i, v := range x {
		x[i] = exp(v - top)
		sum += x[i]
	}
	scale := 1 / sum
	for i := range x {
		x[i] *= scale
	}
}

// The parts of ln 2: the first has few enough bits that its product with an
// exponent is exact.
const (
	ln2High = 355. / 512
	ln2Low  = math.Ln2 - ln2High
)

// exp returns the exponential of x, which is not above 0, to within 1.5e-7 of
// itself; what is below e^-87 may come out as 0.
//
// With x = n·ln 2 + r and n whole it is 2^n times the Taylor series of e^r, whose
// terms from r^8/8! on are less than 6e-9 for |r| ≤ ln(2)/2.
func exp(x float32) float32 {
	x = max(x, -88)
	const whole = 3 << 22 // adding it leaves no bits for a fraction
	n := x*math.Log2E + whole
	n -= whole
	r := x - n*ln2High
	r -= n * ln2Low
	e := float32(1. / 5040)
	e = e*r + 1./720
	e = e*r + 1./120
	e = e*r + 1./24
	e = e*r + 1./6
	e = e*r + 1./2
	e = e*r + 1
	e = e*r + 1
	return e * math.Float32frombits(uint32(int32(n)+127)<<23)
}
