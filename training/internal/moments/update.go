package moments

import "math"

// Coefficients are the numbers that are the same for all elements in a step of
// AdamW.
type Coefficients struct {
	KeepMean, TakeMean   float32 // β1 and 1 − β1
	KeepPower, TakePower float32 // β2 and 1 − β2
	Rate                 float32 // with the correction of the mean's bias
	Correct              float32 // the correction of the power's
	Epsilon              float32
	Scale                float32 // of the gradient
	Shrink               float32 // what decay leaves of a weight

	KeepAverage, TakeAverage float32 // what stays of the average, and the share of the weights
}

// negligible is where a moment is taken for 0. The moments of moves that have
// become rare would otherwise shrink to denormal numbers and stay there, and
// arithmetic with these is many times slower.
const negligible = 1e-30

// Update makes the step: it changes the mean and the power, which are those of
// the gradients and of their squares, then the weights by them and last the
// average of the weights. All have the same length. The bits of the result are
// the same on every processor.
func (c Coefficients) Update(weights, gradient, mean, power, average []float32) {
	n := len(weights)
	gradient, mean, power, average = gradient[:n], mean[:n], power[:n], average[:n]
	eights := 0
	if fast && n >= 8 {
		eights = n &^ 7
		table := c.lanes()
		update(eights, &table[0][0], &weights[0], &gradient[0], &mean[0], &power[0], &average[0])
	}
	c.plain(weights[eights:], gradient[eights:], mean[eights:], power[eights:], average[eights:])
}

// plain is Update element by element. The conversions keep the compiler from
// fusing a product with a sum, which rounds in another way.
func (c Coefficients) plain(weights, gradient, mean, power, average []float32) {
	n := len(weights)
	gradient, mean, power, average = gradient[:n], mean[:n], power[:n], average[:n]
	for i, w := range weights {
		g := gradient[i] * c.Scale
		m := float32(c.KeepMean*mean[i]) + float32(c.TakeMean*g)
		v := float32(c.KeepPower*power[i]) + float32(float32(c.TakePower*g)*g)
		if m < negligible && m > -negligible {
			m = 0
		}
		if v < negligible {
			v = 0
		}
		mean[i], power[i] = m, v
		root := float32(math.Sqrt(float64(float32(v * c.Correct))))
		w = float32(c.Shrink*w) - float32(c.Rate*m)/(root+c.Epsilon)
		weights[i] = w
		average[i] = float32(c.KeepAverage*average[i]) + float32(c.TakeAverage*w)
	}
}

// lanes is what the assembly takes of the coefficients: each in eight lanes.
type lanes [13][8]float32

func (c Coefficients) lanes() lanes {
	var l lanes
	for i, x := range [len(l)]float32{
		c.KeepMean, c.TakeMean, c.KeepPower, c.TakePower, c.Rate, c.Correct, c.Epsilon, c.Scale, c.Shrink,
		c.KeepAverage, c.TakeAverage, negligible, math.Float32frombits(math.MaxInt32),
	} {
		for k := range l[i] {
			l[i][k] = x
		}
	}
	return l
}
