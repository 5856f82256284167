package rules

import (
	"fmt"
	"strings"
)

// Position is a board and the side to move. Equal positions compare equal. The
// zero value is an empty board; use [Start], [NewPosition] or [ParseFEN].
type Position struct {
	own, opponent board // all pieces of the side to move, and of the other side
	kings         board // of both sides
	turn          Color
}

// Start returns the start of the game: Black's men on 1-20, White's on 31-50,
// White to move.
func Start() Position {
	return Position{own: pad(Board &^ (1<<30 - 1)), opponent: pad(1<<20 - 1)}
}

// Pieces are the four sets of a board, in printed square numbers.
type Pieces struct{ WhiteMen, WhiteKings, BlackMen, BlackKings Bitboard }

// NewPosition builds a position from its sets. It refuses squares off the
// board, a square used twice, a man on its own promotion row and a board
// without pieces, with an error that names the square.
func NewPosition(pieces Pieces, turn Color) (Position, error) {
	if turn > Black {
		return Position{}, fmt.Errorf("side to move %d: want 0 (White) or 1 (Black)", turn)
	}
	var seen Bitboard
	for _, b := range []Bitboard{pieces.WhiteMen, pieces.WhiteKings, pieces.BlackMen, pieces.BlackKings} {
		if b&^Board != 0 {
			return Position{}, fmt.Errorf("square %d is off the board: want 1 to 50", (b &^ Board).First())
		}
		if b&seen != 0 {
			return Position{}, fmt.Errorf("square %d holds two pieces", (b & seen).First())
		}
		seen |= b
	}
	if seen == 0 {
		return Position{}, fmt.Errorf("no piece on the board")
	}
	for c, men := range []Bitboard{White: pieces.WhiteMen, Black: pieces.BlackMen} {
		if b := men & crown[c]; b != 0 {
			return Position{}, fmt.Errorf("a %s man stands on %d, its own promotion row: it would be a king", Color(c), b.First())
		}
	}
	p := Position{
		own:      pad(pieces.WhiteMen | pieces.WhiteKings),
		opponent: pad(pieces.BlackMen | pieces.BlackKings),
		kings:    pad(pieces.WhiteKings | pieces.BlackKings),
		turn:     turn,
	}
	if turn == Black {
		p.own, p.opponent = p.opponent, p.own
	}
	return p, nil
}

// Turn returns the side to move.
func (p Position) Turn() Color { return p.turn }

// side returns all pieces of side c.
func (p Position) side(c Color) board {
	if c == p.turn {
		return p.own
	}
	return p.opponent
}

// Men returns the men of side c.
func (p Position) Men(c Color) Bitboard { return (p.side(c) &^ p.kings).dense() }

// Kings returns the kings of side c.
func (p Position) Kings(c Color) Bitboard { return (p.side(c) & p.kings).dense() }

// Side returns all pieces of side c.
func (p Position) Side(c Color) Bitboard { return p.side(c).dense() }

// Pieces returns the four sets of the board.
func (p Position) Pieces() Pieces {
	return Pieces{p.Men(White), p.Kings(White), p.Men(Black), p.Kings(Black)}
}

// Count returns how many pieces are on the board.
func (p Position) Count() int { return (p.own | p.opponent).count() }

// empty returns the empty squares.
func (p *Position) empty() board { return squares &^ (p.own | p.opponent) }

// Empty returns the empty squares.
func (p Position) Empty() Bitboard { return p.empty().dense() }

// Turned returns the same position seen from the other side: the board turned
// by 180 degrees and the colours swapped. It is the only symmetry of the game.
func (p Position) Turned() Position {
	return Position{p.own.turned(), p.opponent.turned(), p.kings.turned(), p.turn.Opponent()}
}

// Play returns the position after the legal move m. The captured pieces leave
// the board together; a man that ends its move on the promotion row becomes a
// king.
func (p Position) Play(m Move) Position {
	from, to := bitOf[m.From], bitOf[m.To]
	if m.Captured == 0 {
		return p.afterStep(from, to)
	}
	return p.afterCapture(from, to, pad(m.Captured))
}

// afterStep returns the position after a quiet move.
func (p *Position) afterStep(from, to board) Position {
	kings := p.kings
	if kings&from != 0 {
		kings ^= from | to
	} else {
		kings |= to & crownRow[p.turn]
	}
	return Position{p.opponent, p.own ^ from ^ to, kings, p.turn ^ 1}
}

// afterCapture returns the position after a capture. From and to may be equal.
func (p *Position) afterCapture(from, to, captured board) Position {
	kings := p.kings &^ captured
	if kings&from != 0 {
		kings = kings&^from | to
	} else {
		kings |= to & crownRow[p.turn]
	}
	return Position{p.opponent &^ captured, p.own&^from | to, kings, p.turn ^ 1}
}

// String draws the board with White at the bottom: o and O are White's men and
// kings, x and X Black's.
func (p Position) String() string {
	var b strings.Builder
	for row := range 10 {
		for column := range 10 {
			s := squareAt(row, column)
			switch {
			case s == NoSquare:
				b.WriteByte(' ')
			case p.Men(White).Has(s):
				b.WriteByte('o')
			case p.Kings(White).Has(s):
				b.WriteByte('O')
			case p.Men(Black).Has(s):
				b.WriteByte('x')
			case p.Kings(Black).Has(s):
				b.WriteByte('X')
			default:
				b.WriteByte('.')
			}
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%s to move", p.turn)
	return b.String()
}
