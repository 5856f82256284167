package match

import "time"

// Clock is the time that the side to move has for its next moves. The zero Clock
// sets no limit.
type Clock struct {
	Move      time.Duration // for this move; 0: no limit of its own
	Left      time.Duration // for this move and those to come, its Increment included; 0: no limit
	Moves     int           // how many moves Left has to last for, this one included; 0: all that come
	Increment time.Duration // added to Left for each later move, before it is made
}

// horizon is for how many moves the time has to last where nobody knows. A game
// has some 50 moves of each side, but a third of them are forced and take none.
const horizon = 30

// Budget returns how long to think about a move: from soft on nothing should be
// begun that takes as long as what has been done, and a search that can end at
// any moment ends there; at hard everything ends. Both are positive, soft is no
// more than hard; or both are 0, if there is no limit. The lag is by how much a
// move may come later than the thinking ends.
//
// With n moves to go, and as much of the lag set aside for each, soft is an even
// share of what is left and of the increments to come. Hard is four shares, but no
// more than half of what is left now, unless this is the last move. A player
// whose clock shows n lags or more, and that takes no more than hard and the lag
// for each move, therefore makes its n moves in time, to a nanosecond each; with
// an increment of more than the lag any number of moves.
//
// Of the time for this move alone the lag is taken as well, but no more than half.
func (c Clock) Budget(lag time.Duration) (soft, hard time.Duration) {
	if c.Left > 0 {
		n := time.Duration(horizon)
		if c.Moves > 0 {
			n = time.Duration(c.Moves)
		}
		// No product of n may be larger than what is left: it might overflow.
		var spare time.Duration
		if c.Left/n >= lag {
			spare = c.Left - n*lag
		}
		share := spare/n + c.Increment - c.Increment/n
		hard = max(min(spare/min(n, 2), 4*min(share, spare/4+1)), 1)
		soft = max(min(share, hard), 1)
	}
	if c.Move > 0 {
		most := max(c.Move-lag, c.Move/2, 1)
		return atMost(soft, most), atMost(hard, most)
	}
	return soft, hard
}

// lag is the allowance of the players here: they look at the clock more than once
// a millisecond.
const lag = time.Millisecond

// budget is Budget for a player here that has a limit of its own for each move, 0
// if it has none.
func (c Clock) budget(own time.Duration) (soft, hard time.Duration) {
	soft, hard = c.Budget(lag)
	if own > 0 {
		return atMost(soft, own), atMost(hard, own)
	}
	return soft, hard
}

// atMost returns the smaller of two limits, of which the first may be 0 for none.
func atMost(limit, most time.Duration) time.Duration {
	if limit == 0 {
		return most
	}
	return min(limit, most)
}
