package match

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"
)

// Two results that the engine Reckless has published, with Elo and normalised
// Elo as fishtest's programs compute them (Reckless's wiki, "Progress Tracking",
// 2025-12-06).
func TestNormalizedElo(t *testing.T) {
	for _, c := range []struct {
		pairs                                     [5]int
		elo, margin, normalized, normalizedMargin float64
	}{
		{[5]int{59, 1751, 4800, 3267, 169}, 30.09, 2.56, 56.71, 4.80},
		{[5]int{5, 782, 2540, 1655, 19}, 31.38, 3.35, 64.29, 6.81},
	} {
		s := scoreOf(c.pairs)
		elo, low, high := s.Elo()
		if math.Abs(elo-c.elo) > 0.006 || math.Abs((high-low)/2-c.margin) > 0.01 {
			t.Errorf("%v: Elo %v, %v to %v: want %v ± %v", c.pairs, elo, low, high, c.elo, c.margin)
		}
		elo, low, high = s.NormalizedElo()
		if math.Abs(elo-c.normalized) > 0.006 || math.Abs((high-low)/2-c.normalizedMargin) > 0.006 {
			t.Errorf("%v: normalised Elo %v, %v to %v: want %v ± %v", c.pairs, elo, low, high, c.normalized, c.normalizedMargin)
		}
	}
}

// Where every pair is won or lost twice there is nothing to estimate, and the
// test is Wald's for a coin: 60 heads and 40 tails under 0.6 against 0.5. The
// coin's mean is 0.1 above one half, its deviation √0.24.
func TestLLROfACoin(t *testing.T) {
	test := Test{0, normalizedPerUnit * 0.1 / math.Sqrt(0.24)}
	want := 60*math.Log(0.6/0.5) + 40*math.Log(0.4/0.5)
	if got := test.LLR(scoreOf([5]int{40, 0, 0, 0, 60})); math.Abs(got-want) > 0.01 {
		t.Errorf("LLR = %v, want %v", got, want)
	}
	reverse := Test{-test.Elo1, 0}
	if got := reverse.LLR(scoreOf([5]int{60, 0, 0, 0, 40})); math.Abs(got+want) > 0.01 {
		t.Errorf("LLR of the reverse = %v, want %v", got, -want)
	}
}

// For hypotheses near each other and many pairs, the ratio is n/2 times the
// difference of the squared distances, in standard deviations (Van den Bergh,
// "The generalized sequential probability ratio test for match results").
func TestLLRNearTheScore(t *testing.T) {
	s := scoreOf([5]int{59, 1751, 4800, 3267, 169})
	elo, _, _ := s.NormalizedElo()
	for _, test := range []Test{{50, 60}, {55, 57}, {56, 59}, {45, 50}} {
		n := 10046.
		x, x0, x1 := elo/normalizedPerUnit, test.Elo0/normalizedPerUnit, test.Elo1/normalizedPerUnit
		want := n / 2 * ((x-x0)*(x-x0) - (x-x1)*(x-x1))
		if got := test.LLR(s); math.Abs(got-want) > 0.05*math.Abs(want)+0.01 {
			t.Errorf("LLR of %+v = %v, want about %v", test, got, want)
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
		at := (2*rng.Float64() - 1) * maxTestElo / normalizedPerUnit
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

// TestErrorRates plays matches whose players are exactly as far apart as one of
// the two hypotheses says. The wrong one may win 5 % of them; of 1,000 matches,
// 64 or fewer in 98 times out of 100.
func TestErrorRates(t *testing.T) {
	equal := distribution{0.05, 0.2, 0.5, 0.2, 0.05}
	better := distribution{0.03, 0.15, 0.47, 0.25, 0.1}
	const matches, allowed = 1000, 64
	elo, _, _ := scoreOf([5]int{3, 15, 47, 25, 10}).NormalizedElo()
	test := Test{0, elo}
	rng := rand.New(rand.NewPCG(3, 5))
	for _, c := range []struct {
		of    distribution
		right Verdict
	}{{equal, H0}, {better, H1}} {
		wrong, pairs := 0, 0
		for range matches {
			var s Score
			verdict := Open
			for verdict == Open {
				half, x := 0, rng.Float64()
				for ; half < 4 && x >= c.of[half]; half++ {
					x -= c.of[half]
				}
				s.Pairs[half]++
				pairs++
				verdict = test.Of(s).Verdict
			}
			if verdict != c.right {
				wrong++
			}
		}
		t.Logf("%s is right: %d of %d matches say otherwise, after %d pairs on average", c.right, wrong, matches, pairs/matches)
		if wrong > allowed {
			t.Errorf("%s is right and rejected in %d of %d matches, want 5 %%", c.right, wrong, matches)
		}
		if wrong < matches/100 {
			t.Errorf("%s is right and rejected in %d of %d matches only: the test plays on for too long", c.right, wrong, matches)
		}
	}
}

// Scores at the edge have a ratio too, and it points the right way.
func TestLLROfExtremeScores(t *testing.T) {
	test := Test{0, 20}
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
		got := test.LLR(scoreOf(c.pairs))
		if math.IsNaN(got) || math.IsInf(got, 0) || got*c.sign < 0 || (got == 0) != (c.sign == 0) {
			t.Errorf("LLR of %v = %v, want the sign of %v", c.pairs, got, c.sign)
		}
	}
	for _, test := range []Test{{0, 20}, {0, 250}, {-maxTestElo, maxTestElo}, {200, maxTestElo}, {-maxTestElo, -200}} {
		if err := test.Validate(); err != nil {
			t.Error(err)
		}
		for i := range 5 * 5 * 5 * 5 * 5 {
			counts := [5]int{0, 1, 4, 50, 3000}
			s := scoreOf([5]int{counts[i%5], counts[i/5%5], counts[i/25%5], counts[i/125%5], counts[i/625]})
			got := test.LLR(s)
			elo, _, _ := s.NormalizedElo()
			if math.IsNaN(got) || math.IsInf(got, 0) || elo < test.Elo0 && got > 1e-6 || elo > test.Elo1 && got < -1e-6 {
				t.Fatalf("LLR of %+v for %v, whose normalised Elo is %v, is %v", test, s.Pairs, elo, got)
			}
		}
	}
	for _, bad := range []Test{{5, 5}, {10, 0}, {0, 301}, {-301, 0}, {math.NaN(), 1}} {
		if bad.Validate() == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
}

// What is infinite is null in JSON, which knows no infinity.
func TestResultAsJSON(t *testing.T) {
	text, err := json.Marshal(scoreOf([5]int{0, 0, 0, 0, 100}).Result())
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"wins":200,"draws":0,"losses":0,"pairs":[0,0,0,0,100],"games":200,"share":1,"margin":0.03,` +
		`"elo":{"value":null,"low":603.86,"high":null},"normalized_elo":{"value":null,"low":null,"high":null}}`
	if string(text) != want {
		t.Errorf("%s\nwant\n%s", text, want)
	}
}
