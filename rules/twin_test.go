package rules

import "slices"

// The generator here is the simple one: squares, steps and recursion, nothing
// found for two pieces at once. It is what the fast one has to agree with.

func twinMoves(p Position) []Move {
	t := twin{us: p.Side(p.Turn()), men: p.Men(p.Turn()), kings: p.Kings(p.Turn()), enemy: p.Side(p.Turn().Opponent())}
	t.empty = Board &^ (t.us | t.enemy)
	if t.captures(); len(t.moves) == 0 {
		t.quiet(p.Turn())
	}
	return t.moves
}

type twin struct {
	us, men, kings, enemy, empty Bitboard

	moves []Move
	most  int // pieces taken by the captures kept
	from  Square
}

func (t *twin) quiet(us Color) {
	for from := range t.men.Squares() {
		for _, d := range forward[us] {
			if to := next[d][from]; to != NoSquare && t.empty.Has(to) {
				t.moves = append(t.moves, Move{From: from, To: to})
			}
		}
	}
	for from := range t.kings.Squares() {
		for d := upLeft; d <= downRight; d++ {
			for to := next[d][from]; to != NoSquare && t.empty.Has(to); to = next[d][to] {
				t.moves = append(t.moves, Move{From: from, To: to})
			}
		}
	}
}

func (t *twin) captures() {
	for t.from = range t.us.Squares() {
		t.empty |= t.from.Bit()
		if t.men.Has(t.from) {
			t.man(t.from, 0, 0)
		} else {
			t.king(t.from, 0, 0)
		}
		t.empty &^= t.from.Bit()
	}
}

// man follows the jumps of a man that stands on at and has taken the pieces in
// captured, which stay on the board as obstacles until the move is over.
func (t *twin) man(at Square, captured Bitboard, count int) {
	if count > 0 {
		t.add(at, captured, count)
	}
	for d := upLeft; d <= downRight; d++ {
		victim := next[d][at]
		if victim == NoSquare || !(t.enemy &^ captured).Has(victim) {
			continue
		}
		if to := next[d][victim]; to != NoSquare && t.empty.Has(to) {
			t.man(to, captured|victim.Bit(), count+1)
		}
	}
}

// king is man for a king, which reaches its victim over empty squares and may
// land on any empty square behind it.
func (t *twin) king(at Square, captured Bitboard, count int) {
	if count > 0 {
		t.add(at, captured, count)
	}
	for d := upLeft; d <= downRight; d++ {
		victim := next[d][at]
		for victim != NoSquare && t.empty.Has(victim) {
			victim = next[d][victim]
		}
		if victim == NoSquare || !(t.enemy &^ captured).Has(victim) {
			continue
		}
		for to := next[d][victim]; to != NoSquare && t.empty.Has(to); to = next[d][to] {
			t.king(to, captured|victim.Bit(), count+1)
		}
	}
}

// add keeps a capture if it takes the most so far. It is called at every
// landing; the majority rule throws out those that could have gone on.
func (t *twin) add(to Square, captured Bitboard, count int) {
	if count > t.most {
		t.most = count
		t.moves = nil
	}
	m := Move{From: t.from, To: to, Captured: captured}
	if count == t.most && !slices.Contains(t.moves, m) {
		t.moves = append(t.moves, m)
	}
}

// forward holds each side's two directions of a quiet man's step.
var forward = [2][2]direction{White: {upLeft, upRight}, Black: {downLeft, downRight}}
