package stats

import "math"

// distribution holds the probabilities of 0, 1, 2, 3 and 4 half points in a pair.
type distribution [5]float64

// moments returns the mean and the standard deviation of the share of the points.
func (d distribution) moments() (mean, deviation float64) {
	for half, p := range d {
		mean += p * float64(half) / 4
	}
	for half, p := range d {
		x := float64(half)/4 - mean
		deviation += p * x * x
	}
	return mean, math.Sqrt(deviation)
}

// distance returns how many standard deviations the mean is above one half. It
// is infinite, or 0, where there is but one result.
func (d distribution) distance() float64 {
	mean, deviation := d.moments()
	switch {
	case deviation > 1e-6:
		return (mean - 0.5) / deviation
	case mean == 0.5:
		return 0
	}
	return math.Inf(int(math.Copysign(1, mean-0.5)))
}

// likeliest returns the distribution that makes the frequencies d likeliest among
// those whose mean is t standard deviations above one half.
//
// The condition mean - 1/2 - t·deviation = 0 is replaced by its tangent at the
// distribution found so far, which is linear in the probabilities: the sum of
// p·a is 0. Under such a condition the likeliest p are d/(1 + θ·a) for the one θ
// that fulfils it (Owen, "Empirical likelihood", 2001, section 2.2). Where the
// steps end, the condition itself is fulfilled and the tangent's gradient is its
// own.
func (d distribution) likeliest(t float64) distribution {
	p := binomial(t)
	for range 100 {
		mean, deviation := p.moments()
		var a [5]float64
		for half := range a {
			x := float64(half) / 4
			z := (x - mean) / deviation
			a[half] = x - 0.5 - t*deviation*(1+z*z)/2
		}
		next := d.tilted(a)
		moved := 0.
		for half := range p {
			moved = max(moved, math.Abs(next[half]-p[half]))
		}
		if p = next; moved < 1e-12 {
			break
		}
	}
	return p
}

// binomial returns the distribution of the half points of four coins whose mean
// is t standard deviations above one half. Every result has a probability, so its
// tangent can be fulfilled.
func binomial(t float64) distribution {
	q := (1 + t/math.Hypot(2, t)) / 2
	choose := [5]float64{1, 4, 6, 4, 1}
	var p distribution
	for half := range p {
		p[half] = choose[half] * math.Pow(q, float64(half)) * math.Pow(1-q, float64(4-half))
	}
	return p
}

// tilted returns d/(1 + θ·a) with the θ that makes the sum of p·a 0.
func (d distribution) tilted(a [5]float64) distribution {
	least, most := a[0], a[0]
	for _, v := range a {
		least, most = min(least, v), max(most, v)
	}
	// Between these ends all probabilities are positive and the sum falls from
	// +∞ to -∞. Newton's steps go no further than nine tenths of the way to an end,
	// where they would be lost. One that leaves the bracket becomes a halving.
	first, last := -1/most, -1/least
	low, high := first, last
	theta := 0.
	var p distribution
	for range 200 {
		sum, slope := 0., 0.
		for half := range p {
			r := 1 / (1 + theta*a[half])
			p[half] = d[half] * r
			sum += p[half] * a[half]
			slope -= p[half] * r * a[half] * a[half]
		}
		if sum > 0 {
			low = theta
		} else {
			high = theta
		}
		next := min(max(theta-sum/slope, theta+0.9*(first-theta)), theta+0.9*(last-theta))
		if !(low < next && next < high) {
			next = (low + high) / 2
		}
		if math.Abs(next-theta) <= 1e-15*math.Abs(next) {
			break
		}
		theta = next
	}
	return p
}
