package analysis

import (
	"drafthorse/alphabeta"
	"drafthorse/mcts"
	"drafthorse/rules"
)

// value is what both searches say of a move, as expected scores from 0 to 1. What
// is proved outranks them.
type value struct {
	move         rules.Move
	tree, second float32
	exact        bool       // the second search has an exact score, or there is a proof
	proof        mcts.Proof // by the tree, the tables in it, or alpha-beta
	look, prior  float32
}

// mean returns the score that is shown.
func (v *value) mean() float32 { return (v.tree + v.second) / 2 }

// above returns by how much both searches find v better than w.
func (v *value) above(w *value) float32 { return min(v.tree-w.tree, v.second-w.second) }

// least and most return the lower and the higher of both searches' scores.
func (v *value) least() float32 { return min(v.tree, v.second) }
func (v *value) most() float32  { return max(v.tree, v.second) }

// expected returns a score of alpha-beta as an expected score from 0 to 1.
func expected(s alphabeta.Score) float32 { return float32((1 + s.Points()) / 2) }

// proofOf returns the proof that a score is, or none.
func proofOf(s alphabeta.Score) mcts.Proof {
	plies, ok := s.Proven()
	switch {
	case !ok:
		return mcts.Proof{}
	case s > 0:
		return mcts.Proof{Known: true, Points: 1, Plies: int16(plies)}
	}
	return mcts.Proof{Known: true, Points: -1, Plies: int16(plies)}
}

// values returns what is known of every legal move. Of a move without an exact
// score the second search says only that it is no better than the second best.
func (f *Finding) values() []value {
	values := make([]value, len(f.Moves))
	for i := range f.Moves {
		c := &f.Moves[i]
		v := value{move: c.Move, tree: c.Evaluation.Score(), proof: c.Proof, look: c.Look, prior: c.Prior}
		v.second = v.tree
		if m := f.confirmed(c.Move); m != nil {
			v.second, v.exact = expected(m.Score), true
			if p := proofOf(m.Score); p.Known && !v.proof.Known {
				v.proof = p
			}
		} else if f.Confirmed != nil && len(f.Confirmed.Moves) > 1 {
			second := f.Confirmed.Moves[1].Score
			v.second = min(v.second, expected(second))
			if p := proofOf(second); p.Points < 0 && !v.proof.Known {
				v.proof = p
			}
		}
		if v.proof.Known {
			v.tree = v.proof.Evaluation().Score()
			v.second, v.exact = v.tree, true
		}
		values[i] = v
	}
	return values
}
