package alphabeta

import (
	"math"

	"drafthorse/mcts"
)

// Score is what a position is worth to a side: from -[Certain] to Certain by the
// network, the chance of a win less that of a loss in parts of Certain, and
// beyond these where the result is proven, see [WinIn].
type Score int32

// Certain is the score of a win that the network takes for certain. A proven win
// is worth more.
const Certain Score = 10000

const (
	won      Score = 30000 // a proven win in no plies
	infinite Score = 32000
)

// WinIn returns the score of a proven win in so many plies. A proven loss is its
// negative.
func WinIn(plies int) Score { return won - Score(plies) }

// Proven reports whether s is a proven win or loss, and in how many plies the
// game then ends at the most.
func (s Score) Proven() (plies int, ok bool) {
	if s > Certain {
		return int(won - s), true
	}
	if s < -Certain {
		return int(won + s), true
	}
	return 0, false
}

// Points returns the expected points of s: 1 for a win, 0 for a draw, -1 for a
// loss.
func (s Score) Points() float64 {
	return float64(max(-Certain, min(Certain, s))) / float64(Certain)
}

// scoreOf returns the network's evaluation as a score.
func scoreOf(e mcts.Evaluation) Score {
	return Score(math.Round(float64(e.Win-e.Loss) * float64(Certain)))
}

// atNode returns what the score s, counted from the root, is counted from a node
// so many plies below it: a proven result is that much nearer.
func (s Score) atNode(ply int) Score {
	switch {
	case s > Certain:
		return s + Score(ply)
	case s < -Certain:
		return s - Score(ply)
	}
	return s
}

// atRoot undoes atNode.
func (s Score) atRoot(ply int) Score { return s.atNode(-ply) }
