package mcts

import (
	"fmt"
	"math"

	"drafthorse/rules"
)

// Config holds the numbers of the search.
type Config struct {
	// CPUCT weighs the prior against the value. Values are expected scores in
	// [0, 1], so the same number explores twice as much as with values in [-1, 1].
	CPUCT float32 `toml:"cpuct"`
	// FPUReduction lowers the value assumed for an edge without visits below its
	// node's value, by this much times the square root of the prior already
	// visited (first-play urgency; Wu, "Accelerating self-play learning in Go",
	// 2019, appendix A).
	FPUReduction float32 `toml:"fpu_reduction"`
	// PriorPower is the power to which a node's priors are raised before they are
	// made to add up to 1 again: 1 leaves them as they are, less flattens them, so
	// that the search looks wider. It is the inverse of a softmax temperature
	// (Hinton et al., "Distilling the knowledge in a neural network", 2015, section
	// 2). It is for playing with a net that has learned.
	PriorPower float32 `toml:"-"`
	// NoiseWeight is the share of Dirichlet noise in the root's priors where
	// noise is asked for, in [0, 1].
	NoiseWeight float32 `toml:"noise_weight"`
	// NoiseTotal is the sum of the Dirichlet distribution's parameters, spread
	// evenly over the legal moves.
	NoiseTotal float64 `toml:"noise_total"`
}

// DefaultConfig returns the numbers in use.
func DefaultConfig() Config {
	return Config{
		CPUCT: 0.6, FPUReduction: 0.1, PriorPower: 1,
		NoiseWeight: 0.25, NoiseTotal: 10,
	}
}

// ForPlay returns c with the numbers for playing and judging as well as a net can,
// where nothing is to be learned from the search: flat priors look wider, and moves
// without visits are taken to be as good as the others.
func (c Config) ForPlay() Config {
	c.FPUReduction, c.PriorPower = 0, 0.5
	return c
}

// Validate refuses numbers that no search can use.
func (c Config) Validate() error {
	switch {
	case !(c.CPUCT > 0 && c.CPUCT <= 100):
		return fmt.Errorf("cpuct is %v: want more than 0 and at most 100", c.CPUCT)
	case !(c.FPUReduction >= 0 && c.FPUReduction <= 1):
		return fmt.Errorf("fpu_reduction is %v: want 0 to 1", c.FPUReduction)
	case !(c.PriorPower > 0 && c.PriorPower <= 10):
		return fmt.Errorf("prior_power is %v: want more than 0 and at most 10", c.PriorPower)
	case !(c.NoiseWeight >= 0 && c.NoiseWeight <= 1):
		return fmt.Errorf("noise_weight is %v: want 0 to 1", c.NoiseWeight)
	case !(c.NoiseTotal > 0 && c.NoiseTotal <= 1e4):
		return fmt.Errorf("noise_total is %v: want more than 0 and at most 10000", c.NoiseTotal)
	}
	return nil
}

const (
	root   = 0  // index of the root node
	noNode = -1 // an edge's child before it is first visited, or if it is proven by itself
)

// node is a position in the tree.
type node struct {
	evaluation Evaluation // by the Evaluator
	first      int32      // index of the first edge
	edges      int32      // number of edges
}

// edge is a legal move of a node, with what the visits through it found, as
// the side that makes the move sees it. The move itself stands apart: choosing
// among edges, which is what a visit reads most memory for, has no use for it.
type edge struct {
	prior  float32
	child  int32
	visits int32
	win    float32 // sums over the visits; what they lack to visits is loss
	draw   float32
	proof  Proof
}

// score returns the mean expected score of the edge's visits.
func (e *edge) score() float32 { return (e.win + e.draw/2) / float32(e.visits) }

// arenas hold the nodes of a tree and their edges. A node's edges stand in the
// order of its moves.
type arenas struct {
	nodes arena[node]
	edges arena[edge]
	moves arena[rules.Move] // of the edges, at the same indices
}

func (a *arenas) clear() {
	a.nodes.clear()
	a.edges.clear()
	a.moves.clear()
}

func (a *arenas) edgesOf(n int32) []edge {
	at := a.nodes.at(n)
	return a.edges.run(at.first, at.edges)
}

func (a *arenas) movesOf(n int32) []rules.Move {
	at := a.nodes.at(n)
	return a.moves.run(at.first, at.edges)
}

// Tree is a search tree over the game at its root.
type Tree struct {
	config Config
	walker // alone, on the game at the root

	arenas
	spare arenas // into which Play copies the subtree it keeps

	rootPriors []float32 // the root's priors without noise
	proof      Proof     // of the root
	visits     int       // through the root's edges
}

