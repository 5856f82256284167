package rules

// Perft counts the leaves of the game tree of p at exactly the given depth, in
// plies, without the draw rules. Lines that end earlier have no leaf. The last
// ply is counted without playing it.
func Perft(p Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var buf [64]Move
	moves := p.AppendMoves(buf[:0])
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		n += Perft(p.Play(m), depth-1)
	}
	return n
}
