package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// better makes one pair of s better by half a point, if there is such a pair.
func (s Sample) better(half int) (Sample, bool) {
	if s[half] == 0 {
		return s, false
	}
	s[half]--
	s[half+1]++
	return s, true
}

// mustRise fails if a better result has a lower share at either end.
func mustRise(t *testing.T, worse, better Sample) {
	t.Helper()
	_, low, high := worse.Share()
	_, betterLow, betterHigh := better.Share()
	if betterLow < low-1e-8 || betterHigh < high-1e-8 {
		t.Fatalf("%v: %v to %v, yet the better %v: %v to %v", worse, low, high, better, betterLow, betterHigh)
	}
}

// TestBetterIsNeverLower walks all results of up to ten pairs, and some longer
// ones at random.
func TestBetterIsNeverLower(t *testing.T) {
	for pairs := 1; pairs <= 10; pairs++ {
		var walk func(s Sample, from, left int)
		walk = func(s Sample, from, left int) {
			if from == 4 {
				s[4] = float64(left)
				for half := range 4 {
					if b, ok := s.better(half); ok {
						mustRise(t, s, b)
					}
				}
				return
			}
			for count := range left + 1 {
				s[from] = float64(count)
				walk(s, from+1, left-count)
			}
		}
		walk(Sample{}, 0, pairs)
	}
	rng := rand.New(rand.NewPCG(11, 11))
	for range 2000 {
		var s Sample
		for half := range s {
			if rng.IntN(3) > 0 {
				s[half] = float64(rng.IntN(1 << rng.IntN(11)))
			}
		}
		for half := range 4 {
			if b, ok := s.better(half); ok {
				mustRise(t, s, b)
			}
		}
	}
}

// Games without pairs as well: a draw is better than a loss, a win than a draw.
func TestBetterGamesAreNeverLower(t *testing.T) {
	for games := 1; games <= 25; games++ {
		for wins := range games + 1 {
			for draws := range games - wins + 1 {
				losses := games - wins - draws
				if losses > 0 {
					mustRise(t, OfGames(wins, draws, losses), OfGames(wins, draws+1, losses-1))
				}
				if draws > 0 {
					mustRise(t, OfGames(wins, draws, losses), OfGames(wins+1, draws-1, losses))
				}
			}
		}
	}
}

// A match with all the points proves no less than any other of the same length,
// in all three measures, such as +200 =0 -0 no less than +199 =0 -1.
func TestNothingProvesMoreThanAllPoints(t *testing.T) {
	all := OfPairs([5]int{0, 0, 0, 0, 100})
	_, low, _ := all.Elo()
	_, least, _ := all.NormalizedElo()
	for _, pairs := range [][5]int{{0, 0, 1, 0, 99}, {0, 0, 0, 1, 99}, {1, 0, 0, 0, 99}, {0, 0, 0, 10, 90}, {0, 0, 0, 100, 0}} {
		s := OfPairs(pairs)
		if _, l, _ := s.Elo(); l > low+1e-6 {
			t.Errorf("%v proves %v Elo, all points %v", pairs, l, low)
		}
		if _, l, _ := s.NormalizedElo(); l > least+1e-6 {
			t.Errorf("%v proves %v normalised Elo, all points %v", pairs, l, least)
		}
	}
}

// Turning the colours of the players turns the signs.
func TestSecondPlayer(t *testing.T) {
	for _, pairs := range [][5]int{{4, 7, 24, 22, 43}, {0, 0, 0, 3, 97}, {0, 0, 5, 0, 0}, {10, 1, 0, 0, 1}} {
		s := OfPairs(pairs)
		for _, of := range []func(Sample) (float64, float64, float64){Sample.Elo, Sample.NormalizedElo} {
			elo, low, high := of(s)
			other, otherLow, otherHigh := of(s.reversed())
			if math.Abs(elo+other) > 1e-6 || math.Abs(low+otherHigh) > 1e-3 || math.Abs(high+otherLow) > 1e-3 {
				t.Errorf("%v: %v (%v to %v), the second player's %v (%v to %v)", pairs, elo, low, high, other, otherLow, otherHigh)
			}
		}
	}
}

// Of one match the Elo gained has the interval of its Elo.
func TestGainedByOneMatch(t *testing.T) {
	for _, pairs := range [][5]int{{4, 7, 24, 22, 43}, {0, 0, 0, 0, 50}, {0, 0, 5, 0, 0}, {30, 0, 0, 0, 0}} {
		s := OfPairs(pairs)
		_, low, high := s.Elo()
		elo, least, most := Gained(s)
		if !(least < elo && elo < most) || math.Abs(least-low) > 1e-6 || math.Abs(most-high) > 1e-6 {
			t.Errorf("%v: %v (%v to %v) gained, the Elo is from %v to %v", pairs, elo, least, most, low, high)
		}
	}
	// Two independent matches of 75 %: twice the Elo, √2 times the distance.
	s := OfPairs([5]int{0, 0, 50, 0, 50})
	one, low, high := Gained(s)
	two, least, most := Gained(s, s)
	if math.Abs(two-2*one) > 1e-9 || math.Abs((two-least)/(one-low)-math.Sqrt2) > 1e-9 || math.Abs((most-two)/(high-one)-math.Sqrt2) > 1e-9 {
		t.Errorf("%v (%v to %v), and twice %v (%v to %v)", one, low, high, two, least, most)
	}
}
