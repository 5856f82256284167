package stats

import "math"

// Elo returns the rating difference that gives the share of the points, with the
// ends of its 95 % confidence interval; any of them may be infinite.
func (s Sample) Elo() (elo, low, high float64) {
	share, least, most := s.Share()
	return EloOf(share), EloOf(least), EloOf(most)
}

// EloOf inverts the logistic curve of the Elo scale (Elo, "The rating of
// chessplayers", 1978, section 8.4).
func EloOf(share float64) float64 { return 400 * math.Log10(share/(1-share)) }

// Gained returns the Elo of matches in a row, in each of which the player that
// was first in the match before is second, with the ends of its 95 % confidence
// interval: what the last first player has gained on the first second one.
//
// Half a pair is added at either end of each sample, so that a match with all the
// points has a finite Elo too. The matches are independent, so the squares of
// the distances from an Elo to the ends of its interval add up, the lower and the
// upper ones apart (Zou and Donner, "Construction of confidence limits about
// effect measures", 2008).
func Gained(matches ...Sample) (elo, low, high float64) {
	below, above := 0., 0.
	for _, s := range matches {
		_, least, most := s.Elo()
		s[0] += 0.5
		s[4] += 0.5
		share, _ := s.frequencies().moments()
		gain := EloOf(share)
		elo += gain
		below += (gain - least) * (gain - least)
		above += (most - gain) * (most - gain)
	}
	return elo, elo - math.Sqrt(below), elo + math.Sqrt(above)
}
