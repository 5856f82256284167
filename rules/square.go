package rules

import (
	"iter"
	"math/bits"
	"strconv"
)

// Square is a square's printed number, 1 to 50; NoSquare is none.
type Square uint8

// NoSquare is the zero Square, on no board.
const NoSquare Square = 0

func (s Square) String() string { return strconv.Itoa(int(s)) }

// Bit returns the set that holds s alone.
func (s Square) Bit() Bitboard { return 1 << (s - 1) }

// row is 0 for squares 1-5 and 9 for squares 46-50.
func (s Square) row() int { return int(s-1) / 5 }

// column is 0 at White's left hand, 9 at the right.
func (s Square) column() int {
	c := int(s-1) % 5 * 2
	if s.row()%2 == 0 {
		c++
	}
	return c
}

// Turned returns the square that s becomes when the board is turned by 180
// degrees.
func (s Square) Turned() Square { return 51 - s }

// squareAt returns the square in the given row and column, or NoSquare where
// the board has none, or a light one.
func squareAt(row, column int) Square {
	if row < 0 || row > 9 || column < 0 || column > 9 || (row+column)%2 == 0 {
		return NoSquare
	}
	return Square(row*5 + column/2 + 1)
}

// direction is one of the four diagonal steps, as White sees the board.
type direction uint8

const (
	upLeft direction = iota
	upRight
	downLeft
	downRight
)

// next[d][s] is the square one step from s in direction d, or NoSquare.
var next = func() (n [4][51]Square) {
	for s := Square(1); s <= 50; s++ {
		r, c := s.row(), s.column()
		n[upLeft][s] = squareAt(r-1, c-1)
		n[upRight][s] = squareAt(r-1, c+1)
		n[downLeft][s] = squareAt(r+1, c-1)
		n[downRight][s] = squareAt(r+1, c+1)
	}
	return n
}()

// Bitboard is a set of squares: bit 0 is square 1, bit 49 is square 50.
type Bitboard uint64

const (
	// Board holds all fifty squares.
	Board Bitboard = 1<<50 - 1
	// whiteCrown and blackCrown are the rows on which a side's men promote.
	whiteCrown Bitboard = 0b11111
	blackCrown Bitboard = 0b11111 << 45
)

var crown = [2]Bitboard{White: whiteCrown, Black: blackCrown}

// Has reports whether s is in b.
func (b Bitboard) Has(s Square) bool { return b&s.Bit() != 0 }

// Count returns how many squares b holds.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// First returns the lowest square of b, which must not be empty.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b)) + 1) }

// Squares yields the squares of b in ascending order.
func (b Bitboard) Squares() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; b != 0; b &= b - 1 {
			if !yield(b.First()) {
				return
			}
		}
	}
}

// Turned returns b on the board turned by 180 degrees.
func (b Bitboard) Turned() Bitboard { return Bitboard(bits.Reverse64(uint64(b)) >> 14) }

// Color is a side: White, who moves first from the start, or Black.
type Color uint8

const (
	White Color = iota
	Black
)

// Opponent returns the other side.
func (c Color) Opponent() Color { return c ^ 1 }

func (c Color) String() string {
	if c == White {
		return "White"
	}
	return "Black"
}
