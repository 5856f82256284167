package match

import (
	"fmt"

	"drafthorse/stats"
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

// Sample returns the finished pairs as a sample of what the players do, with the
// first game of the pair under way. Where no pair is known, each game stands by
// itself.
func (s Score) Sample() stats.Sample {
	pairs, halves := 0, 0
	for half, count := range s.Pairs {
		pairs += count
		halves += half * count
	}
	if pairs == 0 {
		return stats.OfGames(s.Wins, s.Draws, s.Losses)
	}
	sample := stats.OfPairs(s.Pairs)
	if s.Games() > 2*pairs {
		points := 2*s.Wins + s.Draws - halves // of one game
		sample[2*points] += 0.5
	}
	return sample
}

// Share returns the first player's share of the points, in [0, 1].
func (s Score) Share() float64 {
	share, _, _ := s.Sample().Share()
	return share
}

// NormalizedElo returns the normalised rating difference with the ends of its
// 95 % confidence interval, see [stats.Sample.NormalizedElo]. It needs pairs.
func (s Score) NormalizedElo() (elo, low, high float64) {
	if s.Pairs == [5]int{} {
		return stats.Sample{}.NormalizedElo()
	}
	return s.Sample().NormalizedElo()
}

// Elo returns the rating difference that gives the share of points, with the
// ends of its 95 % confidence interval; any of them may be infinite.
func (s Score) Elo() (elo, low, high float64) { return s.Sample().Elo() }

// String writes the score as in
// "+129 =35 -36, 73.2 % (67.3 to 78.6), Elo +175 (+125 to +226)", with 95 %
// confidence intervals.
func (s Score) String() string {
	share, low, high := s.Sample().Share()
	return fmt.Sprintf("+%d =%d -%d, %.1f %% (%.1f to %.1f), Elo %v",
		s.Wins, s.Draws, s.Losses, 100*share, 100*low, 100*high, estimate(s.Elo()))
}
