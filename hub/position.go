package hub

import (
	"fmt"

	"drafthorse/rules"
)

// pieceLetters are the letters of a board's squares.
const (
	whiteMan  = 'w'
	whiteKing = 'W'
	blackMan  = 'b'
	blackKing = 'B'
	empty     = 'e'
)

// PositionText writes p in 51 characters: the side to move, W or B, then the
// squares 1 to 50: w and b a man, W and B a king, e empty.
func PositionText(p rules.Position) string {
	text := make([]byte, 51)
	text[0] = 'W'
	if p.Turn() == rules.Black {
		text[0] = 'B'
	}
	pieces := p.Pieces()
	for s := rules.Square(1); s <= 50; s++ {
		switch {
		case pieces.WhiteMen.Has(s):
			text[s] = whiteMan
		case pieces.WhiteKings.Has(s):
			text[s] = whiteKing
		case pieces.BlackMen.Has(s):
			text[s] = blackMan
		case pieces.BlackKings.Has(s):
			text[s] = blackKing
		default:
			text[s] = empty
		}
	}
	return string(text)
}

// ParsePosition reads what PositionText writes. The error names the character.
func ParsePosition(text string) (rules.Position, error) {
	if len(text) != 51 {
		return rules.Position{}, fmt.Errorf("a position has %d characters: want 51, the side to move and 50 squares", len(text))
	}
	turn := rules.White
	switch text[0] {
	case 'W':
	case 'B':
		turn = rules.Black
	default:
		return rules.Position{}, fmt.Errorf("a position begins with %q: want W or B, the side to move", text[0])
	}
	var pieces rules.Pieces
	for s := rules.Square(1); s <= 50; s++ {
		switch text[s] {
		case whiteMan:
			pieces.WhiteMen |= s.Bit()
		case whiteKing:
			pieces.WhiteKings |= s.Bit()
		case blackMan:
			pieces.BlackMen |= s.Bit()
		case blackKing:
			pieces.BlackKings |= s.Bit()
		case empty:
		default:
			return rules.Position{}, fmt.Errorf("square %d of a position is %q: want w, b, W, B or e", s, text[s])
		}
	}
	return rules.NewPosition(pieces, turn)
}
