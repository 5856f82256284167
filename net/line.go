package net

import (
	"drafthorse/mcts"
	"drafthorse/net/internal/kernel"
	"drafthorse/rules"
)

// Line evaluates the positions along a line of moves, values only. It keeps the
// first layer's sums of the line's positions. Those of a position come from those
// two plies before, where the same side was to move: only the squares that have
// changed since count ("efficiently updatable", Nasu, "Efficiently updatable
// neural-network-based evaluation functions for computer shogi", 2018). A line
// allocates only where it grows longer than ever before. It is for one goroutine;
// any number of them may share the network.
type Line struct {
	verdict
	plies []view // the line, and what earlier lines have left behind it
	end   int    // of the line

	added   []uint16
	removed []uint16
	draws   []uint16
}

// view is a position as its side to move sees it, with the first layer's sums
// but for the inputs of the draw rules.
type view struct {
	position rules.Position
	known    bool // pieces and sums are the position's
	pieces   rules.Pieces
	sums     []float32 // [Width], before ReLU
}

// NewLine returns an empty line that evaluates with n, which must not change
// from then on.
func NewLine(n *Network) *Line {
	return &Line{verdict: newVerdict(n)}
}

// Reset empties l.
func (l *Line) Reset() { l.end = 0 }

// Push appends the position after one more move, or the line's first.
func (l *Line) Push(p rules.Position) {
	if l.end == len(l.plies) {
		l.plies = append(l.plies, view{sums: make([]float32, l.net.Width)})
	}
	l.plies[l.end].position, l.plies[l.end].known = p, false
	l.end++
}

// Pop takes back the last Push.
func (l *Line) Pop() { l.end-- }

// Evaluate evaluates the line's last position with its draw counters, as
// [Evaluator.Evaluate] does but for rounding.
func (l *Line) Evaluate(draws rules.DrawCounters) mcts.Evaluation {
	v := l.look(l.end - 1)
	l.draws = appendDraws(l.draws[:0], draws)
	kernel.SumRows(l.first, v.sums, l.net.Input, l.draws)
	return l.give()
}

// look returns the i-th position's view, known.
func (l *Line) look(i int) *view {
	v := &l.plies[i]
	if v.known {
		return v
	}
	from := view{sums: l.net.InputBias} // the empty board
	if i >= 2 {
		from = *l.look(i - 2)
	}
	v.known, v.pieces = true, turnedPieces(&v.position)
	l.added, l.removed = l.added[:0], l.removed[:0]
	step := func(base uint16, was, is rules.Bitboard) {
		l.added = appendSquares(l.added, base, is&^was)
		l.removed = appendSquares(l.removed, base, was&^is)
	}
	step(ownMen, from.pieces.WhiteMen, v.pieces.WhiteMen)
	step(ownKings, from.pieces.WhiteKings, v.pieces.WhiteKings)
	step(opponentMen, from.pieces.BlackMen, v.pieces.BlackMen)
	step(opponentKings, from.pieces.BlackKings, v.pieces.BlackKings)
	kernel.Update(v.sums, from.sums, l.net.Input, l.added, l.removed)
	return v
}
