package rules

// Perft counts the leaves of the game tree of p at exactly the given depth, in
// plies, without the draw rules. Lines that end earlier have no leaf. The moves
// of the last ply are counted but not played.
func Perft(p Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var room [128]Position
	n, _ := perft(&p, depth, room[:0])
	return n
}

// perft uses the room behind stack for the positions of the line it is in, and
// returns stack with the room it had to add.
func perft(p *Position, depth int, stack []Position) (uint64, []Position) {
	if depth == 1 {
		return uint64(p.countMoves()), stack
	}
	base := len(stack)
	stack = p.appendSuccessors(stack)
	var n, leaves uint64
	for i, end := base, len(stack); i < end; i++ {
		leaves, stack = perft(&stack[i], depth-1, stack)
		n += leaves
	}
	return n, stack[:base]
}
