package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Where every pair is won or lost twice there is nothing to estimate, and the
// test is Wald's for a coin: 60 heads and 40 tails under 0.6 against 0.5. The
// coin's mean is 0.1 above one half, its deviation √0.24.
func TestLLROfACoin(t *testing.T) {
	elo := normalizedPerUnit * 0.1 / math.Sqrt(0.24)
	want := 60*math.Log(0.6/0.5) + 40*math.Log(0.4/0.5)
	if got := OfPairs([5]int{40, 0, 0, 0, 60}).LLR(0, elo); math.Abs(got-want) > 0.01 {
		t.Errorf("LLR = %v, want %v", got, want)
	}
	if got := OfPairs([5]int{60, 0, 0, 0, 40}).LLR(-elo, 0); math.Abs(got+want) > 0.01 {
		t.Errorf("LLR of the reverse = %v, want %v", got, -want)
	}
}

// For hypotheses near each other and many pairs, the ratio is n/2 times the
// difference of the squared distances, in standard deviations (Van den Bergh,
// "The generalized sequential probability ratio test for match results").
func TestLLRNearTheScore(t *testing.T) {
	s := OfPairs([5]int{59, 1751, 4800, 3267, 169})
	elo, _, _ := s.NormalizedElo()
	for _, test := range [][2]float64{{50, 60}, {55, 57}, {56, 59}, {45, 50}} {
		n := 10046.
		x, x0, x1 := elo/normalizedPerUnit, test[0]/normalizedPerUnit, test[1]/normalizedPerUnit
		want := n / 2 * ((x-x0)*(x-x0) - (x-x1)*(x-x1))
		if got := s.LLR(test[0], test[1]); math.Abs(got-want) > 0.05*math.Abs(want)+0.01 {
			t.Errorf("LLR of %v = %v, want about %v", test, got, want)
		}
	}
}

// The likeliest distribution fulfils its condition, and none of its neighbours
// that do so makes the frequencies likelier.
func TestLikeliest(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 200 {
		var d distribution
		sum := 0.
		for half := range d {
			d[half] = rng.ExpFloat64() + 1e-3
			sum += d[half]
		}
		for half := range d {
			d[half] /= sum
		}
		at := (2*rng.Float64() - 1) * 300 / normalizedPerUnit
		p := d.likeliest(at)
		mean, deviation := p.moments()
		total := p[0] + p[1] + p[2] + p[3] + p[4]
		if !(math.Abs(mean-0.5-at*deviation) < 1e-9 && math.Abs(total-1) < 1e-9) {
			t.Fatalf("likeliest(%v) of %v is %v: mean %v, deviation %v, total %v", at, d, p, mean, deviation, total)
		}
		likelihood := func(q distribution) (sum float64) {
			for half := range d {
				sum += d[half] * math.Log(q[half])
			}
			return sum
		}
		for range 50 {
			// A neighbour: three probabilities are moved, the other two bring the
			// sum and the condition back, by bisection.
			q := p
			for half := 1; half < 4; half++ {
				q[half] *= 1 + 0.02*(2*rng.Float64()-1)
			}
			rest := 1 - q[1] - q[2] - q[3]
			low, high := 0., rest
			for range 100 {
				q[4] = (low + high) / 2
				q[0] = rest - q[4]
				if mean, deviation := q.moments(); mean-0.5 < at*deviation {
					low = q[4]
				} else {
					high = q[4]
				}
			}
			if mean, deviation := q.moments(); math.Abs(mean-0.5-at*deviation) > 1e-9 {
				continue // there is no such neighbour
			}
			if likelihood(q) > likelihood(p)+1e-9 {
				t.Fatalf("likeliest(%v) of %v is %v, yet %v is likelier", at, d, p, q)
			}
		}
	}
}

// Scores at the edge have a ratio too, and it points the right way.
func TestLLROfExtremeSamples(t *testing.T) {
	for _, c := range []struct {
		pairs [5]int
		sign  float64
	}{
		{[5]int{0, 0, 0, 0, 400}, 1},
		{[5]int{400, 0, 0, 0, 0}, -1},
		{[5]int{0, 0, 400, 0, 0}, -1},
		{[5]int{}, 0},
		{[5]int{0, 0, 0, 1, 0}, 1},
	} {
		got := OfPairs(c.pairs).LLR(0, 20)
		if math.IsNaN(got) || math.IsInf(got, 0) || got*c.sign < 0 || (got == 0) != (c.sign == 0) {
			t.Errorf("LLR of %v = %v, want the sign of %v", c.pairs, got, c.sign)
		}
	}
	for _, test := range [][2]float64{{0, 20}, {0, 250}, {-300, 300}, {200, 300}, {-300, -200}} {
		for i := range 5 * 5 * 5 * 5 * 5 {
			counts := [5]int{0, 1, 4, 50, 3000}
			s := OfPairs([5]int{counts[i%5], counts[i/5%5], counts[i/25%5], counts[i/125%5], counts[i/625]})
			got := s.LLR(test[0], test[1])
			elo := 0.
			if s.pairs() > 0 {
				elo = normalizedPerUnit * s.frequencies().distance()
			}
			if math.IsNaN(got) || math.IsInf(got, 0) || elo < test[0] && got > 1e-6 || elo > test[1] && got < -1e-6 {
				t.Fatalf("LLR of %v for %v, whose normalised Elo is %v, is %v", test, s, elo, got)
			}
		}
	}
}

// The likeliest distribution adds up to 1 and fulfils its condition for samples
// with gaps too, whose solution lies near a pole of the equation, such as the first.
func TestLikeliestOfSamplesWithGaps(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	samples := []Sample{{3, 5, 13, 39, 0}, {14, 194, 166, 6, 22}}
	for range 20_000 {
		var s Sample
		for half := range s {
			if rng.IntN(4) > 0 {
				s[half] = float64(rng.IntN(1 << rng.IntN(9)))
			}
		}
		samples = append(samples, s)
	}
	for _, s := range samples {
		for _, at := range []float64{0, 0.3, -1} {
			seen, _ := s.allowingUnseen()
			p := seen.likeliest(at)
			total := 0.
			for _, probability := range p {
				total += probability
			}
			mean, deviation := p.moments()
			if !(math.Abs(total-1) < 1e-6 && math.Abs(mean-0.5-at*deviation) < 1e-6) {
				t.Fatalf("likeliest(%v) of %v is %v: mean %v, deviation %v, total %v", at, s, p, mean, deviation, total)
			}
		}
	}
}
