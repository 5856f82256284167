package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Two results that the engine Reckless has published, with Elo and normalised
// Elo as fishtest's programs compute them (Reckless's wiki, "Progress Tracking",
// 2025-12-06). For players this near each other and so many pairs all methods
// agree, but that those programs take the scatter in normalised Elo as known, which
// makes their margins narrower by 2 to 4 %.
func TestPublishedResults(t *testing.T) {
	for _, c := range []struct {
		pairs                                     [5]int
		elo, margin, normalized, normalizedMargin float64
	}{
		{[5]int{59, 1751, 4800, 3267, 169}, 30.09, 2.56, 56.71, 4.80},
		{[5]int{5, 782, 2540, 1655, 19}, 31.38, 3.35, 64.29, 6.81},
	} {
		s := OfPairs(c.pairs)
		elo, low, high := s.Elo()
		if math.Abs(elo-c.elo) > 0.006 || math.Abs((high-low)/2-c.margin) > 0.01 {
			t.Errorf("%v: Elo %v, %v to %v: want %v ± %v", c.pairs, elo, low, high, c.elo, c.margin)
		}
		elo, low, high = s.NormalizedElo()
		if math.Abs(elo-c.normalized) > 0.006 || math.Abs((high-low)/2/c.normalizedMargin-1) > 0.04 {
			t.Errorf("%v: normalised Elo %v, %v to %v: want %v ± %v", c.pairs, elo, low, high, c.normalized, c.normalizedMargin)
		}
	}
}

// For many pairs the interval of the distance t between the mean and one half, in
// standard deviations, is that of the delta method: its variance is
// (1 - skewness t + (kurtosis - 1) t²/4)/n. The pairs are those of a match with a
// share of 73 %, a thousand times over, and others further from even.
func TestManyPairs(t *testing.T) {
	for _, pairs := range [][5]int{{4, 7, 24, 22, 43}, {25, 0, 50, 0, 25}, {2, 5, 10, 20, 63}, {1, 1, 2, 6, 90}, {60, 15, 15, 5, 5}} {
		var s Sample
		for half := range s {
			s[half] = 1000 * float64(pairs[half])
		}
		mean, deviation := s.frequencies().moments()
		skewness, kurtosis := 0., 0.
		for half, p := range s.frequencies() {
			z := (float64(half)/4 - mean) / deviation
			skewness += p * z * z * z
			kurtosis += p * z * z * z * z
		}
		d := (mean - 0.5) / deviation
		want := 1.959964 * math.Sqrt((1-skewness*d+(kurtosis-1)*d*d/4)/100_000) * 800 / math.Log(10) / math.Sqrt2
		elo, low, high := s.NormalizedElo()
		if math.Abs((high-low)/2/want-1) > 0.01 || math.Abs((high-elo)/(elo-low)-1) > 0.1 {
			t.Errorf("%v times 1000: normalised Elo %.2f (%.2f to %.2f): want ± %.2f", pairs, elo, low, high, want)
		}
		share, low, high := s.Share()
		if want := 1.959964 * deviation / math.Sqrt(100_000); math.Abs((high-low)/2/want-1) > 0.01 {
			t.Errorf("%v times 1000: share %.5f (%.5f to %.5f): want ± %.5f", pairs, share, low, high, want)
		}
	}
}

// Where every pair is won or lost twice, a match is a row of throws of a coin. The
// log-likelihood of the share m is k log m + (n - k) log(1 - m), and normalised Elo
// follows from the share.
func TestCoin(t *testing.T) {
	for _, n := range []int{8, 40, 100, 1000} {
		for k := 4; k <= n-4; k += max(1, n/20) {
			s := OfPairs([5]int{n - k, 0, 0, 0, k})
			share, low, high := s.Share()
			likelihood := func(m float64) float64 {
				return float64(k)*math.Log(m) + float64(n-k)*math.Log(1-m)
			}
			limit := 1.920729 * (1 + 1.5/float64(n))
			most := 1 - 3/float64(n) // the rule of three
			for _, end := range []float64{low, high} {
				if fall := likelihood(share) - likelihood(end); math.Abs(fall-limit) > 1e-5 && end != most && end != 1-most {
					t.Errorf("%d of %d: at the end %v the log-likelihood is %v lower, want %v", k, n, end, fall, limit)
				}
			}
			of := func(m float64) float64 {
				return 800 / math.Log(10) / math.Sqrt2 * (m - 0.5) / math.Sqrt(m*(1-m))
			}
			elo, least, highest := s.NormalizedElo()
			for i, c := range [][2]float64{{elo, of(share)}, {least, of(low)}, {highest, of(high)}} {
				// Results between the two were not seen, yet count as a thousandth of a pair.
				if math.Abs(c[0]-c[1]) > 0.01+0.01*math.Abs(c[1]) {
					t.Errorf("%d of %d: normalised Elo %v (%v to %v): number %d should be %v", k, n, elo, least, highest, i, c[1])
				}
			}
		}
	}
}

