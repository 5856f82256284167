package rules

// jump is a whole capture in the padded layout.
type jump struct {
	from, to, captured board
}

// captures follows the pieces that can capture, one after the other, and keeps
// the captures that take the most.
type captures struct {
	opponent board
	empty    board // with the origin, which the moving piece has left
	from     board // of the piece that is followed
	most     int   // pieces that each capture kept so far takes
}

// appendJumps appends the captures of p that take the most pieces to dst, which
// must be empty, none twice.
func (p *Position) appendJumps(dst []jump) []jump {
	c := captures{opponent: p.opponent}
	empty := p.empty()
	for men := p.capturingMen(); men != 0; men &= men - 1 {
		c.from = men.lowest()
		c.empty = empty | c.from
		dst = c.man(dst, c.from, 0, 0)
	}
	if p.own&p.kings == 0 {
		return dst
	}
	for kings := p.capturingKings(); kings != 0; kings &= kings - 1 {
		c.from = kings.lowest()
		c.empty = empty | c.from
		for d := upLeft; d <= downRight; d++ {
			dst, _ = c.king(dst, d, kings.index(), 0, 0)
		}
	}
	return dst
}

// man follows the jumps of a man on at, which has taken the count pieces in
// captured. Those stay on the board as obstacles until the move is over.
func (c *captures) man(dst []jump, at, captured board, count int) []jump {
	left, ends := c.opponent&^captured, true
	if victim := at >> shiftRight & left; victim != 0 {
		if to := victim >> shiftRight & c.empty; to != 0 {
			dst, ends = c.man(dst, to, captured|victim, count+1), false
		}
	}
	if victim := at >> shiftLeft & left; victim != 0 {
		if to := victim >> shiftLeft & c.empty; to != 0 {
			dst, ends = c.man(dst, to, captured|victim, count+1), false
		}
	}
	if victim := at << shiftLeft & left; victim != 0 {
		if to := victim << shiftLeft & c.empty; to != 0 {
			dst, ends = c.man(dst, to, captured|victim, count+1), false
		}
	}
	if victim := at << shiftRight & left; victim != 0 {
		if to := victim << shiftRight & c.empty; to != 0 {
			dst, ends = c.man(dst, to, captured|victim, count+1), false
		}
	}
	if ends {
		dst = c.add(dst, at, captured, count)
	}
	return dst
}

// across are the two directions of the other diagonal.
var across = [4][2]direction{
	upLeft: {upRight, downLeft}, downRight: {upRight, downLeft},
	upRight: {upLeft, downRight}, downLeft: {upLeft, downRight},
}

// king lets a king capture along the line from bit i in direction d, if it can
// there, and follows it from every square it may land on. It reports whether it
// could.
func (c *captures) king(dst []jump, d direction, i int, captured board, count int) ([]jump, bool) {
	occupied := squares &^ c.empty
	victim := firstOn(d, i, occupied)
	if victim&c.opponent&^captured == 0 {
		return dst, false
	}
	v := victim.index()
	landings := reach(d, v, occupied)
	if landings == 0 {
		return dst, false
	}
	captured |= victim
	count++
	// Straight on, the next capture is the same from all landing squares; across,
	// it differs. The way back is blocked by the piece just taken.
	dst, on := c.king(dst, d, v, captured, count)
	for l := landings; l != 0; l &= l - 1 {
		for _, turn := range across[d] {
			var more bool
			dst, more = c.king(dst, turn, l.index(), captured, count)
			on = on || more
		}
	}
	if !on {
		for l := landings; l != 0; l &= l - 1 {
			dst = c.add(dst, l.lowest(), captured, count)
		}
	}
	return dst, true
}

// add keeps a finished capture if it takes the most so far.
func (c *captures) add(dst []jump, to, captured board, count int) []jump {
	if count < c.most {
		return dst
	}
	if count > c.most {
		c.most = count
		dst = dst[:0]
	}
	j := jump{c.from, to, captured}
	for i := range dst {
		if dst[i] == j {
			return dst
		}
	}
	return append(dst, j)
}
