package endgame

import "fmt"

// Value is what a position is worth to the side to move under best play by
// both, the draw rules that count moves left out: drawn, or won or lost in a
// number of plies. The winner plays for the fastest win, the loser for the
// longest game; a side that cannot move has lost in 0. The zero Value is a draw.
type Value uint8

// Drawn is the value of a position that neither side can win.
const Drawn Value = 0

// maxPlies is the longest win or loss that a Value can hold.
const maxPlies = 254

// in returns the value of a win or loss in so many plies: a win if they are odd.
func in(plies int) Value { return Value(plies + 1) }

// Won reports whether the side to move wins.
func (v Value) Won() bool { return v != Drawn && v&1 == 0 }

// Lost reports whether the side to move loses.
func (v Value) Lost() bool { return v&1 == 1 }

// Plies returns how many plies the win or loss takes. A draw has none.
func (v Value) Plies() int { return max(0, int(v)-1) }

// String returns for example "won in 13 plies".
func (v Value) String() string {
	switch {
	case v.Won():
		return fmt.Sprintf("won in %d plies", v.Plies())
	case v.Lost():
		return fmt.Sprintf("lost in %d plies", v.Plies())
	}
	return "drawn"
}

// Better reports whether the side to move would rather have v than w.
func (v Value) Better(w Value) bool { return v.preference() > w.preference() }

// preference maps values to numbers that grow with what the side to move likes.
func (v Value) preference() int {
	switch {
	case v.Won():
		return 2*maxPlies - v.Plies()
	case v.Lost():
		return v.Plies() - 2*maxPlies
	}
	return 0
}

// Before returns the value of a move that leads to a position worth v, as the
// side that makes the move sees it.
func (v Value) Before() Value {
	if v == Drawn {
		return Drawn
	}
	return v + 1
}