// NewTree returns a tree that asks e, and prove, which may be nil. Give it a
// game by Reset before its use.
func NewTree(c Config, e Evaluator, prove Prover) *Tree {
	return &Tree{config: c, walker: walker{judge: newJudge(c, e, prove)}}
}

// Reset empties the tree and sets it on g, which must not be at its end. The
// tree uses g from then on: it moves on it during a search and puts it back.
func (t *Tree) Reset(g *rules.Game) {
	t.game = g
	t.clear()
	t.plant()
}

// Game returns the game at the root.
func (t *Tree) Game() *rules.Game { return t.game }

// plant makes the root of an empty tree.
func (t *Tree) plant() {
	o := t.game.Outcome()
	if len(t.game.Moves()) == 0 {
		panic(fmt.Sprintf("BUG: search of a finished game (%v)", o.Rule))
	}
	t.expand(t.game.Moves())
	t.judgeRoot()
	t.proof = Proof{}
	if o.Result == rules.Undecided {
		t.proof = t.ask()
	}
	t.enthrone()
}

func (t *Tree) judgeRoot() {
	v, priors := t.evaluate()
	t.fill(root, v, priors)
}

// enthrone derives what is kept of the root beside its node and its proof.
func (t *Tree) enthrone() {
	t.rootPriors = t.rootPriors[:0]
	t.visits = 0
	for _, e := range t.rootEdges() {
		t.rootPriors = append(t.rootPriors, e.prior)
		t.visits += int(e.visits)
	}
	if t.proof.Known {
		t.look(&t.walker)
	}
}

func (t *Tree) rootEdges() []edge { return t.edgesOf(root) }

// expand adds a node with these moves, without priors, and returns its index.
func (t *Tree) expand(moves []rules.Move) int32 {
	n, count := t.nodes.place(1), int32(len(moves))
	first := t.edges.place(count)
	*t.nodes.at(n) = node{first: first, edges: count}
	copy(t.moves.run(t.moves.place(count), count), moves)
	edges := t.edges.run(first, count)
	for i := range edges {
		edges[i] = edge{prior: 1, child: noNode}
	}
	return n
}

// fill writes an evaluation and its priors into the node n.
func (t *Tree) fill(n int32, v Evaluation, priors []float32) {
	t.nodes.at(n).evaluation = v
	edges := t.edgesOf(n)
	for i := range edges {
		edges[i].prior = priors[i]
	}
}

// Search visits until the moves at the root have been visited the given number
// of times in all, visits kept from an earlier search included. A proven root
// has nothing left to search: the visits go to its best move.
func (t *Tree) Search(visits int) {
	for t.visits < visits {
		t.visit(&t.walker, t.chooseAtRoot())
	}
}

// MaxVisits are the most visits that a search may be asked for: they take some
// 8.7 GB.
const MaxVisits = 1 << 24

// MostVisits are the visits of a search that time alone is to end: more than most
// have time for, and few enough for the memory, some 1.1 GB.
const MostVisits = 1 << 21

// patience is after how many visits a search asks whether to stop: a tenth of a
// millisecond.
const patience = 64

// SearchUntil is Search, but it ends earlier when the root is proven, and when
// stop says so, which it asks again and again after some visits. A clock that
// has run out, or a context that is done, is for the caller to put into stop.
//
// The number of visits bounds the memory: 40 bytes for each move of a position and
// 20 for the position, which is some 520 for each visit from the start and more
// where there are many kings. Beyond 1<<24 the sums of their results lose digits.
func (t *Tree) SearchUntil(visits int, stop func() bool) {
	for on := true; on && t.visits < visits && !t.proof.Known; on = !stop() {
		t.Search(min(visits, t.visits+patience))
	}
}

// Explore visits the root's move m until it has been visited the given number
// of times.
func (t *Tree) Explore(m rules.Move, visits int) {
	for i, move := range t.movesOf(root) {
		if e := t.nodes.at(root).first + int32(i); move == m {
			for int(t.edges.at(e).visits) < visits {
				t.visit(&t.walker, e)
			}
			return
		}
	}
	panic(fmt.Sprintf("BUG: %+v is no move of %s", m, t.game.Position().FEN()))
}

