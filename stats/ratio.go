package stats

import "math"

// LLR returns the logarithm of the ratio of two likelihoods of a sample of pairs:
// the highest that a distribution over the five results of a pair can give it if
// its normalised Elo is elo1, and the same for elo0 (Van den Bergh, "The
// generalized sequential probability ratio test for match results", 2020, and
// "Normalized Elo", 2020).
func (s Sample) LLR(elo0, elo1 float64) float64 {
	if s.pairs() == 0 {
		return 0
	}
	seen, n := s.allowingUnseen()
	return n * seen.logRatio(seen.likeliest(elo1/normalizedPerUnit), seen.likeliest(elo0/normalizedPerUnit))
}

// evidenceAgainstDistance returns how much less likely than the frequencies seen
// the likeliest distribution makes the sample whose mean is t standard deviations
// above one half, as a difference of logarithms.
func (s Sample) evidenceAgainstDistance(t float64) float64 {
	seen, n := s.allowingUnseen()
	return n * seen.logRatio(seen, seen.likeliest(t))
}

// allowingUnseen returns the frequencies of the sample and its size, where a
// result that no pair has had counts as a thousandth of a pair, so that a
// distribution may use it.
func (s Sample) allowingUnseen() (seen distribution, n float64) {
	const unseen = 1e-3
	for half, count := range s {
		s[half] = max(count, unseen)
	}
	return s.frequencies(), s.pairs()
}

// logRatio returns the mean over the results of d of the logarithm of p over q.
func (d distribution) logRatio(p, q distribution) float64 {
	sum := 0.
	for half, frequency := range d {
		sum += frequency * math.Log(p[half]/q[half])
	}
	return sum
}
