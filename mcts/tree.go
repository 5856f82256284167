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
	// visited (first-play urgency).
	FPUReduction float32 `toml:"fpu_reduction"`
	// NoiseWeight is the share of Dirichlet noise in the root's priors where
	// noise is asked for, in [0, 1].
	NoiseWeight float32 `toml:"noise_weight"`
	// NoiseTotal is the sum of the Dirichlet distribution's parameters, spread
	// evenly over the legal moves.
	NoiseTotal float64 `toml:"noise_total"`
	// Considered is how many of the root's moves a Gumbel search begins with.
	Considered int `toml:"considered"`
	// ValueVisits and ValueScale, c_visit and c_scale, weigh values in [0, 1]
	// against logits in a Gumbel search.
	ValueVisits float32 `toml:"value_visits"`
	ValueScale  float32 `toml:"value_scale"`
}

// DefaultConfig returns the numbers in use.
func DefaultConfig() Config {
	return Config{
		CPUCT: 0.6, FPUReduction: 0.1,
		NoiseWeight: 0.25, NoiseTotal: 10,
		Considered: 16, ValueVisits: 50, ValueScale: 1,
	}
}

// Validate refuses numbers that no search can use.
func (c Config) Validate() error {
	switch {
	case !(c.CPUCT > 0 && c.CPUCT <= 100):
		return fmt.Errorf("cpuct is %v: want more than 0 and at most 100", c.CPUCT)
	case !(c.FPUReduction >= 0 && c.FPUReduction <= 1):
		return fmt.Errorf("fpu_reduction is %v: want 0 to 1", c.FPUReduction)
	case !(c.NoiseWeight >= 0 && c.NoiseWeight <= 1):
		return fmt.Errorf("noise_weight is %v: want 0 to 1", c.NoiseWeight)
	case !(c.NoiseTotal > 0 && c.NoiseTotal <= 1e4):
		return fmt.Errorf("noise_total is %v: want more than 0 and at most 10000", c.NoiseTotal)
	case c.Considered < 2 || c.Considered > 1000:
		return fmt.Errorf("considered is %d: want 2 to 1000", c.Considered)
	case !(c.ValueVisits >= 0 && c.ValueVisits <= 1e4):
		return fmt.Errorf("value_visits is %v: want 0 to 10000", c.ValueVisits)
	case !(c.ValueScale > 0 && c.ValueScale <= 100):
		return fmt.Errorf("value_scale is %v: want more than 0 and at most 100", c.ValueScale)
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
// the side that makes the move sees it.
type edge struct {
	move   rules.Move
	prior  float32
	child  int32
	visits int32
	win    float32 // sums over the visits; what they lack to visits is loss
	draw   float32
	proof  Proof
}

// score returns the mean expected score of the edge's visits.
func (e *edge) score() float32 { return (e.win + e.draw/2) / float32(e.visits) }

// Tree is a search tree over the game at its root.
type Tree struct {
	config    Config
	evaluator Evaluator
	prove     Prover
	game      *rules.Game

	nodes []node
	edges []edge
	// The other pair of arenas, into which Play copies the subtree it keeps.
	spareNodes []node
	spareEdges []edge

	rootPriors []float32      // the root's priors without noise
	proof      Proof          // of the root
	visits     int            // through the root's edges
	path       []int32        // edges of the visit under way
	position   rules.Position // handed to the evaluator and the prover
	floats     []float32
	gumbels    []float64 // of a Gumbel search: logit and noise of each root move
	considered []int32   // of a Gumbel search: the root moves left
}

// NewTree returns a tree that asks e, and prove, which may be nil. Give it a
// game by Reset before its use.
func NewTree(c Config, e Evaluator, prove Prover) *Tree {
	return &Tree{config: c, evaluator: e, prove: prove}
}

// Reset empties the tree and sets it on g, which must not be at its end. The
// tree uses g from then on: it moves on it during a search and puts it back.
func (t *Tree) Reset(g *rules.Game) {
	t.game = g
	t.nodes, t.edges = t.nodes[:0], t.edges[:0]
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
	t.expand()
	t.evaluate(root)
	t.proof = Proof{}
	if o.Result == rules.Undecided {
		t.proof = t.ask()
	}
	t.enthrone()
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
		t.look()
	}
}

func (t *Tree) rootEdges() []edge { return t.edgesOf(root) }

func (t *Tree) edgesOf(n int32) []edge {
	at := &t.nodes[n]
	return t.edges[at.first : at.first+at.edges]
}

// expand appends the node of the game's current position and its edges,
// without priors, and returns its index.
func (t *Tree) expand() int32 {
	moves := t.game.Moves()
	n := int32(len(t.nodes))
	t.nodes = append(t.nodes, node{first: int32(len(t.edges)), edges: int32(len(moves))})
	for _, m := range moves {
		t.edges = append(t.edges, edge{move: m, prior: 1, child: noNode})
	}
	return n
}

// evaluate asks the evaluator about the node n, which the game stands at.
func (t *Tree) evaluate(n int32) {
	moves := t.game.Moves()
	priors := t.scratch(len(moves))
	t.position = t.game.Position()
	t.nodes[n].evaluation = t.evaluator.Evaluate(&t.position, t.game.Draws(), moves, priors)
	for i := range priors {
		t.edges[int(t.nodes[n].first)+i].prior = priors[i]
	}
}

// scratch returns n floats that are valid until the next call.
func (t *Tree) scratch(n int) []float32 {
	if cap(t.floats) < n {
		t.floats = make([]float32, 2*n)
	}
	return t.floats[:n]
}

// Search visits until the moves at the root have been visited the given number
// of times in all, visits kept from an earlier search included. A proven root
// has nothing left to search: the visits go to its best move.
func (t *Tree) Search(visits int) {
	for t.visits < visits {
		t.visit(t.chooseAtRoot())
	}
}

// Explore visits the root's move m until it has been visited the given number
// of times.
func (t *Tree) Explore(m rules.Move, visits int) {
	for i := range t.rootEdges() {
		if e := t.nodes[root].first + int32(i); t.edges[e].move == m {
			for int(t.edges[e].visits) < visits {
				t.visit(e)
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
func (t *Tree) visit(e int32) {
	ply := t.game.Ply()
	t.path = append(t.path[:0], e)
	var v Evaluation // for the side that makes the path's last move, unless it is proven
	for !t.edges[e].proof.Known {
		t.game.Push(t.edges[e].move)
		n := t.edges[e].child
		if n == noNode {
			if p := t.certain(); p.Known {
				t.edges[e].proof = p.turned()
				break
			}
			n = t.expand()
			t.edges[e].child = n
			if t.nodes[n].edges > 1 {
				t.evaluate(n)
				if !t.edges[t.nodes[n].first].move.IsCapture() {
					v = t.nodes[n].evaluation.Turned()
					break
				}
			}
		}
		e = t.choose(n)
		t.path = append(t.path, e)
	}
	for t.game.Ply() > ply {
		t.game.Pop()
	}
	if t.edges[e].proof.Known {
		t.climb()
	}
	for i := len(t.path) - 1; i >= 0; i-- {
		e := &t.edges[t.path[i]]
		e.visits++
		if e.proof.Known {
			v = e.proof.Evaluation()
			e.win, e.draw = float32(e.visits)*v.Win, float32(e.visits)*v.Draw
		} else {
			e.win += v.Win
			e.draw += v.Draw
		}
		v = v.Turned()
	}
	t.visits++
}

// choose returns the edge of n that PUCT visits next: the largest
//
//	Q(s,a) + CPUCT * P(s,a) * sqrt(N(s)) / (1 + N(s,a))
//
// (Silver et al. 2018, supplement, "Search", with a constant exploration rate)
// among those that are not proven lost.
func (t *Tree) choose(n int32) int32 {
	first, edges := t.nodes[n].first, t.edgesOf(n)
	if len(edges) == 1 {
		return first
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
	value := t.nodes[n].evaluation.Score()
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
		q := urgency
		if e.visits > 0 {
			q = e.score()
		}
		if s := q + explore*e.prior/float32(1+e.visits); s > top {
			best, top = i, s
		}
	}
	return first + int32(best)
}

// Play makes the move m at the root and keeps what the search knows of the
// position after it. It reports whether the game goes on; if not, the tree
// needs a Reset before it can search again.
func (t *Tree) Play(m rules.Move) bool {
	kept := int32(noNode)
	for _, e := range t.rootEdges() {
		if e.move == m {
			kept = e.child
		}
	}
	t.game.Push(m)
	if t.game.Outcome().Result != rules.Undecided {
		return false
	}
	if kept == noNode {
		t.nodes, t.edges = t.nodes[:0], t.edges[:0]
		t.plant()
		return true
	}
	t.keep(kept)
	if t.nodes[root].evaluation == (Evaluation{}) { // it was played through
		t.evaluate(root)
	}
	t.proof = t.settled(root)
	t.enthrone()
	return true
}

// keep copies the subtree of n, breadth first, into the spare arenas, where n
// becomes the root, and swaps the arenas.
func (t *Tree) keep(n int32) {
	nodes, edges := t.spareNodes[:0], t.spareEdges[:0]
	nodes = append(nodes, t.nodes[n])
	for i := 0; i < len(nodes); i++ {
		from := t.edges[nodes[i].first : nodes[i].first+nodes[i].edges]
		nodes[i].first = int32(len(edges))
		for _, e := range from {
			if e.child != noNode {
				nodes = append(nodes, t.nodes[e.child])
				e.child = int32(len(nodes) - 1)
			}
			edges = append(edges, e)
		}
	}
	t.spareNodes, t.spareEdges = t.nodes, t.edges
	t.nodes, t.edges = nodes, edges
}
