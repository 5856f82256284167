package stats

import "math"

// Share returns the first player's share of the points with the ends of its 95 %
// confidence interval. Of no games it knows nothing: one half, 0 to 1.
func (s Sample) Share() (share, low, high float64) {
	if s.pairs() == 0 {
		return 0.5, 0, 1
	}
	share, _ = s.frequencies().moments()
	return share, min(s.lowestShare(share), share), max(1-s.reversed().lowestShare(1-share), share)
}

// lowestShare returns the lower end of the share's interval.
func (s Sample) lowestShare(share float64) float64 {
	const lostGame = 2 // half points
	worst := 0
	for s[worst] == 0 {
		worst++
	}
	floor := float64(max(0, worst-lostGame)) / 4
	low := s.crossing(floor, share, func(m float64) float64 { return s.evidenceAgainst(m, floor) })
	return min(low, s.mostProved())
}

// evidenceAgainst returns how much less likely than the frequencies seen the
// likeliest distribution makes the sample whose mean is at most m and whose
// results are at least floor, as a difference of logarithms. It is the maximum
// over θ of the sum of log(1 + θ(x - m)), which is concave, where 1 + θ(x - m) is
// not negative for any result x that is allowed (Owen, section 2.9).
func (s Sample) evidenceAgainst(m, floor float64) float64 {
	if m <= floor {
		return math.Inf(1)
	}
	low, high := 0., 1/(m-floor)
	for range 40 {
		theta := (low + high) / 2
		slope := 0.
		for half, count := range s {
			if count > 0 {
				x := float64(half)/4 - m
				slope += count * x / (1 + theta*x)
			}
		}
		if slope > 0 {
			low = theta
		} else {
			high = theta
		}
	}
	sum := 0.
	for half, count := range s {
		if count > 0 {
			sum += count * math.Log1p(low*(float64(half)/4-m))
		}
	}
	return sum
}
