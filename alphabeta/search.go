package alphabeta

import (
	"math"
	"sync/atomic"

	"drafthorse/endgame"
	"drafthorse/net"
	"drafthorse/rules"
)

// MaxDepth is the largest depth of a search.
const MaxDepth = maxPly

// maxPly is how far below the root a search looks at the most. A node there is
// valued as it is.
const maxPly = 120

// worker is a search on one goroutine.
type worker struct {
	shared *shared
	game   *rules.Game
	line   *net.Line
	order  order

	candidates []candidate // a stack of the line's
	keys       [maxPly + 1]uint64
	best       [maxPly + 1][]rules.Move // the best line from each ply on

	nodes   uint64
	patient bool // the first iteration: a limit does not stop it but hurries it
	hurried bool // a limit has been reached: captures pending are no longer played out
	stopped bool
}

// shared is what the workers of a search have in common.
type shared struct {
	off    Technique
	table  *Table
	tables *endgame.Tables // may be nil
	limits Limits
	nodes  atomic.Uint64 // of all workers, now and then
	halt   atomic.Bool
}

// lookEvery is how many nodes a worker makes between two looks at the limits.
const lookEvery = 1024

// enter counts a node and reports whether the search goes on.
func (w *worker) enter() bool {
	w.nodes++
	if w.nodes%lookEvery == 0 {
		s := w.shared
		n := s.nodes.Add(lookEvery)
		if l := s.limits; l.Nodes > 0 && n >= l.Nodes || l.Stop != nil && l.Stop() {
			s.halt.Store(true)
		}
		w.hurried = s.halt.Load()
		w.stopped = w.hurried && !w.patient
	}
	return !w.stopped
}

// push and pop move on the board and on the line.
func (w *worker) push(m rules.Move) {
	w.game.Push(m)
	w.line.Push(w.game.Position())
}

func (w *worker) pop() {
	w.game.Pop()
	w.line.Pop()
}

// node returns the score of the game's position, exact if it is between alpha and
// beta and a bound otherwise (fail-soft). It leaves the best line in w.best[ply].
// After a stop its result means nothing.
func (w *worker) node(depth int, alpha, beta Score, ply int) Score {
	w.best[ply] = w.best[ply][:0]
	if !w.enter() {
		return 0
	}
	moves := w.game.Moves()
	if len(moves) == 0 {
		return -WinIn(ply)
	}
	p, draws := w.game.Position(), w.game.Draws()
	w.keys[ply] = p.Hash()
	if w.drawn(draws, ply) {
		return 0
	}
	if s, ok := w.proven(&p, draws, ply); ok {
		return s
	}
	quiet := !moves[0].IsCapture()
	final := quiet && (len(moves) > 1 || w.shared.off&Forced != 0)
	if ply == maxPly || depth <= 0 && (final || w.hurried) {
		return scoreOf(w.line.Evaluate(draws))
	}
	// No line from here is won or lost sooner than this.
	alpha, beta = max(alpha, -WinIn(ply)), min(beta, WinIn(ply+1))
	if alpha >= beta {
		return alpha
	}
	if len(moves) == 1 && w.shared.off&Forced == 0 {
		return w.follow(moves[0], depth, alpha, beta, ply)
	}
	key := tableKey(w.keys[ply], draws)
	known := entry{move: noMove}
	if depth > 0 && w.shared.off&Transpositions == 0 {
		known = w.shared.table.find(key)
		if s := known.score.atRoot(ply); known.bound != none && known.depth >= depth && beta-alpha == 1 {
			switch {
			case known.bound == exact, known.bound == lower && s >= beta, known.bound == upper && s <= alpha:
				return s
			}
		}
	}
	return w.expand(key, known.move, depth, alpha, beta, ply)
}

// follow is node for a position with one legal move, which costs no depth.
func (w *worker) follow(m rules.Move, depth int, alpha, beta Score, ply int) Score {
	w.push(m)
	s := -w.node(depth, -beta, -alpha, ply+1)
	w.pop()
	w.best[ply] = append(append(w.best[ply][:0], m), w.best[ply+1]...)
	return s
}

// expand is node where every move is to be looked at.
func (w *worker) expand(key uint64, first, depth int, alpha, beta Score, ply int) Score {
	turn := w.game.Position().Turn()
	base := len(w.candidates)
	w.candidates = w.order.appendRanked(w.candidates, w.game.Moves(), first, turn, w.shared.off)
	list := w.candidates[base:]
	defer func() { w.candidates = w.candidates[:base] }()
	quiet := !list[0].move.IsCapture()

	best, bestIndex, floor := -infinite, noMove, alpha
	for i := range list {
		promote(list[i:])
		c := list[i]
		w.push(c.move)
		var s Score
		if i == 0 {
			s = -w.node(depth-1, -beta, -floor, ply+1)
		} else {
			less := 0
			if quiet && depth > 0 && w.shared.off&Reductions == 0 {
				less = reductions[min(depth, maxPly)][min(i, 63)]
			}
			s = -w.node(depth-1-less, -floor-1, -floor, ply+1)
			if s > floor && less > 0 {
				s = -w.node(depth-1, -floor-1, -floor, ply+1)
			}
			if s > floor && s < beta {
				s = -w.node(depth-1, -beta, -floor, ply+1)
			}
		}
		w.pop()
		if w.stopped {
			return 0
		}
		if s > best {
			best, bestIndex = s, c.index
			if s > floor {
				floor = s
				w.best[ply] = append(append(w.best[ply][:0], c.move), w.best[ply+1]...)
			}
		}
		if best >= beta {
			if quiet {
				w.order.cut(list[:i+1], turn, max(depth, 1))
			}
			break
		}
	}
	if depth > 0 {
		b := exact
		if best >= beta {
			b = lower
		} else if best <= alpha {
			b, bestIndex = upper, noMove
		}
		w.shared.table.keep(key, entry{best.atNode(ply), min(depth, 255), min(bestIndex, noMove), b})
	}
	return best
}

// reductions holds by how much less deeply the i-th move, from 0, of a quiet
// position is looked at first: more where more plies are left and where more moves
// were tried before it.
var reductions = func() (table [maxPly + 1][64]int) {
	for depth := range table {
		for i := range table[depth] {
			if depth > 1 && i > 0 {
				table[depth][i] = int(0.5 + math.Log(float64(depth))*math.Log(float64(i+1))/1.7)
			}
		}
	}
	return table
}()

// drawn reports whether the game's position is a draw: by the rules, or because
// it has stood before within the search.
func (w *worker) drawn(d rules.DrawCounters, ply int) bool {
	if d.Repetitions >= 2 || d.Quiet >= rules.QuietLimit || d.Sixteen >= rules.SixteenLimit || d.Five >= rules.FiveLimit {
		return true
	}
	if d.Repetitions > 0 {
		for back := 2; back <= ply; back += 2 {
			if w.keys[ply-back] == w.keys[ply] {
				return true
			}
		}
	}
	return false
}

// proven returns what the endgame tables know of a position so many plies below
// the root.
func (w *worker) proven(p *rules.Position, d rules.DrawCounters, ply int) (Score, bool) {
	if w.shared.tables == nil {
		return 0, false
	}
	points, plies, known := w.shared.tables.Prove(p, d)
	return Score(points) * WinIn(ply+plies), known
}

// tableKey returns the table's key of a position with that hash: the same board is
// worth less when a draw is near.
func tableKey(hash uint64, d rules.DrawCounters) uint64 {
	x := uint64(d.Key()) * 0x9e3779b97f4a7c15
	return hash ^ x ^ x>>29
}
