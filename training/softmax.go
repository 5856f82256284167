package training

import "math"

// crossEntropy turns logits into their softmax, in place, and returns the
// cross-entropy of that against the target, in nats. The largest logit is taken
// off all of them first, so that none is too large to exponentiate.
func crossEntropy[F float](logits []F, target []float64) float64 {
	top := logits[0]
	for _, x := range logits[1:] {
		top = max(top, x)
	}
	var sum, expected, mass float64
	for i, x := range logits {
		expected += target[i] * float64(x-top)
		mass += target[i]
		e := math.Exp(float64(x - top))
		sum += e
		logits[i] = F(e)
	}
	for i := range logits {
		logits[i] /= F(sum)
	}
	return mass*math.Log(sum) - expected
}
