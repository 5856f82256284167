package stats

import "math"

// normalizedPerUnit is the normalised Elo of a mean that is one standard deviation
// of a pair's share of the points above one half: 800/ln(10), the slope of the Elo
// curve at one half times two, over √2, for the standard deviation is to be that
// of a game (Van den Bergh, "Normalized Elo", 2020).
const normalizedPerUnit = 800 / math.Ln10 / math.Sqrt2

// NormalizedElo returns the normalised rating difference of a sample of pairs with
// the ends of its 95 % confidence interval: how far the share is from one half in
// units of its own scatter, on a scale where it equals Elo for nearly equal
// players without draws. Unlike Elo it says how many games the difference takes
// to be seen, however many of them are drawn. Where all pairs came out alike it
// is 0 or infinite.
func (s Sample) NormalizedElo() (elo, low, high float64) {
	if s.pairs() == 0 {
		return 0, math.Inf(-1), math.Inf(1)
	}
	t := s.frequencies().distance()
	low = min(s.lowestDistance(t), t)
	high = max(-s.reversed().lowestDistance(-t), t)
	return normalizedPerUnit * t, normalizedPerUnit * low, normalizedPerUnit * high
}

// lowestDistance returns the lower end of the interval of the distance of the
// share from one half, in standard deviations; the sample's own is t.
func (s Sample) lowestDistance(t float64) float64 {
	// A player who wins both games of a pair or loses both has the largest
	// scatter that goes with a share.
	q := s.mostProved()
	in := min(t, (q-0.5)/math.Sqrt(q*(1-q)))
	if math.IsInf(in, -1) || in < t && s.evidenceAgainstDistance(in) > s.limit() {
		return in
	}
	out, step := in, 1/math.Sqrt(s.pairs())
	for s.evidenceAgainstDistance(out) <= s.limit() {
		in, out = out, out-step
		step *= 2
	}
	return s.crossing(out, in, s.evidenceAgainstDistance)
}
