package endgame

import (
	"fmt"
	"iter"
	"math/bits"

	"drafthorse/rules"
)

// Class is the material of a position: how many men and kings the side to move
// (own) and the other side (opponent) have.
type Class struct{ OwnMen, OwnKings, OpponentMen, OpponentKings int }

// Classes returns the classes with the given number of pieces in all, at least
// one on each side, in an order in which each comes after those that its moves
// lead to, save for its own [Class.Turned].
func Classes(pieces int) []Class {
	var all []Class
	for men := 0; men <= pieces; men++ {
		for own := 1; own < pieces; own++ {
			for ownMen := max(0, men-(pieces-own)); ownMen <= min(own, men); ownMen++ {
				all = append(all, Class{ownMen, own - ownMen, men - ownMen, pieces - own - (men - ownMen)})
			}
		}
	}
	return all
}

// classOf returns the class of p with White to move.
func classOf(p *rules.Pieces) Class {
	return Class{p.WhiteMen.Count(), p.WhiteKings.Count(), p.BlackMen.Count(), p.BlackKings.Count()}
}

// Pieces returns how many pieces there are in all.
func (c Class) Pieces() int { return c.OwnMen + c.OwnKings + c.OpponentMen + c.OpponentKings }

// Turned returns the class as the other side sees it.
func (c Class) Turned() Class { return Class{c.OpponentMen, c.OpponentKings, c.OwnMen, c.OwnKings} }

// Promotions returns the classes, as the other side sees them, that a promotion
// of the side to move leads to: none or one.
func (c Class) Promotions() []Class {
	if c.OwnMen == 0 {
		return nil
	}
	return []Class{Class{c.OwnMen - 1, c.OwnKings + 1, c.OpponentMen, c.OpponentKings}.Turned()}
}

// Size returns how many numbers the class's table has, a few more than it has
// positions.
func (c Class) Size() int {
	s := newSpace(c)
	return s.size()
}

// String returns the material as in "1m2k-1k": one man and two kings to move
// against a king.
func (c Class) String() string {
	side := func(men, kings int) string {
		switch {
		case men == 0:
			return fmt.Sprintf("%dk", kings)
		case kings == 0:
			return fmt.Sprintf("%dm", men)
		}
		return fmt.Sprintf("%dm%dk", men, kings)
	}
	return side(c.OwnMen, c.OwnKings) + "-" + side(c.OpponentMen, c.OpponentKings)
}

// The squares on which men can stand: White's never on the first row, Black's
// never on the last.
const manSquares = 45

// choose[k][n] is the number of ways to choose k things out of n.
var choose = func() (c [MaxPieces + 1][51]int) {
	for n := range c[0] {
		c[0][n] = 1
		for k := 1; k <= min(n, MaxPieces); k++ {
			c[k][n] = c[k][n-1] + c[k-1][n-1]
		}
	}
	return c
}()

// rank numbers the sets of as many squares as b has, in colexicographic order.
func rank(b rules.Bitboard) int {
	n := 0
	for k := 1; b != 0; k++ {
		n += choose[k][bits.TrailingZeros64(uint64(b))]
		b &= b - 1
	}
	return n
}

// unrank returns the set of k squares with the number n.
func unrank(n, k int) rules.Bitboard {
	var b rules.Bitboard
	for s := 49; k > 0; s-- {
		if choose[k][s] <= n {
			b |= 1 << s
			n -= choose[k][s]
			k--
		}
	}
	return b
}

// successor returns the set that comes after b, which must not be empty, in
// colexicographic order among the sets of as many squares.
func successor(b rules.Bitboard) rules.Bitboard {
	low := b & -b
	up := b + low
	return up | (b^up)/low>>2
}

// space numbers the positions of a class with White to move. The number is made
// of the ranks of the four sets of squares, White's kings varying fastest, so
// sets that overlap have numbers too, to which no position belongs.
type space struct {
	class Class
	// How many sets there are of each kind.
	ownMen, ownKings, opponentMen, opponentKings int
}

func newSpace(c Class) space {
	return space{
		class:         c,
		ownMen:        choose[c.OwnMen][manSquares],
		ownKings:      choose[c.OwnKings][50],
		opponentMen:   choose[c.OpponentMen][manSquares],
		opponentKings: choose[c.OpponentKings][50],
	}
}

// size returns how many numbers there are.
func (s *space) size() int { return s.ownMen * s.opponentMen * s.ownKings * s.opponentKings }

// index returns the number of the position p with White to move.
func (s *space) index(p *rules.Pieces) int {
	return ((rank(p.BlackMen)*s.ownMen+rank(p.WhiteMen>>5))*s.opponentKings+
		rank(p.BlackKings))*s.ownKings + rank(p.WhiteKings)
}

// pieces returns the sets with the given number, which may overlap.
func (s *space) pieces(index int) rules.Pieces {
	var p rules.Pieces
	p.WhiteKings = unrank(index%s.ownKings, s.class.OwnKings)
	index /= s.ownKings
	p.BlackKings = unrank(index%s.opponentKings, s.class.OpponentKings)
	index /= s.opponentKings
	p.WhiteMen = unrank(index%s.ownMen, s.class.OwnMen) << 5
	p.BlackMen = unrank(index/s.ownMen, s.class.OpponentMen)
	return p
}

// overlap reports whether two of the sets share a square.
func overlap(p *rules.Pieces) bool {
	return p.WhiteMen&p.WhiteKings|(p.WhiteMen|p.WhiteKings)&(p.BlackMen|p.BlackKings)|p.BlackMen&p.BlackKings != 0
}

// between yields the numbers from..to-1 and their sets, those that overlap left
// out.
func (s *space) between(from, to int) iter.Seq2[int, *rules.Pieces] {
	return func(yield func(int, *rules.Pieces) bool) {
		p := s.pieces(from)
		for i := from; i < to; {
			if !overlap(&p) && !yield(i, &p) {
				return
			}
			if i++; i%s.ownKings != 0 {
				p.WhiteKings = successor(p.WhiteKings)
			} else if i < to {
				p = s.pieces(i)
			}
		}
	}
}

// All yields the positions of c with White to move.
func (c Class) All() iter.Seq[rules.Position] {
	return func(yield func(rules.Position) bool) {
		s := newSpace(c)
		for _, pieces := range s.between(0, s.size()) {
			if !yield(position(pieces)) {
				return
			}
		}
	}
}

// position returns the position with White to move.
func position(p *rules.Pieces) rules.Position {
	at, err := rules.NewPosition(*p, rules.White)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return at
}
