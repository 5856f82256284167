package analysis

import (
	"fmt"

	"drafthorse/rules"
)

// balance returns how many pieces c has more than the other side.
func balance(p rules.Position, c rules.Color) int {
	return p.Side(c).Count() - p.Side(c.Opponent()).Count()
}

// mustCapture reports whether the side to move must capture.
func mustCapture(p rules.Position) bool {
	moves := p.AppendMoves(nil)
	return len(moves) > 0 && moves[0].IsCapture()
}

// threatened reports whether the side that is not to move could capture if it
// were.
func threatened(p rules.Position) bool {
	turned, err := rules.NewPosition(p.Pieces(), p.Turn().Opponent())
	return err == nil && mustCapture(turned)
}

// gained returns how many pieces the side to move has gained at the end of a line
// from p.
func gained(p rules.Position, line []rules.Move) int {
	c, before := p.Turn(), balance(p, p.Turn())
	for _, m := range line {
		p = p.Play(m)
	}
	return balance(p, c) - before
}

// sacrifice returns how many pieces the move played gives up for a while, in the
// line that is expected: so many are missing where the board is quiet, or at
// least two while captures go on that the other side has begun.
func (l *look) sacrifice() int {
	p := l.Position
	if l.Played.IsCapture() {
		return 0
	}
	c, before := p.Turn(), balance(p, p.Turn())
	most := 0
	for i, m := range l.line(l.Played) {
		p = p.Play(m)
		missing := before - balance(p, c)
		if !mustCapture(p) && !threatened(p) || missing >= 2 && i < 2 {
			most = max(most, missing)
		}
	}
	return most
}

// setGains writes what each shot or exchange has gained the side that began it to
// its last capture, once the board is quiet. A side begins it by the move before
// the first capture, for captures are compulsory. The board is quiet when the
// side to move has no capture, and the other would have none either or has had a
// move to answer in.
func setGains(findings []Finding, judgements []Judgement) {
	var (
		under  bool // a capture is not yet answered
		side   rules.Color
		before int
		last   int // capture
	)
	for i := range findings {
		f := &findings[i]
		continues := i > 0 && follows(&findings[i-1], f)
		if under && !continues {
			under = false
		}
		if f.Played.IsCapture() {
			last = i
			if !under {
				under = true
				first := &findings[i]
				if continues {
					first = &findings[i-1]
				}
				side = first.Position.Turn()
				before = balance(first.Position, side)
			}
		}
		if !under {
			continue
		}
		p := f.Position.Play(f.Played)
		if mustCapture(p) || i == last && len(p.AppendMoves(nil)) > 0 && threatened(p) {
			continue
		}
		under = false
		judgements[last].Gain = balance(p, side) - before
	}
}

// gain writes a number of pieces with its sign: +2, -1.
func gain(n int) string { return fmt.Sprintf("%+d", n) }
