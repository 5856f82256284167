package analysis

import "math"

// Accuracy returns how accurate a move is that loses so many points, in percent
// from 0 to 100. The curve is lichess's (https://lichess.org/page/accuracy),
//
//	103.1668 exp(-0.04354 d) - 3.1669,
//
// where d is by how much the move lowers the chances of winning in percent.
// Lichess's chances of winning are an expected score, so d is a hundred times the
// loss. A loss of 0.05 is 79.8 %, of 0.10 63.6 %, of 0.20 40.0 %. The accuracy of a
// player is the mean over the moves with a choice; lichess's, which weighs moves by
// how sharp the game is, differs from it.
func Accuracy(loss float64) float64 {
	return max(0, min(100, 103.1668*math.Exp(-4.354*loss)-3.1669))
}
