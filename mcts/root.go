package mcts

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"drafthorse/rules"
)

// Candidate is what the search knows of one legal move at the root, as the
// side to move sees it.
type Candidate struct {
	Move   rules.Move
	Visits int
	Prior  float32 // of the evaluator, raised to [Config.PriorPower], without noise
	// Evaluation is the mean over the visits, or all zero without a visit. That of
	// a proven move is certain.
	Evaluation Evaluation
	Proof      Proof
}

// Visits returns how often the root's moves have been visited in all.
func (t *Tree) Visits() int { return t.visits }

// AppendCandidates appends the root's legal moves, in the order of
// [rules.Game.Moves], to dst and returns it.
func (t *Tree) AppendCandidates(dst []Candidate) []Candidate {
	moves := t.movesOf(root)
	for i, e := range t.rootEdges() {
		c := Candidate{Move: moves[i], Visits: int(e.visits), Prior: t.rootPriors[i], Proof: e.proof}
		if n := float32(e.visits); e.proof.Known {
			c.Evaluation = e.proof.Evaluation()
		} else if n > 0 {
			c.Evaluation = Evaluation{e.win / n, e.draw / n, max(0, (n-e.win-e.draw)/n)}
		}
		dst = append(dst, c)
	}
	return dst
}

// Evaluation returns the mean evaluation of the root over its visits and its
// own first evaluation, or the certain one if it is proven.
func (t *Tree) Evaluation() Evaluation {
	if t.proof.Known {
		return t.proof.Evaluation()
	}
	sum, n := t.nodes.at(root).evaluation, float32(1)
	for _, e := range t.rootEdges() {
		sum.Win += e.win
		sum.Draw += e.draw
		sum.Loss += float32(e.visits) - e.win - e.draw
		n += float32(e.visits)
	}
	return Evaluation{sum.Win / n, sum.Draw / n, max(0, sum.Loss/n)}
}

// UnvisitedScore returns what the search makes of a root move without visits, as
// an expected score: the root's first evaluation and the values of the visited
// moves by their priors, weighed by visits (Danihelka et al., "Policy improvement by
// planning with Gumbel", 2022, equation 33 in appendix D).
func (t *Tree) UnvisitedScore() float32 {
	own := t.nodes.at(root).evaluation.Score()
	var visits, prior, sum float32
	for i, e := range t.rootEdges() {
		if e.visits > 0 {
			visits += float32(e.visits)
			prior += t.rootPriors[i]
			sum += t.rootPriors[i] * e.score()
		}
	}
	if visits == 0 || prior == 0 {
		return own
	}
	return (own + visits*sum/prior) / (1 + visits)
}

// Best returns the index of the root's best move: the shortest proven win; else
// the most visited move that is not proven lost, the one of better value among
// equals; else the longest loss. At a root that is proven a draw it is a proven
// draw, if there is one. The search must have visited a move or proven the root.
func (t *Tree) Best() int { return best(t.rootEdges(), t.proof.drawn()) }

// best returns the index of the best of the edges of a node, which is proven a
// draw or is not.
func best(edges []edge, drawn bool) int {
	keeps := func(e *edge) int {
		if drawn && e.proof.drawn() {
			return 1
		}
		return 0
	}
	best := 0
	for i := range edges {
		e, b := &edges[i], &edges[best]
		if cmp.Or(
			cmp.Compare(e.proof.rank(), b.proof.rank()),
			cmp.Compare(keeps(e), keeps(b)),
			cmp.Compare(e.visits, b.visits),
			cmp.Compare(e.score(), b.score()),
			cmp.Compare(e.prior, b.prior),
		) > 0 {
			best = i
		}
	}
	return best
}

// Sample returns the index of a root move drawn with a probability that grows
// as its visits to the power 1/temperature, and is none for a move proven lost.
// At temperature 0, at a proven root, and where only lost moves have been
// visited, it is Best.
func (t *Tree) Sample(temperature float64, rng *rand.Rand) int {
	edges, best := t.rootEdges(), t.Best()
	most := float64(edges[best].visits)
	if temperature == 0 || t.proof.Known || most == 0 {
		return best
	}
	weight := func(e *edge) float64 {
		if e.proof.Points < 0 {
			return 0
		}
		return math.Pow(float64(e.visits)/most, 1/temperature)
	}
	var sum float64
	for i := range edges {
		sum += weight(&edges[i])
	}
	x := rng.Float64() * sum
	for i := range edges {
		if x -= weight(&edges[i]); x < 0 {
			return i
		}
	}
	return best
}

// AddNoise mixes Dirichlet noise into the root's priors, so that self-play
// tries moves that the evaluator thinks little of. Of a very small total it may be
// too little of everything to be told; then there is none.
func (t *Tree) AddNoise(rng *rand.Rand) {
	edges := t.rootEdges()
	if len(edges) == 1 {
		return
	}
	gamma := distuv.Gamma{Alpha: t.config.NoiseTotal / float64(len(edges)), Beta: 1, Src: rng}
	var sum float32
	for i := range edges {
		edges[i].prior = float32(gamma.Rand())
		sum += edges[i].prior
	}
	w := t.config.NoiseWeight
	if sum == 0 {
		w, sum = 0, 1
	}
	for i := range edges {
		edges[i].prior = (1-w)*t.rootPriors[i] + w*edges[i].prior/sum
	}
}

// BestMove returns the move that Best names.
func (t *Tree) BestMove() rules.Move { return t.movesOf(root)[t.Best()] }

// AppendLine appends to dst the move m of the root and the line that the search
// expects after it: the best move of each position, see [Tree.Best], as long as
// it is proven or has at least the given number of visits. The line of a proven
// move ends where the game does, or where the prover knows the rest.
func (t *Tree) AppendLine(dst []rules.Move, m rules.Move, visits int) []rules.Move {
	i := slices.Index(t.movesOf(root), m)
	at := t.rootEdges()[i]
	dst = append(dst, m)
	for at.child != noNode {
		n := at.child
		i = best(t.edgesOf(n), at.proof.drawn())
		at = t.edgesOf(n)[i]
		if !at.proof.Known && int(at.visits) < max(visits, 1) {
			break
		}
		dst = append(dst, t.movesOf(n)[i])
	}
	return dst
}
