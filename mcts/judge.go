package mcts

import (
	"math"

	"drafthorse/rules"
)

// judge judges the positions of a game, for one goroutine.
type judge struct {
	evaluator Evaluator
	prove     Prover
	power     float64 // of the priors
	game      *rules.Game
	cache     *cache
	position  rules.Position // handed to the evaluator and the prover
	priors    []float32      // of a position with too many moves for the cache
}

func newJudge(c Config, e Evaluator, prove Prover) judge {
	return judge{evaluator: e, prove: prove, power: float64(c.PriorPower), cache: new(cache)}
}

// certain returns what is certain about the game's position by itself.
func (j *judge) certain() Proof {
	if o := j.game.Outcome(); o.Result != rules.Undecided {
		return Proof{Known: true, Points: int8(o.Result.For(j.game.Position().Turn()))}
	}
	return j.ask()
}

// ask asks the prover about the game's position, which is undecided.
func (j *judge) ask() Proof {
	if j.prove == nil {
		return Proof{}
	}
	j.position = j.game.Position()
	points, plies, known := j.prove(&j.position, j.game.Draws())
	switch {
	case !known:
		return Proof{}
	case points == 0:
		return Proof{Known: true}
	}
	return Proof{true, int8(points), int16(plies)}
}

// evaluate returns the evaluation of the game's position and the priors of its
// moves, from the cache or else from the evaluator. The priors are valid until
// the next call.
func (j *judge) evaluate() (Evaluation, []float32) {
	j.position = j.game.Position()
	draws, moves := j.game.Draws(), j.game.Moves()
	c := j.cache.place(&j.position, draws)
	if len(moves) > len(c.priors) {
		if cap(j.priors) < len(moves) {
			j.priors = make([]float32, 2*len(moves))
		}
		priors := j.priors[:len(moves)]
		return j.ponder(draws, moves, priors), priors
	}
	priors := c.priors[:len(moves)]
	if c.position != j.position || c.draws != draws {
		c.position, c.draws = j.position, draws
		c.evaluation = j.ponder(draws, moves, priors)
	}
	return c.evaluation, priors
}

// ponder asks the evaluator about j.position and raises the priors to their
// power.
func (j *judge) ponder(draws rules.DrawCounters, moves []rules.Move, priors []float32) Evaluation {
	v := j.evaluator.Evaluate(&j.position, draws, moves, priors)
	if j.power != 1 {
		var sum float32
		for i, p := range priors {
			priors[i] = float32(math.Pow(float64(p), j.power))
			sum += priors[i]
		}
		for i := range priors {
			priors[i] /= sum
		}
	}
	return v
}
