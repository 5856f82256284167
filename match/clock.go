package match

import "time"

// Clock is the time that the side to move has for its next moves. The zero Clock
// sets no limit.
type Clock struct {
	Move      time.Duration // for this move; 0: no limit of its own
	Left      time.Duration // for all moves to come; 0: no limit
	Increment time.Duration // added to Left for each move, before it is made
}