// visit goes through the root's edge e down to a proven move or a position that
// has not been evaluated, and backs up what is found there. A position with
// captures pending is evaluated for its priors only: the visit goes on until the
// board is quiet, for the value is that of a quiet board.
//
// An edge counts the visit from when it is chosen. For the visit itself that
// makes no difference; to others it is lost until there is a result.
func (t *Tree) visit(w *walker, e int32) {
	t.visits++
	at := t.edges.at(e)
	at.visits++
	w.path = append(w.path[:0], e)
	pushed := 0
	var v Evaluation // for the side that makes the path's last move, unless it is proven
	for !at.proof.Known {
		n := at.child
		if n == noNode {
			played := t.moves // others may add to it
			if w.lock != nil {
				w.lock.Unlock()
			}
			for ; pushed < len(w.path); pushed++ {
				w.game.Push(*played.at(w.path[pushed]))
			}
			proof := w.certain()
			moves := w.game.Moves()
			var priors []float32
			if !proof.Known && len(moves) > 1 {
				v, priors = w.evaluate()
			}
			if w.lock != nil {
				w.lock.Lock()
			}
			switch {
			case at.proof.Known:
				continue // another has proven it
			case proof.Known:
				at.proof = proof.turned()
				continue
			case at.child == noNode: // else another has come first
				n = t.expand(moves)
				at.child = n
				if priors != nil {
					t.fill(n, v, priors)
				}
			default:
				n = at.child
			}
			if priors != nil && !moves[0].IsCapture() {
				v = v.Turned()
				break
			}
		}
		e = t.choose(n)
		at = t.edges.at(e)
		at.visits++
		w.path = append(w.path, e)
	}
	for ; pushed > 0; pushed-- {
		w.game.Pop()
	}
	if at.proof.Known {
		t.climb(w)
	}
	for i := len(w.path) - 1; i >= 0; i-- {
		e := t.edges.at(w.path[i])
		if e.proof.Known {
			v = e.proof.Evaluation()
			e.win, e.draw = float32(e.visits)*v.Win, float32(e.visits)*v.Draw
		} else {
			e.win += v.Win
			e.draw += v.Draw
		}
		v = v.Turned()
	}
}

// choose returns the edge of n that PUCT visits next: the largest
//
//	Q(s,a) + CPUCT * P(s,a) * sqrt(N(s)) / (1 + N(s,a))
//
// (Silver et al. 2018, supplement, "Search", with a constant exploration rate)
// among those that are not proven lost.
func (t *Tree) choose(n int32) int32 {
	at := t.nodes.at(n)
	edges := t.edges.run(at.first, at.edges)
	if len(edges) == 1 {
		return at.first
	}
	var visits int32
	var seen, win, draw float32
	for i := range edges {
		if e := &edges[i]; e.visits > 0 {
			visits += e.visits
			seen += e.prior
			win += e.win
			draw += e.draw
		}
	}
	value := at.evaluation.Score()
	if visits > 0 {
		value = (win + draw/2) / float32(visits)
	}
	urgency := value - t.config.FPUReduction*float32(math.Sqrt(float64(seen)))
	explore := t.config.CPUCT * float32(math.Sqrt(float64(max(visits, 1))))
	best, top := 0, float32(math.Inf(-1))
	for i := range edges {
		e := &edges[i]
		if e.proof.Points < 0 {
			continue
		}
		s := urgency + float32(explore*e.prior)
		if e.visits > 0 {
			s = e.score() + explore*e.prior/float32(1+e.visits)
		}
		if s > top {
			best, top = i, s
		}
	}
	return at.first + int32(best)
}

// Play makes the move m at the root and keeps what the search knows of the
// position after it. It reports whether the game goes on; if not, the tree
// needs a Reset before it can search again.
func (t *Tree) Play(m rules.Move) bool {
	kept := int32(noNode)
	for i, e := range t.rootEdges() {
		if t.movesOf(root)[i] == m {
			kept = e.child
		}
	}
	t.game.Push(m)
	if t.game.Outcome().Result != rules.Undecided {
		return false
	}
	if kept == noNode {
		t.clear()
		t.plant()
		return true
	}
	t.keep(kept)
	if t.nodes.at(root).evaluation == (Evaluation{}) { // it was played through
		t.judgeRoot()
	}
	t.proof = t.settled(root)
	t.enthrone()
	return true
}

// keep copies the subtree of n, breadth first, into the spare arenas, where n
// becomes the root, and swaps the arenas.
func (t *Tree) keep(n int32) {
	to := t.spare
	to.clear()
	*to.nodes.at(to.nodes.place(1)) = *t.nodes.at(n)
	for i := int32(0); i < to.nodes.used; i++ {
		at := to.nodes.at(i) // still with the place of its edges in the old arenas
		edges, moves := t.edges.run(at.first, at.edges), t.moves.run(at.first, at.edges)
		at.first = to.edges.place(at.edges)
		copy(to.moves.run(to.moves.place(at.edges), at.edges), moves)
		kept := to.edges.run(at.first, at.edges)
		for k, e := range edges {
			if e.child != noNode {
				child := to.nodes.place(1)
				*to.nodes.at(child) = *t.nodes.at(e.child)
				e.child = child
			}
			kept[k] = e
		}
	}
	t.spare, t.arenas = t.arenas, to
}
