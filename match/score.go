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
	var n, sum, squares float64
	for half, count := range s.Pairs {
		x := float64(half) / 4
		n += float64(count)
		sum += x * float64(count)
		squares += x * x * float64(count)
	}
	if n < 2 {
		return 1
	}
	variance := (squares - sum*sum/n) / (n - 1)
	if variance < 1e-12 {
		return min(1, 3/n)
	}
	return 1.96 * math.Sqrt(variance/n)
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
	elo, low, high := s.Elo()
	return fmt.Sprintf("+%d =%d -%d, %.1f %% ± %.1f, Elo %s (%s to %s)",
		s.Wins, s.Draws, s.Losses, 100*s.Share(), 100*s.Margin(), signed(elo), signed(low), signed(high))
}

func signed(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "+∞"
	case math.IsInf(x, -1):
		return "-∞"
	}
	return fmt.Sprintf("%+.0f", x)
}
