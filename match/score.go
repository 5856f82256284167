package match

import (
	"fmt"
	"math"
)

// Score counts a match for its first player.
type Score struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
	// Pairs counts the finished pairs of games by the half points that the
	// first player made in them, 0 to 4 (the pentanomial).
	Pairs [5]int `json:"pairs"`

	half int // half points of the first game of the pair under way
}

func (s *Score) add(g Game) {
	p := g.Points()
	switch p {
	case 2:
		s.Wins++
	case 1:
		s.Draws++
	default:
		s.Losses++
	}
	if g.Number%2 == 0 {
		s.half = p
	} else {
		s.Pairs[s.half+p]++
	}
}

// Games returns the number of games counted.
func (s Score) Games() int { return s.Wins + s.Draws + s.Losses }

// Share returns the first player's share of the points, in [0, 1].
func (s Score) Share() float64 {
	if s.Games() == 0 {
		return 0.5
	}
	return (float64(s.Wins) + float64(s.Draws)/2) / float64(s.Games())
}

// Margin returns half the width of the 95 % confidence interval of Share:
// 1.96 standard errors over the pairs. Where all pairs came out alike the
// standard error says nothing, and the rule of three (Hanley and Lippman-Hand,
// "If nothing goes wrong, is everything all right?", 1983) gives 3/n instead.
func (s Score) Margin() float64 {
	n := float64(s.pairs())
	if n < 2 {
		return 1
	}
	_, deviation := s.frequencies().moments()
	if deviation < 1e-6 {
		return min(1, 3/n)
	}
	return 1.96 * deviation / math.Sqrt(n-1)
}

// pairs returns the number of finished pairs.
func (s Score) pairs() int {
	n := 0
	for _, count := range s.Pairs {
		n += count
	}
	return n
}

// frequencies returns how often each result of a pair came out, at least one of
// which must be finished.
func (s Score) frequencies() distribution {
	var d distribution
	for half, count := range s.Pairs {
		d[half] = float64(count) / float64(s.pairs())
	}
	return d
}

// normalizedPerUnit is the normalised Elo of a mean that is one standard deviation
// of a pair's share of the points above one half: 800/ln(10), the slope of the Elo
// curve at one half times two, over √2, for the standard deviation is to be that
// of a game (Van den Bergh, "Normalized Elo", 2020).
const normalizedPerUnit = 800 / math.Ln10 / math.Sqrt2

// NormalizedElo returns the normalised rating difference with the ends of its
// 95 % confidence interval: how far the score is from one half in units of its
// own scatter, on a scale where it equals Elo for nearly equal players without
// draws. Unlike Elo it says how many games the difference takes to be seen,
// however many of them are drawn. Where all pairs came out alike it is 0 or
// infinite, and nothing is known of its interval.
func (s Score) NormalizedElo() (elo, low, high float64) {
	n := s.pairs()
	if n == 0 {
		return 0, math.Inf(-1), math.Inf(1)
	}
	mean, deviation := s.frequencies().moments()
	if deviation < 1e-6 {
		if mean == 0.5 {
			return 0, math.Inf(-1), math.Inf(1)
		}
		return math.Inf(int(math.Copysign(1, mean-0.5))), math.Inf(-1), math.Inf(1)
	}
	t, margin := (mean-0.5)/deviation, 1.96/math.Sqrt(float64(n))
	return normalizedPerUnit * t, normalizedPerUnit * (t - margin), normalizedPerUnit * (t + margin)
}

// Elo returns the rating difference that gives the share of points, with the
// ends of its 95 % confidence interval; any of them may be infinite.
func (s Score) Elo() (elo, low, high float64) {
	share, margin := s.Share(), s.Margin()
	return eloOf(share), eloOf(share - margin), eloOf(share + margin)
}

// eloOf inverts the logistic curve of the Elo scale (Elo, "The rating of
// chessplayers", 1978, section 8.4).
func eloOf(share float64) float64 {
	share = min(max(share, 0), 1)
	return 400 * math.Log10(share/(1-share))
}

// String writes the score as in "+120 =40 -40, 70.0 % ± 5.1, Elo +147 (+108 to +189)".
func (s Score) String() string {
	return fmt.Sprintf("+%d =%d -%d, %.1f %% ± %.1f, Elo %v",
		s.Wins, s.Draws, s.Losses, 100*s.Share(), 100*s.Margin(), estimate(s.Elo()))
}
