package analysis

import (
	"fmt"
	"math"

	"drafthorse/mcts"
	"drafthorse/rules"
)

// The curve of lidraughts between an advantage in men and winning chances from -1
// to 1: 2/(1+exp(-0.4 men)) - 1. It gives no more than ten men.
const (
	chancesPerMan = 0.4
	mostMen       = 10
)

// Men returns the advantage in men, from -10 to 10, that an expected score from 0
// to 1 is on the curve of lidraughts: the chances of winning less those of losing
// are taken for its winning chances, so that it is ln(score/(1-score)) / 0.4.
func Men(score float64) float64 {
	if score <= 0 || score >= 1 {
		return math.Copysign(mostMen, score-0.5)
	}
	return max(-mostMen, min(mostMen, math.Log(score/(1-score))/chancesPerMan))
}

// eval writes an expected score for the side c, or what is proved for it, as the
// value of an [%eval] command: men from White's side, as lidraughts does, or #5
// and #-5 where White or Black wins in five moves.
func eval(score float32, proof mcts.Proof, c rules.Color) string {
	sign := 1
	if c == rules.Black {
		sign, score = -1, 1-score
	}
	switch {
	case !proof.Known:
		text := fmt.Sprintf("%.2f", Men(float64(score)))
		if text == "-0.00" {
			text = "0.00"
		}
		return text
	case proof.Points == 0:
		return "0.00"
	}
	return fmt.Sprintf("#%d", sign*int(proof.Points)*moves(int(proof.Plies)))
}

// Eval returns the [%eval] of the position after the move played, or "" where the
// game is over.
func (j *Judgement) Eval() string {
	if j.Over() {
		return ""
	}
	return eval(j.Score, j.Certain, j.Position.Turn())
}
