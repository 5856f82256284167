package mcts

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"

	"drafthorse/rules"
)

// Candidate is what the search knows of one legal move at the root, as the
// side to move sees it.
type Candidate struct {
	Move   rules.Move
	Visits int
	Prior  float32 // of the evaluator, without noise
	// Evaluation is the mean over the visits, or all zero without a visit.
	Evaluation Evaluation
}

// Visits returns how often the root's moves have been visited in all.
func (t *Tree) Visits() int { return t.visits }

// AppendCandidates appends the root's legal moves, in the order of
// [rules.Game.Moves], to dst and returns it.
func (t *Tree) AppendCandidates(dst []Candidate) []Candidate {
	for i, e := range t.rootEdges() {
		c := Candidate{Move: e.move, Visits: int(e.visits), Prior: t.rootPriors[i]}
		if n := float32(e.visits); n > 0 {
			c.Evaluation = Evaluation{e.win / n, e.draw / n, max(0, (n-e.win-e.draw)/n)}
		}
		dst = append(dst, c)
	}
	return dst
}

// Evaluation returns the mean evaluation of the root over its visits and its
// own first evaluation.
func (t *Tree) Evaluation() Evaluation {
	sum, n := t.nodes[root].evaluation, float32(1)
	for _, e := range t.rootEdges() {
		sum.Win += e.win
		sum.Draw += e.draw
		sum.Loss += float32(e.visits) - e.win - e.draw
		n += float32(e.visits)
	}
	return Evaluation{sum.Win / n, sum.Draw / n, max(0, sum.Loss/n)}
}

// Best returns the index of the root's most visited move, the one of better
// value among equals. The search must have visited one.
func (t *Tree) Best() int {
	edges := t.rootEdges()
	best := 0
	for i := range edges {
		e, b := &edges[i], &edges[best]
		if e.visits > b.visits || e.visits == b.visits && e.visits > 0 && e.score() > b.score() {
			best = i
		}
	}
	return best
}

// Sample returns the index of a root move drawn with a probability that grows
// as its visits to the power 1/temperature. At temperature 0 it is Best.
func (t *Tree) Sample(temperature float64, rng *rand.Rand) int {
	if temperature == 0 {
		return t.Best()
	}
	edges := t.rootEdges()
	most := float64(edges[t.Best()].visits)
	weight := func(e *edge) float64 { return math.Pow(float64(e.visits)/most, 1/temperature) }
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
	return t.Best()
}

// AddNoise mixes Dirichlet noise into the root's priors, so that self-play
// tries moves that the evaluator thinks little of.
func (t *Tree) AddNoise(rng *rand.Rand) {
	edges := t.rootEdges()
	if len(edges) == 1 {
		return
	}
	gamma := distuv.Gamma{Alpha: t.config.NoiseTotal / float64(len(edges)), Beta: 1, Src: rng}
	noise := t.scratch(len(edges))
	var sum float32
	for i := range noise {
		noise[i] = float32(gamma.Rand())
		sum += noise[i]
	}
	w := t.config.NoiseWeight
	for i := range edges {
		edges[i].prior = (1-w)*t.rootPriors[i] + w*noise[i]/sum
	}
}

// BestMove returns the move that Best names.
func (t *Tree) BestMove() rules.Move { return t.rootEdges()[t.Best()].move }

// AppendLine appends to dst the move m of the root and the line that the search
// expects after it: the most visited move of each position, as long as it has
// at least the given number of visits.
func (t *Tree) AppendLine(dst []rules.Move, m rules.Move, visits int) []rules.Move {
	at := int32(root)
	for _, e := range t.rootEdges() {
		if e.move == m {
			dst = append(dst, m)
			at = e.child
		}
	}
	for at > root {
		edges := t.edgesOf(at)
		at = noNode
		most := int32(max(visits, 1)) - 1
		for _, e := range edges {
			if e.visits > most {
				most, at, m = e.visits, e.child, e.move
			}
		}
		if at != noNode {
			dst = append(dst, m)
		}
	}
	return dst
}
