package stats

import (
	"math"
	"slices"
)

// Sample counts pairs of games by the half points, 0 to 4, that the first player
// made in them. A lone game counts as half a pair.
type Sample [5]float64

// OfPairs returns the sample of finished pairs.
func OfPairs(pairs [5]int) Sample {
	var s Sample
	for half, count := range pairs {
		s[half] = float64(count)
	}
	return s
}

// OfGames returns the sample of games whose pairs are not known. Each of them
// counts as independent of the others, so the sample says nothing of normalised
// Elo, whose scatter is that of pairs.
func OfGames(wins, draws, losses int) Sample {
	return Sample{0: float64(losses), 2: float64(draws), 4: float64(wins)}
}

// pairs returns how many there are.
func (s Sample) pairs() float64 {
	n := 0.
	for _, count := range s {
		n += count
	}
	return n
}

// frequencies returns how often each result came out, of at least one pair.
func (s Sample) frequencies() distribution {
	n := s.pairs()
	for half := range s {
		s[half] /= n
	}
	return distribution(s)
}

// reversed returns the sample of the second player.
func (s Sample) reversed() Sample {
	slices.Reverse(s[:])
	return s
}

// limit is how much less likely than the frequencies seen a distribution may make
// the sample and still belong to an interval, as a difference of logarithms: half
// the 95 % point of χ² with one degree of freedom (Wilks, 1938), with Bartlett's
// correction for the mean of n normal values.
func (s Sample) limit() float64 {
	const half95 = 3.841459 / 2
	return half95 * (1 + 1.5/s.pairs())
}

// mostProved returns the highest share that a match of so many pairs can prove.
func (s Sample) mostProved() float64 { return max(0, 1-3/s.pairs()) }

// crossing returns where the evidence against a value comes down to the limit,
// between one that is out of the interval and one that is in it. The square root
// of the evidence is nearly straight, so a chord leads there in a few steps
// (the Illinois method: Dowell and Jarratt, 1971).
func (s Sample) crossing(out, in float64, evidence func(float64) float64) float64 {
	excess := func(x float64) float64 { return math.Sqrt(max(0, evidence(x))) - math.Sqrt(s.limit()) }
	atOut, atIn := excess(out), excess(in)
	wasOut, wasIn := false, false
	for range 100 {
		x := (out + in) / 2
		if !math.IsInf(atOut, 1) {
			x = in + (out-in)*atIn/(atIn-atOut)
		}
		at := excess(x)
		if math.Abs(at) < 1e-9 || in-out < 1e-12 {
			return x
		}
		if at > 0 {
			out, atOut = x, at
			if wasOut {
				atIn /= 2
			}
		} else {
			in, atIn = x, at
			if wasIn {
				atOut /= 2
			}
		}
		wasOut, wasIn = at > 0, at <= 0
	}
	return in
}
