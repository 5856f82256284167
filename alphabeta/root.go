package alphabeta

import (
	"slices"

	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/parallel"
	"drafthorse/rules"
)

// Config says how a [Searcher] searches.
type Config struct {
	Threads int       // goroutines, 1 or more
	Without Technique // what is left out, for comparisons
}

// Limits end a search, whichever comes first; a zero limits nothing. The first
// ply is searched in any case, but what is left of it when a limit is reached is
// valued without playing captures out: with many kings they can take minutes.
type Limits struct {
	Depth  int         // plies, up to maxPly
	Nodes  uint64      // of all threads together, to within a few thousand
	Stop   func() bool // asked now and then by every thread, for a clock
	Enough func() bool // asked by every thread before it searches a ply deeper

	Moves []rules.Move // at the root, those to look at; nil is all
	Exact int          // how many of the best get their exact score; 0 is 1

	// Each, if it is not nil, is told after each whole iteration what the search has
	// found so far; the moves have no evaluations yet. It must not keep them.
	Each func(Result)
}

// Result is what a search has found, in its last whole iteration.
type Result struct {
	Depth int    // plies searched
	Nodes uint64 // of all threads
	Moves []Move // at the root, best first; no score is above that of the first, which is exact

	// Best is the move to play. It is the first of Moves, or what an iteration that a
	// limit has cut short found to be better a ply deeper. That the others are worse at
	// that depth was not looked at, so its score does not compare with those of Moves.
	Best Move
}

// Move is a move at the root.
type Move struct {
	Move  rules.Move
	Score Score        // for the side that makes it
	Exact bool         // else the score is the most that the move can be worth
	Line  []rules.Move // expected from here on, the move itself first
	// Evaluation is the network's at the end of the line, for the side that makes
	// the move, or certain where the score is proven.
	Evaluation mcts.Evaluation
}

// Searcher searches games one after another and remembers what it has learned.
type Searcher struct {
	config  Config
	tables  *endgame.Tables
	table   *Table
	workers []*worker
}

// NewSearcher returns a searcher with the network, which must not change from
// then on, the endgame tables, which may be nil, and the table, which other
// searchers with the same network may share.
func NewSearcher(c Config, n *net.Network, tables *endgame.Tables, table *Table) *Searcher {
	s := &Searcher{config: c, tables: tables, table: table}
	for range max(1, c.Threads) {
		s.workers = append(s.workers, &worker{line: net.NewLine(n)})
	}
	return s
}

// Forget makes s forget what it has learned.
func (s *Searcher) Forget() {
	s.table.Forget()
	for _, w := range s.workers {
		w.order = order{}
	}
}

// Search searches g's position, which has a legal move, and leaves g as it was.
// The same searches one after another on one thread, without a Stop, have the
// same results.
func (s *Searcher) Search(g *rules.Game, l Limits) Result {
	shared := &shared{off: s.config.Without, table: s.table, tables: s.tables, limits: l}
	s.table.grow()
	for i, w := range s.workers {
		game := g
		if i > 0 {
			game = again(g)
		}
		w.begin(shared, game)
	}
	var result Result
	parallel.Each(len(s.workers), len(s.workers), func(i int) {
		w := s.workers[i]
		if i > 0 {
			w.help(1 + i%2)
			return
		}
		result = w.iterate(l.Each)
		shared.halt.Store(true)
	})
	for _, w := range s.workers {
		result.Nodes += w.nodes
	}
	return result
}

// again returns a game of the same moves as g.
func again(g *rules.Game) *rules.Game {
	other := rules.NewGame(g.Start())
	for _, m := range g.Played() {
		other.Push(m)
	}
	return other
}

// begin prepares w for a search of g.
func (w *worker) begin(s *shared, g *rules.Game) {
	w.shared, w.game = s, g
	w.order.grow()
	w.nodes, w.patient, w.hurried, w.stopped = 0, false, false, false
	w.candidates = w.candidates[:0]
	w.line.Reset()
	w.line.Push(g.Position())
	w.keys[0] = g.Position().Hash()
}

// deepest returns the depth of the last iteration.
func (l *Limits) deepest() int {
	if l.Depth > 0 {
		return min(l.Depth, maxPly)
	}
	return maxPly
}

// firstList returns the root's moves that are to be looked at, in their order, and of
// how many the exact score is wanted.
func (w *worker) firstList() (list []Move, exact int) {
	moves := w.shared.limits.Moves
	if moves == nil {
		moves = w.game.Moves()
	}
	list = make([]Move, 0, len(moves))
	for _, m := range moves {
		list = append(list, Move{Move: m})
	}
	return list, min(max(1, w.shared.limits.Exact), len(list))
}

