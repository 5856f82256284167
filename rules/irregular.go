package rules

import (
	"fmt"
	"strings"
)

// Irregularity is a kind of move that is not legal, as an arbiter would name it.
type Irregularity uint8

const (
	Unreadable        Irregularity = iota // the text is no move at all
	GameOver                              // the side to move has no legal move
	TwoMovesInARow                        // a move of the side that is not to move
	WrongColour                           // the other side's piece
	NoPiece                               // the square is empty
	TargetOccupied                        // the move ends on another piece
	NotHowItMoves                         // no piece of this kind moves like that
	CaptureCompulsory                     // a step where something had to be taken
	TooFew                                // a capture of fewer pieces than the most possible
	TooMany                               // a capture that goes on where no more can be taken
	StoppedMidCapture                     // a capture that could have gone on
	JumpedTwice                           // the same piece jumped again
	JumpedOwn                             // an own piece jumped
	Ambiguous                             // several captures fit the text
)

// MoveError says why a text is no legal move of a position, in words for a
// player.
type MoveError struct {
	Text   string
	Kind   Irregularity
	Reason string
}

func (e *MoveError) Error() string { return fmt.Sprintf("move %q: %s", e.Text, e.Reason) }

// Explain says why a text is not a legal move of p; the error is a
// [*MoveError]. For a legal move it returns nil.
func (p Position) Explain(text string) error {
	_, err := p.ParseMove(text)
	return err
}

// objection finds what is wrong with a readable move that no legal move fits.
func (p Position) objection(text string, squares []Square, legal []Move) (Irregularity, string) {
	from, to := squares[0], squares[len(squares)-1]
	us, them := p.turn, p.turn.Opponent()
	o := objector{p: p, squares: squares, legal: legal}
	switch {
	case p.Side(them).Has(from):
		p.turn, p.own, p.opponent = them, p.opponent, p.own
		if _, err := p.ParseMove(text); err == nil {
			return TwoMovesInARow, fmt.Sprintf("%s is to move, but this is a move of %s: two moves in a row by one side, or one of %s's is missing", us, them, us)
		}
		return WrongColour, fmt.Sprintf("%s is to move, but the piece on %d is %s's", us, from, them)
	case p.Empty().Has(from):
		return NoPiece, fmt.Sprintf("there is no piece on %d", from)
	case len(legal) == 0:
		return GameOver, fmt.Sprintf("the game is over: %s, who is to move, has no legal move", us)
	case to != from && !p.Empty().Has(to):
		return TargetOccupied, fmt.Sprintf("%d is occupied by %s", to, p.pieceOn(to))
	}
	o.king = p.Kings(us).Has(from)
	return o.object()
}

// pieceOn describes the piece on s.
func (p Position) pieceOn(s Square) string {
	c := White
	if p.Side(Black).Has(s) {
		c = Black
	}
	if p.Kings(c).Has(s) {
		return fmt.Sprintf("a %s king", strings.ToLower(c.String()))
	}
	return fmt.Sprintf("a %s man", strings.ToLower(c.String()))
}

// objector follows an own piece along the squares of a move that is not legal.
type objector struct {
	p       Position
	squares []Square
	legal   []Move
	king    bool

	captured Bitboard
}

func (o *objector) object() (Irregularity, string) {
	if len(o.squares) == 2 {
		if kind, reason, ok := o.step(); ok {
			return kind, reason
		}
	}
	for i := range len(o.squares) - 1 {
		kind, reason, ok := o.leg(o.squares[i], o.squares[i+1])
		if ok {
			continue
		}
		if i == 0 || kind == JumpedTwice || kind == JumpedOwn || kind == TargetOccupied {
			if partial, ok := o.partial(); ok && kind == NotHowItMoves {
				return o.short(partial)
			}
			return kind, reason
		}
		if o.goesOn(o.squares[i]) {
			return NotHowItMoves, reason
		}
		return TooMany, fmt.Sprintf("after taking %d the capture ends on %d: there is nothing to take between %d and %d",
			o.captured.Count(), o.squares[i], o.squares[i], o.squares[i+1])
	}
	return o.short(Move{o.squares[0], o.squares[len(o.squares)-1], o.captured})
}

// step judges a move of two squares as one without a capture.
func (o *objector) step() (Irregularity, string, bool) {
	from, to := o.squares[0], o.squares[1]
	between, d, aligned := path(from, to)
	if !aligned || between&^o.p.Empty() != 0 {
		return 0, "", false
	}
	us := o.p.turn
	if !o.king {
		if between != 0 {
			return NotHowItMoves, fmt.Sprintf("a man moves one square, and there is nothing to take between %d and %d", from, to), true
		}
		if (us == White) != (d <= upRight) {
			return NotHowItMoves, fmt.Sprintf("a man does not step backward, as from %d to %d", from, to), true
		}
	}
	return CaptureCompulsory, fmt.Sprintf("a capture was compulsory: %s", o.right()), true
}

