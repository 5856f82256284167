package rules

import (
	"fmt"
	"strings"
)

// Position is a board and the side to move. The zero value is an empty board;
// use [Start], [NewPosition] or [ParseFEN].
type Position struct {
	men, kings [2]Bitboard
	turn       Color
}

// Start returns the start of the game: Black's men on 1-20, White's on 31-50,
// White to move.
func Start() Position {
	return Position{men: [2]Bitboard{White: Board &^ (1<<30 - 1), Black: 1<<20 - 1}}
}

// Pieces are the four sets of a board, in printed square numbers.
type Pieces struct{ WhiteMen, WhiteKings, BlackMen, BlackKings Bitboard }

// NewPosition builds a position from its sets. It refuses squares off the
// board, a square used twice, a man on its own promotion row and a board
// without pieces, with an error that names the square.
func NewPosition(pieces Pieces, turn Color) (Position, error) {
	p := Position{
		men:   [2]Bitboard{White: pieces.WhiteMen, Black: pieces.BlackMen},
		kings: [2]Bitboard{White: pieces.WhiteKings, Black: pieces.BlackKings},
		turn:  turn,
	}
	if turn > Black {
		return Position{}, fmt.Errorf("side to move %d: want 0 (White) or 1 (Black)", turn)
	}
	var seen Bitboard
	for _, b := range []Bitboard{p.men[White], p.kings[White], p.men[Black], p.kings[Black]} {
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
	for c := White; c <= Black; c++ {
		if b := p.men[c] & crown[c]; b != 0 {
			return Position{}, fmt.Errorf("a %s man stands on %d, its own promotion row: it would be a king", c, b.First())
		}
	}
	return p, nil
}

// Turn returns the side to move.
func (p Position) Turn() Color { return p.turn }

// Men returns the men of side c.
func (p Position) Men(c Color) Bitboard { return p.men[c] }

// Kings returns the kings of side c.
func (p Position) Kings(c Color) Bitboard { return p.kings[c] }

// Side returns all pieces of side c.
func (p Position) Side(c Color) Bitboard { return p.men[c] | p.kings[c] }

// Pieces returns the four sets of the board.
func (p Position) Pieces() Pieces {
	return Pieces{p.men[White], p.kings[White], p.men[Black], p.kings[Black]}
}

// Empty returns the empty squares.
func (p Position) Empty() Bitboard { return Board &^ (p.Side(White) | p.Side(Black)) }

// Turned returns the same position seen from the other side: the board turned
// by 180 degrees and the colours swapped. It is the only symmetry of the game.
func (p Position) Turned() Position {
	return Position{
		men:   [2]Bitboard{p.men[1].Turned(), p.men[0].Turned()},
		kings: [2]Bitboard{p.kings[1].Turned(), p.kings[0].Turned()},
		turn:  p.turn.Opponent(),
	}
}

// Play returns the position after the legal move m. The captured pieces leave
// the board together; a man that ends its move on the promotion row becomes a
// king.
func (p Position) Play(m Move) Position {
	us := p.turn
	from, to := m.From.Bit(), m.To.Bit()
	if p.kings[us]&from != 0 {
		p.kings[us] = p.kings[us]&^from | to
	} else {
		p.men[us] &^= from
		p.men[us] |= to &^ crown[us]
		p.kings[us] |= to & crown[us]
	}
	p.turn = us.Opponent()
	p.men[p.turn] &^= m.Captured
	p.kings[p.turn] &^= m.Captured
	return p
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
			case p.men[White].Has(s):
				b.WriteByte('o')
			case p.kings[White].Has(s):
				b.WriteByte('O')
			case p.men[Black].Has(s):
				b.WriteByte('x')
			case p.kings[Black].Has(s):
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