// iterate searches deeper and deeper until a limit ends it or nothing is left to
// find. It returns the last whole iteration and the move to play, and tells each of
// all of them unless it is nil.
func (w *worker) iterate(each func(Result)) Result {
	list, exact := w.firstList()
	var result Result
	for depth := 1; depth <= w.shared.limits.deepest(); depth++ {
		w.patient = depth == 1
		next := w.iteration(list, depth, exact)
		if w.stopped {
			if len(next) > 0 && exact == 1 {
				result.Best = next[0]
			}
			break
		}
		result.Depth, result.Moves, result.Best, list = depth, next, next[0], next
		if each != nil {
			each(Result{depth, w.shared.nodes.Load() + w.nodes%lookEvery, next, next[0]})
		}
		if w.hurried || settled(list[:exact], depth) {
			break
		}
		if enough := w.shared.limits.Enough; enough != nil && enough() {
			break
		}
	}
	for i := range result.Moves {
		w.look(&result.Moves[i])
	}
	w.look(&result.Best)
	return result
}

// help searches deeper and deeper, from the given depth on but no deeper than the
// limit, until the search has ended. What it finds goes into the table.
func (w *worker) help(depth int) {
	list, exact := w.firstList()
	most := w.shared.limits.deepest()
	for depth = min(depth, most); depth <= most; depth++ {
		next := w.iteration(list, depth, exact)
		if w.stopped || settled(next[:exact], depth) {
			return
		}
		if enough := w.shared.limits.Enough; enough != nil && enough() {
			return
		}
		list = next
	}
}

// settled reports whether a deeper search can find nothing new: the moves' scores
// are proven within the depth that has been searched.
func settled(list []Move, depth int) bool {
	for _, m := range list {
		if plies, ok := m.Score.Proven(); !ok || plies > depth {
			return false
		}
	}
	return true
}

// iteration searches the root's moves to the depth in the order given and returns
// them, best first; as many as asked for have exact scores. After a stop it
// returns those that it has looked at.
func (w *worker) iteration(list []Move, depth, exact int) []Move {
	done := make([]Move, 0, len(list))
	for i, m := range list {
		floor := -infinite // of what is of interest
		if len(done) >= exact {
			floor = done[exact-1].Score
		}
		score := w.rootMove(m, depth, floor, i < exact)
		if w.stopped {
			return done
		}
		m.Score, m.Exact = score, score > floor
		m.Line = append(append(make([]rules.Move, 0, 1+len(w.best[1])), m.Move), w.best[1]...)
		at := len(done)
		if m.Exact {
			at = slices.IndexFunc(done, func(d Move) bool { return d.Score < score })
			if at < 0 {
				at = len(done)
			}
		}
		done = slices.Insert(done, at, m)
	}
	return done
}

// aspire is by how much the window of an iteration is wider than the score of the
// last one to begin with.
const aspire Score = 150

// rootMove returns the score of the root's move m: exact if it is above the
// floor. Where it is expected to be, the search begins with a window about its
// last score.
func (w *worker) rootMove(m Move, depth int, floor Score, expected bool) Score {
	w.push(m.Move)
	defer w.pop()
	if !expected {
		s := -w.node(depth-1, -floor-1, -floor, 1)
		if s > floor {
			s = -w.node(depth-1, -infinite, -floor, 1)
		}
		return s
	}
	low, high := floor, infinite
	if depth > 3 && w.shared.off&Aspiration == 0 {
		low, high = max(floor, m.Score-aspire), m.Score+aspire
	}
	for width := 4 * aspire; ; width *= 4 {
		s := -w.node(depth-1, -high, -low, 1)
		switch {
		case w.stopped:
			return s
		case s <= low && low > floor:
			low = max(floor, s-width)
		case s >= high && high < infinite:
			high = min(infinite, s+width)
		default:
			return s
		}
	}
}

// look plays m's line and sets the evaluation at its end.
func (w *worker) look(m *Move) {
	for _, move := range m.Line {
		w.push(move)
	}
	plies := len(m.Line)
	p, draws := w.game.Position(), w.game.Draws()
	var e mcts.Evaluation
	if _, ok := m.Score.Proven(); ok {
		e = mcts.Evaluation{Win: 1}
		if m.Score < 0 {
			e = e.Turned()
		}
	} else if s, known := w.proven(&p, draws, plies); known && s == 0 || draws.Repetitions > 0 || w.game.Outcome().Result != rules.Undecided {
		e = mcts.Evaluation{Draw: 1}
	} else if e = w.line.Evaluate(draws); plies%2 == 1 {
		e = e.Turned()
	}
	m.Evaluation = e
	for range m.Line {
		w.pop()
	}
}
