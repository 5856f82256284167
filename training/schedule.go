package training

import "math"

// learnRate returns the learning rate of a step, counted from 0, of a training
// planned to take steps: a straight line up to the peak over the warm-up, then
// half a cosine down to the final share of it (Loshchilov and Hutter, "SGDR",
// 2017, equation 5, without restarts). Steps past the plan keep the final rate.
// A warm-up longer than a tenth of the plan is cut to that.
func (c Config) learnRate(step, steps int) float64 {
	warmup := min(c.Warmup, steps/10)
	if step < warmup {
		return c.LearnRate * float64(step+1) / float64(warmup)
	}
	final := c.LearnRate * c.FinalShare
	last := steps - 1
	if step >= last {
		return final
	}
	gone := float64(step-warmup) / float64(last-warmup)
	return final + (c.LearnRate-final)*(1+math.Cos(math.Pi*gone))/2
}
