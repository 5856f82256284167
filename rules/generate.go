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
	n := len(dst)
	dst = p.appendCaptures(dst)
	if len(dst) > n {
		return dst
	}
	return p.appendQuiet(dst)
}

func (p Position) appendQuiet(dst []Move) []Move {
	us, empty := p.turn, p.Empty()
	for men := p.men[us]; men != 0; men &= men - 1 {
		from := men.First()
		for _, d := range forward[us] {
			if to := next[d][from]; to != NoSquare && empty.Has(to) {
				dst = append(dst, Move{From: from, To: to})
			}
		}
	}
	for kings := p.kings[us]; kings != 0; kings &= kings - 1 {
		from := kings.First()
		for d := upLeft; d <= downRight; d++ {
			for to := next[d][from]; to != NoSquare && empty.Has(to); to = next[d][to] {
				dst = append(dst, Move{From: from, To: to})
			}
		}
	}
	return dst
}

func (p Position) appendCaptures(dst []Move) []Move {
	us := p.turn
	c := captures{moves: dst, base: len(dst), enemy: p.Side(us.Opponent())}
	for men := p.men[us]; men != 0; men &= men - 1 {
		c.from = men.First()
		c.empty = p.Empty() | c.from.Bit()
		c.man(c.from, 0, 0)
	}
	for kings := p.kings[us]; kings != 0; kings &= kings - 1 {
		c.from = kings.First()
		c.empty = p.Empty() | c.from.Bit()
		c.king(c.from, 0, 0)
	}
	return c.moves
}

// captures follows one piece's jumps at a time and keeps the longest found by
// any of them.
type captures struct {
	moves []Move
	base  int // where the captures start in moves
	most  int // pieces taken by the moves kept

	from  Square
	enemy Bitboard
	empty Bitboard // with the origin, which the moving piece has left
}

// man follows the jumps of a man that stands on at and has taken the pieces in
// captured, which stay on the board as obstacles until the move is over.
func (c *captures) man(at Square, captured Bitboard, count int) {
	if count > 0 {
		c.add(at, captured, count)
	}
	for d := upLeft; d <= downRight; d++ {
		victim := next[d][at]
		if victim == NoSquare || !(c.enemy &^ captured).Has(victim) {
			continue
		}
		if to := next[d][victim]; to != NoSquare && c.empty.Has(to) {
			c.man(to, captured|victim.Bit(), count+1)
		}
	}
}

// king is man for a king, which reaches its victim over empty squares and may
// land on any empty square behind it.
func (c *captures) king(at Square, captured Bitboard, count int) {
	if count > 0 {
		c.add(at, captured, count)
	}
	for d := upLeft; d <= downRight; d++ {
		victim := next[d][at]
		for victim != NoSquare && c.empty.Has(victim) {
			victim = next[d][victim]
		}
		if victim == NoSquare || !(c.enemy &^ captured).Has(victim) {
			continue
		}
		for to := next[d][victim]; to != NoSquare && c.empty.Has(to); to = next[d][to] {
			c.king(to, captured|victim.Bit(), count+1)
		}
	}
}

// add keeps a capture if it takes the most so far. It is called at every
// landing; the majority rule throws out those that could have gone on.
func (c *captures) add(to Square, captured Bitboard, count int) {
	if count < c.most {
		return
	}
	if count > c.most {
		c.most = count
		c.moves = c.moves[:c.base]
	}
	m := Move{From: c.from, To: to, Captured: captured}
	for _, have := range c.moves[c.base:] {
		if have == m {
			return
		}
	}
	c.moves = append(c.moves, m)
}