// What can be said of matches that are over before they have begun, or whose
// pairs all come out alike.
func TestExtremeSamples(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		pairs                  [5]int
		share, low, high       float64
		normalized, least, top float64
	}{
		{[5]int{}, 0.5, 0, 1, 0, -inf, inf},
		{[5]int{0, 0, 0, 0, 1}, 1, 0, 1, inf, -inf, inf},
		{[5]int{0, 0, 0, 0, 100}, 1, 0.97, 1, inf, 676.9, inf}, // 47/√(3·97) units of 245.67
		{[5]int{100, 0, 0, 0, 0}, 0, 0, 0.03, -inf, -inf, -676.9},
		// With a probability of exp(-1.9207·1.015/100) for a draw, the rest is lost.
		{[5]int{0, 0, 100, 0, 0}, 0.5, 0.49035, 0.50965, 0, -34.48, 34.48},
	} {
		s := OfPairs(c.pairs)
		share, low, high := s.Share()
		if math.Abs(share-c.share) > 1e-9 || math.Abs(low-c.low) > 1e-5 || math.Abs(high-c.high) > 1e-5 {
			t.Errorf("%v: share %v (%v to %v): want %v (%v to %v)", c.pairs, share, low, high, c.share, c.low, c.high)
		}
		near := func(a, b float64) bool { return a == b || math.Abs(a-b) < 0.1 }
		elo, low, high := s.NormalizedElo()
		if !near(elo, c.normalized) || !near(low, c.least) || !near(high, c.top) {
			t.Errorf("%v: normalised Elo %v (%v to %v): want %v (%v to %v)", c.pairs, elo, low, high, c.normalized, c.least, c.top)
		}
	}
}

// TestNoDistributionIsLeftOut draws distributions whose likelihood is within the
// limit: none has a share or a normalised Elo out of the interval, and some come
// near its ends. The ends allow for less where the rule of three or the lost game
// says so, which a sample with all results does not feel.
func TestNoDistributionIsLeftOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for range 60 {
		var s Sample
		for half := range s {
			s[half] = float64(1 + rng.IntN(12)*rng.IntN(4))
		}
		_, low, high := s.Share()
		_, least, most := s.NormalizedElo()
		seen, n := s.frequencies(), s.pairs()
		shares, normalized := [2]float64{1, 0}, [2]float64{math.Inf(1), math.Inf(-1)}
		p := seen
		for range 20_000 {
			// A step from a distribution within the limit; it is gone where it leads out.
			q, sum := p, 0.
			for half := range q {
				q[half] *= math.Exp(0.1 * rng.NormFloat64())
				sum += q[half]
			}
			for half := range q {
				q[half] /= sum
			}
			if n*seen.logRatio(seen, q) > s.limit() {
				continue
			}
			p = q
			mean, _ := p.moments()
			distance := normalizedPerUnit * p.distance()
			shares = [2]float64{min(shares[0], mean), max(shares[1], mean)}
			normalized = [2]float64{min(normalized[0], distance), max(normalized[1], distance)}
		}
		if shares[0] < low-1e-6 || shares[1] > high+1e-6 || normalized[0] < least-0.1 || normalized[1] > most+0.1 {
			t.Errorf("%v: shares %v and normalised Elo %v are as likely, the intervals are %v to %v and %v to %v", s, shares, normalized, low, high, least, most)
		}
		if shares[1]-shares[0] < 0.7*(high-low) || normalized[1]-normalized[0] < 0.7*(most-least) {
			t.Errorf("%v: %v and %v are as likely, the intervals %v to %v and %v to %v are wider", s, shares, normalized, low, high, least, most)
		}
	}
}