// leg makes one jump from a square to another, if the rules of capturing, apart
// from the majority rule, allow it; else it says why they do not.
func (o *objector) leg(from, to Square) (Irregularity, string, bool) {
	between, _, aligned := path(from, to)
	if !aligned {
		return NotHowItMoves, fmt.Sprintf("%d and %d are not on one diagonal, and %s cannot get there by captures", from, to, o.piece()), false
	}
	us := o.p.Side(o.p.turn) &^ o.squares[0].Bit()
	enemies := between & o.p.Side(o.p.turn.Opponent())
	switch {
	case between&us != 0:
		return JumpedOwn, fmt.Sprintf("between %d and %d stands an own piece, on %d: own pieces are never jumped", from, to, (between & us).First()), false
	case between&o.captured != 0:
		return JumpedTwice, fmt.Sprintf("the piece on %d is jumped twice", (between & o.captured).First()), false
	case to != o.squares[0] && !o.p.Empty().Has(to):
		return TargetOccupied, fmt.Sprintf("%d is occupied by %s", to, o.p.pieceOn(to)), false
	case enemies == 0:
		return NotHowItMoves, fmt.Sprintf("there is nothing to take between %d and %d", from, to), false
	case enemies.Count() > 1:
		return NotHowItMoves, fmt.Sprintf("%d pieces stand between %d and %d: one is taken at a time, landing behind it", enemies.Count(), from, to), false
	case !o.king && between != enemies:
		return NotHowItMoves, fmt.Sprintf("a man takes a piece next to it and lands right behind it, not as from %d to %d", from, to), false
	}
	o.captured |= enemies
	return 0, "", true
}

// short objects to a capture that the rules allow but for the majority rule.
func (o *objector) short(m Move) (Irregularity, string) {
	takes, most := m.Captured.Count(), 0
	if o.legal[0].IsCapture() {
		most = o.legal[0].Captured.Count()
	}
	o.captured = m.Captured
	if o.goesOn(m.To) {
		return StoppedMidCapture, fmt.Sprintf("it stops on %d in the middle of a capture: it takes %d, %d are required, as in %s", m.To, takes, most, o.right())
	}
	return TooFew, fmt.Sprintf("it takes %d, %d are required, as in %s", takes, most, o.right())
}

// goesOn reports whether the piece could take another from a square, after what
// it has taken.
func (o *objector) goesOn(at Square) bool {
	c := captures{opponent: pad(o.p.Side(o.p.turn.Opponent())), empty: o.p.empty() | bitOf[o.squares[0]]}
	c.from = bitOf[at]
	if o.king {
		for d := upLeft; d <= downRight; d++ {
			if _, ok := c.king(nil, d, c.from.index(), pad(o.captured), 1); ok {
				return true
			}
		}
		return false
	}
	jumps := c.man(nil, c.from, pad(o.captured), 1)
	return c.most > 1 && len(jumps) > 0
}

// partial looks for a capture that begins and ends as the text says, whatever
// it takes on the way, and returns one that takes the most.
func (o *objector) partial() (Move, bool) {
	from, to := o.squares[0], o.squares[len(o.squares)-1]
	var best Move
	var follow func(at Square, captured Bitboard)
	follow = func(at Square, captured Bitboard) {
		if at == to && captured != 0 && captured.Count() > best.Captured.Count() {
			best = Move{from, to, captured}
		}
		for d := upLeft; d <= downRight; d++ {
			o.jumps(at, d, captured, follow)
		}
	}
	follow(from, 0)
	return best, best.Captured != 0
}

// jumps calls yield with every landing of one jump in direction d.
func (o *objector) jumps(at Square, d direction, captured Bitboard, yield func(Square, Bitboard)) {
	empty := o.p.Empty() | o.squares[0].Bit()
	victim := next[d][at]
	for o.king && victim != NoSquare && empty.Has(victim) {
		victim = next[d][victim]
	}
	if victim == NoSquare || !(o.p.Side(o.p.turn.Opponent()) &^ captured).Has(victim) {
		return
	}
	for to := next[d][victim]; to != NoSquare && empty.Has(to); to = next[d][to] {
		yield(to, captured|victim.Bit())
		if !o.king {
			return
		}
	}
}

// right names a legal move.
func (o *objector) right() string {
	for _, m := range o.legal {
		if m.From == o.squares[0] {
			return o.p.RouteText(m)
		}
	}
	return o.p.RouteText(o.legal[0])
}

func (o *objector) piece() string {
	if o.king {
		return "a king"
	}
	return "a man"
}

// path returns the squares strictly between two squares of one diagonal and the
// direction from the first to the second; aligned is false for others.
func path(from, to Square) (between Bitboard, d direction, aligned bool) {
	for d = upLeft; d <= downRight; d++ {
		between = 0
		for s := next[d][from]; s != NoSquare; s = next[d][s] {
			if s == to {
				return between, d, true
			}
			between |= s.Bit()
		}
	}
	return 0, 0, false
}
