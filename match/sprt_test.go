package match

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"
)

// TestErrorRates plays matches whose players are exactly as far apart as one of
// the two hypotheses says. The wrong one may win 5 % of them; of 1,000 matches,
// 64 or fewer in 98 times out of 100.
func TestErrorRates(t *testing.T) {
	equal := [5]float64{0.05, 0.2, 0.5, 0.2, 0.05}
	better := [5]float64{0.03, 0.15, 0.47, 0.25, 0.1}
	const matches, allowed = 1000, 64
	elo, _, _ := scoreOf([5]int{3, 15, 47, 25, 10}).NormalizedElo()
	test := Test{0, elo}
	rng := rand.New(rand.NewPCG(3, 5))
	for _, c := range []struct {
		of    [5]float64
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

// A test whose hypotheses cannot be told apart, or are too far away, is refused.
func TestValidateTest(t *testing.T) {
	for _, test := range []Test{{0, 20}, {0, 250}, {-maxTestElo, maxTestElo}, {200, maxTestElo}, {-maxTestElo, -200}} {
		if err := test.Validate(); err != nil {
			t.Error(err)
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
	const want = `{"wins":200,"draws":0,"losses":0,"pairs":[0,0,0,0,100],"games":200,"share":1,"share_low":0.97,"share_high":1,` +
		`"elo":{"value":null,"low":603.86,"high":null},"normalized_elo":{"value":null,"low":676.88,"high":null}}`
	if string(text) != want {
		t.Errorf("%s\nwant\n%s", text, want)
	}
}
