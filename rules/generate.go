package rules

// Move is a legal move of some position. Two captures with the same origin,
// target and set of captured squares are one move whatever the order of the
// jumps; From and To may be equal.
type Move struct {
	From, To Square
	Captured Bitboard // empty for a quiet move
}

// IsCapture reports whether m takes anything.
func (m Move) IsCapture() bool { return m.Captured != 0 }

// AppendMoves appends the legal moves of p to dst and returns it: the captures
// that take the most pieces if there is any capture, else the quiet moves. No
// move is listed twice, and the order depends on the position alone.
func (p Position) AppendMoves(dst []Move) []Move {
	if p.mustCapture() {
		var room [16]jump
		for _, j := range p.appendJumps(room[:0]) {
			dst = append(dst, Move{squareOf[j.from.index()], squareOf[j.to.index()], j.captured.dense()})
		}
		return dst
	}
	empty := p.empty()
	men := p.own &^ p.kings
	for _, by := range forwardShifts[p.turn&1] {
		for targets := men.rotated(by) & empty; targets != 0; targets &= targets - 1 {
			to := targets.lowest()
			dst = append(dst, Move{From: squareOf[to.rotated(-by).index()], To: squareOf[to.index()]})
		}
	}
	for kings := p.own & p.kings; kings != 0; kings &= kings - 1 {
		from := kings.index()
		for targets := kingTargets(from, p.own|p.opponent); targets != 0; targets &= targets - 1 {
			dst = append(dst, Move{From: squareOf[from], To: squareOf[targets.index()]})
		}
	}
	return dst
}

// kingTargets returns the squares that a king on bit from can slide to.
func kingTargets(from int, occupied board) board {
	return reach(upLeft, from, occupied) | reach(upRight, from, occupied) |
		reach(downLeft, from, occupied) | reach(downRight, from, occupied)
}

// mustCapture reports whether the side to move has a capture, which is then
// compulsory.
func (p *Position) mustCapture() bool {
	return p.capturingMen() != 0 || p.own&p.kings != 0 && p.capturingKings() != 0
}

// capturingMen returns the men of the side to move that can capture, found for
// all of them at once: an opponent next to them and an empty square behind it.
func (p *Position) capturingMen() board {
	opponent, empty := p.opponent, p.empty()
	return (p.own &^ p.kings) & (opponent>>shiftLeft&(empty>>(2*shiftLeft)) |
		opponent>>shiftRight&(empty>>(2*shiftRight)) |
		opponent<<shiftLeft&(empty<<(2*shiftLeft)) |
		opponent<<shiftRight&(empty<<(2*shiftRight)))
}

// capturingKings returns the kings of the side to move that can capture.
func (p *Position) capturingKings() board {
	var able board
	occupied := p.own | p.opponent
	for kings := p.own & p.kings; kings != 0; kings &= kings - 1 {
		from := kings.index()
		for d := upLeft; d <= downRight; d++ {
			if victim := firstOn(d, from, occupied) & p.opponent; victim != 0 && reach(d, victim.index(), occupied) != 0 {
				able |= kings.lowest()
				break
			}
		}
	}
	return able
}

// firstOn returns the first occupied square on the line from bit i in direction
// d, or none.
func firstOn(d direction, i int, occupied board) board {
	blockers := lines[d][i] & occupied
	if d >= downLeft {
		return blockers.lowest()
	}
	return blockers.highest()
}
