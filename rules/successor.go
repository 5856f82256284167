package rules

// appendSuccessors appends the positions after each legal move of p, in the
// order of AppendMoves. It makes them in one go, without moves in between.
func (p *Position) appendSuccessors(dst []Position) []Position {
	if p.mustCapture() {
		var room [16]jump
		for _, j := range p.appendJumps(room[:0]) {
			dst = append(dst, p.afterCapture(j.from, j.to, j.captured))
		}
		return dst
	}
	empty, crown := p.empty(), crownRow[p.turn&1]
	men, kings := p.own&^p.kings, p.own&p.kings
	for _, by := range forwardShifts[p.turn&1] {
		for targets := men.rotated(by) & empty; targets != 0; targets &= targets - 1 {
			to := targets.lowest()
			dst = append(dst, Position{p.opponent, p.own ^ (to | to.rotated(-by)), p.kings | to&crown, p.turn ^ 1})
		}
	}
	for ; kings != 0; kings &= kings - 1 {
		from := kings.lowest()
		for targets := kingTargets(from.index(), p.own|p.opponent); targets != 0; targets &= targets - 1 {
			both := from | targets.lowest()
			dst = append(dst, Position{p.opponent, p.own ^ both, p.kings ^ both, p.turn ^ 1})
		}
	}
	return dst
}

// countMoves returns the number of legal moves of p.
func (p *Position) countMoves() int {
	if p.mustCapture() {
		var room [16]jump
		return len(p.appendJumps(room[:0]))
	}
	empty := p.empty()
	men := p.own &^ p.kings
	steps := forwardShifts[p.turn&1]
	n := (men.rotated(steps[0]) & empty).count() + (men.rotated(steps[1]) & empty).count()
	for kings := p.own & p.kings; kings != 0; kings &= kings - 1 {
		n += kingTargets(kings.index(), p.own|p.opponent).count()
	}
	return n
}
