package mcts

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// SearchGumbel searches a tree without visits by sequential halving over those
// of the root's moves that are best by prior and Gumbel noise, and returns the
// index of the move to play (Danihelka et al., "Policy improvement by planning
// with Gumbel", 2022, section 3 and algorithm 2). With few visits it improves on
// the prior where the visits of PUCT need not. Below the root PUCT chooses. If
// rng is nil there is no noise.
//
// At a proven root the visits that are left go to its best move, which is
// returned.
func (t *Tree) SearchGumbel(visits int, rng *rand.Rand) int {
	t.gumbels, t.considered = t.gumbels[:0], t.considered[:0]
	for i, p := range t.rootPriors {
		g := math.Log(max(float64(p), 1e-12))
		if rng != nil {
			g -= math.Log(rng.ExpFloat64())
		}
		t.gumbels = append(t.gumbels, g)
		t.considered = append(t.considered, int32(i))
	}
	t.halve(t.config.Considered)
	phases := max(1, bits.Len(uint(len(t.considered)-1)))
	for t.visits < visits && !t.proof.Known {
		each := max(1, visits/(phases*len(t.considered)))
		for range each {
			for _, i := range t.considered {
				if t.visits < visits && !t.proof.Known {
					t.visit(&t.walker, t.nodes[root].first+i)
				}
			}
		}
		t.halve(max(2, (len(t.considered)+1)/2))
	}
	if t.proof.Known {
		t.Search(visits)
		return t.Best()
	}
	t.halve(1)
	if best := t.considered[0]; t.rootEdges()[best].proof.Points >= 0 {
		return int(best)
	}
	return t.Best() // all that were considered are lost, others are not
}

// halve keeps the given number of the considered moves, the best by noise,
// prior and value.
func (t *Tree) halve(keep int) {
	edges := t.rootEdges()
	scale := t.valueScale()
	worth := func(i int32) float64 {
		e := &edges[i]
		switch {
		case e.proof.Points < 0:
			return float64(e.proof.rank()) * 1e6 // below all that are not lost
		case e.proof.Known:
			return t.gumbels[i] + scale*float64(e.proof.Evaluation().Score())
		case e.visits == 0:
			return t.gumbels[i] // only before the first visit, when all are without
		}
		return t.gumbels[i] + scale*float64(e.score())
	}
	slices.SortFunc(t.considered, func(a, b int32) int {
		return cmp.Or(cmp.Compare(worth(b), worth(a)), cmp.Compare(a, b))
	})
	t.considered = t.considered[:min(keep, len(t.considered))]
}

// valueScale is what a value in [0, 1] is multiplied by before it is added to a
// logit: (c_visit + max N) c_scale, the paper's equation 8.
func (t *Tree) valueScale() float64 {
	most := int32(0)
	for _, e := range t.rootEdges() {
		most = max(most, e.visits)
	}
	return (float64(t.config.ValueVisits) + float64(most)) * float64(t.config.ValueScale)
}

// Completed returns the score that the search assumes of a root move without
// visits: the root's first evaluation and the values of the visited moves by
// their priors, weighed by visits (the paper's equation 33 in appendix D).
func (t *Tree) Completed() float32 {
	own := t.nodes[root].evaluation.Score()
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
