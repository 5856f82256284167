package rules

import "math/bits"

// board is a set of squares in the layout that the move generator works in:
//
//	bit  0  1  2  3  4     squares  1  2  3  4  5
//	   5  6  7  8  9  -             6  7  8  9 10, and an unused bit
//	    11 12 13 14 15             11 12 13 14 15
//	  16 17 18 19 20  -            16 17 18 19 20, and an unused bit
//	    ...                        ...
//	  49 50 51 52 53  -            46 47 48 49 50
//
// With an unused bit behind every second row each diagonal step is the same
// shift everywhere, by 5 or 6 bits to either side, and a step off the board
// lands on an unused bit or outside of the 54 bits in use.
type board uint64

// squares holds the fifty bits in use.
const squares board = 0x3ff | 0x3ff<<11 | 0x3ff<<22 | 0x3ff<<33 | 0x3ff<<44

// The shifts of the two steps down the board; up the board they go the other way.
const (
	shiftLeft  = 5
	shiftRight = 6
)

// forwardShifts are the rotations to the left by which a side's men step.
var forwardShifts = [2][2]int{White: {-shiftRight, -shiftLeft}, Black: {shiftLeft, shiftRight}}

// pad returns b in the padded layout.
func pad(b Bitboard) board {
	return board(b&0x3ff | b&(0x3ff<<10)<<1 | b&(0x3ff<<20)<<2 | b&(0x3ff<<30)<<3 | b&(0x3ff<<40)<<4)
}

// dense returns b with bit 0 for square 1 and bit 49 for square 50.
func (b board) dense() Bitboard {
	return Bitboard(b&0x3ff | b>>1&(0x3ff<<10) | b>>2&(0x3ff<<20) | b>>3&(0x3ff<<30) | b>>4&(0x3ff<<40))
}

// turned returns b on the board turned by 180 degrees: bit i becomes bit 53-i.
func (b board) turned() board { return board(bits.Reverse64(uint64(b)) >> 10) }

// crownRow holds the squares on which a side's men promote.
var crownRow = [2]board{White: pad(whiteCrown), Black: pad(blackCrown)}

// bitOf and squareOf translate single squares.
var (
	bitOf    [51]board
	squareOf [64]Square
)

// lines[d][i] holds the squares from bit i in direction d to the edge.
var lines [4][64]board

func init() {
	for s := Square(1); s <= 50; s++ {
		bitOf[s] = pad(s.Bit())
		squareOf[bitOf[s].index()] = s
	}
	for s := Square(1); s <= 50; s++ {
		for d := upLeft; d <= downRight; d++ {
			for to := next[d][s]; to != NoSquare; to = next[d][to] {
				lines[d][bitOf[s].index()] |= bitOf[to]
			}
		}
	}
}

// index returns the position of b's lowest bit.
func (b board) index() int { return bits.TrailingZeros64(uint64(b)) & 63 }

// count returns how many squares b holds.
func (b board) count() int { return bits.OnesCount64(uint64(b)) }

// lowest returns the set of b's lowest square alone, or of none.
func (b board) lowest() board { return b & -b }

// highest returns the set of b's highest square alone, or of none.
func (b board) highest() board { return 1 << bits.Len64(uint64(b)) >> 1 }

// rotated returns b rotated to the left, or to the right for a negative number.
func (b board) rotated(by int) board { return board(bits.RotateLeft64(uint64(b), by)) }

// reach returns the part of the line from bit i in direction d that lies before
// the first occupied square.
func reach(d direction, i int, occupied board) board {
	line := lines[d][i]
	blockers := line & occupied
	if d >= downLeft {
		return line & (blockers.lowest() - 1)
	}
	return line &^ (1<<bits.Len64(uint64(blockers)) - 1)
}
