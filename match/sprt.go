package match

import (
	"fmt"
	"math"
)

// Test is a generalised sequential probability ratio test, for a match that is
// to end as soon as its question is answered: is the first player better by
// Elo1 (H1), or by no more than Elo0 (H0)? Both are normalised Elo, see
// [Score.NormalizedElo], which draws and lopsided openings do not shrink. The
// errors of both kinds are 5 %: a player who is better by Elo0 passes for one
// better by Elo1 in 5 % of the matches, and the other way round.
type Test struct {
	Elo0 float64 `json:"elo0"`
	Elo1 float64 `json:"elo1"`
}

// Verdict is what a test has found out.
type Verdict string

// The verdicts of a test.
const (
	Open Verdict = ""   // more games are needed
	H0   Verdict = "H0" // the first player is not better by Elo1
	H1   Verdict = "H1" // the first player is better by more than Elo0
)

// Bound is where a test is decided: log((1 - 0.05) / 0.05), 2.944 (Wald,
// "Sequential tests of statistical hypotheses", 1945, for errors of 5 %).
var Bound = math.Log(0.95 / 0.05)

// maxTestElo is the most that a test may ask for. Beyond it a probability of the
// alternative comes too near to 0.
const maxTestElo = 300

// Validate refuses hypotheses that cannot be told apart or are too far away.
func (t Test) Validate() error {
	if !(t.Elo0 < t.Elo1 && -maxTestElo <= t.Elo0 && t.Elo1 <= maxTestElo) {
		return fmt.Errorf("a test of Elo %v against %v: want the smaller number first, and both from %d to %d", t.Elo0, t.Elo1, -maxTestElo, maxTestElo)
	}
	return nil
}

// Tested is a test and what it says of a score.
type Tested struct {
	Test
	LLR     float64 `json:"llr"`
	Verdict Verdict `json:"verdict"`
}

// Of returns what t says of a score.
func (t Test) Of(s Score) Tested {
	r := Tested{Test: t, LLR: t.LLR(s)}
	switch {
	case r.LLR >= Bound:
		r.Verdict = H1
	case r.LLR <= -Bound:
		r.Verdict = H0
	}
	return r
}

// LLR returns the logarithm of the ratio of two likelihoods of the score's pairs:
// the highest that a distribution over the five results of a pair can give them
// if its normalised Elo is Elo1, and the same for Elo0 (Van den Bergh, "The
// generalized sequential probability ratio test for match results", 2020, and
// "Normalized Elo", 2020). A result that no pair has had yet counts as a
// thousandth of a pair, so that the distributions may use it.
func (t Test) LLR(s Score) float64 {
	const unseen = 1e-3
	var seen distribution
	n := 0.
	for half, count := range s.Pairs {
		seen[half] = max(float64(count), unseen)
		n += seen[half]
	}
	if s.pairs() == 0 {
		return 0
	}
	for half := range seen {
		seen[half] /= n
	}
	p0 := seen.likeliest(t.Elo0 / normalizedPerUnit)
	p1 := seen.likeliest(t.Elo1 / normalizedPerUnit)
	sum := 0.
	for half, p := range seen {
		sum += p * math.Log(p1[half]/p0[half])
	}
	return n * sum
}

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
	// +∞ to -∞.
	low, high := -1/most, -1/least
	var p distribution
	for range 200 {
		theta := (low + high) / 2
		if theta == low || theta == high {
			break
		}
		sum := 0.
		for half := range p {
			p[half] = d[half] / (1 + theta*a[half])
			sum += p[half] * a[half]
		}
		if sum > 0 {
			low = theta
		} else {
			high = theta
		}
	}
	return p
}
