package endgame

import (
	"iter"
	"math/bits"

	"drafthorse/rules"
)

// rays[s] lists, in the four directions, the squares that lie in a line from s,
// as bit numbers; the last two directions lead down the board.
var rays = func() (all [50][4][]uint8) {
	for s := range all {
		for d, step := range [4][2]int{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
			row := s / 5
			column := s%5*2 + 1 - row%2
			for {
				row, column = row+step[0], column+step[1]
				if row < 0 || row > 9 || column < 0 || column > 9 {
					break
				}
				all[s][d] = append(all[s][d], uint8(row*5+column/2))
			}
		}
	}
	return all
}()

// predecessors yields the numbers, in the space before, of the positions from
// which a quiet move that makes no king leads to p, which is in before's turned
// class with White to move. Some of them may have a capture instead.
func predecessors(before *space, p *rules.Pieces) iter.Seq[int] {
	return func(yield func(int) bool) {
		q := rules.Pieces{
			WhiteMen: p.BlackMen.Turned(), WhiteKings: p.BlackKings.Turned(),
			BlackMen: p.WhiteMen.Turned(), BlackKings: p.WhiteKings.Turned(),
		}
		occupied := q.WhiteMen | q.WhiteKings | q.BlackMen | q.BlackKings
		ofMen := before.opponentKings * before.ownKings
		men, kings := rank(q.WhiteMen>>5)*ofMen, rank(q.WhiteKings)
		rest := before.index(&q) - men - kings
		for left := q.WhiteMen; left != 0; left &= left - 1 {
			s := bits.TrailingZeros64(uint64(left))
			for _, ray := range rays[s][2:] {
				if len(ray) > 0 && occupied>>ray[0]&1 == 0 {
					if !yield(rest + kings + rank((q.WhiteMen^1<<s|1<<ray[0])>>5)*ofMen) {
						return
					}
				}
			}
		}
		for left := q.WhiteKings; left != 0; left &= left - 1 {
			s := bits.TrailingZeros64(uint64(left))
			for _, ray := range rays[s] {
				for _, from := range ray {
					if occupied>>from&1 != 0 {
						break
					}
					if !yield(rest + men + rank(q.WhiteKings^1<<s|1<<from)) {
						return
					}
				}
			}
		}
	}
}
