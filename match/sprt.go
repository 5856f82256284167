package match

import (
	"fmt"
	"math"
)

// Test is a generalised sequential probability ratio test, for a match that is
// to end as soon as its question is answered: is the first player better by
// Elo1 (H1), or by no more than Elo0 (H0)? Both are normalised Elo, see
// [Score.NormalizedElo], which draws and lopsided openings do not shrink. The
// errors of both kinds are 5 %: a player who is better by Elo0 passes for one
// better by Elo1 in 5 % of the matches, and the other way round.
type Test struct {
	Elo0 float64 `json:"elo0"`
	Elo1 float64 `json:"elo1"`
}

// Verdict is what a test has found out.
type Verdict string

// The verdicts of a test.
const (
	Open Verdict = ""   // more games are needed
	H0   Verdict = "H0" // the first player is not better by Elo1
	H1   Verdict = "H1" // the first player is better by more than Elo0
)

// Bound is where a test is decided: log((1 - 0.05) / 0.05), 2.944 (Wald,
// "Sequential tests of statistical hypotheses", 1945, for errors of 5 %).
var Bound = math.Log(0.95 / 0.05)

// maxTestElo is the most that a test may ask for. Beyond it a probability of the
// alternative comes too near to 0.
const maxTestElo = 300

// Validate refuses hypotheses that cannot be told apart or are too far away.
func (t Test) Validate() error {
	if !(t.Elo0 < t.Elo1 && -maxTestElo <= t.Elo0 && t.Elo1 <= maxTestElo) {
		return fmt.Errorf("a test of Elo %v against %v: want the smaller number first, and both from %d to %d", t.Elo0, t.Elo1, -maxTestElo, maxTestElo)
	}
	return nil
}

// Tested is a test and what it says of a score.
type Tested struct {
	Test
	LLR     float64 `json:"llr"`
	Verdict Verdict `json:"verdict"`
}

// Of returns what t says of a score.
func (t Test) Of(s Score) Tested {
	r := Tested{Test: t, LLR: s.Sample().LLR(t.Elo0, t.Elo1)}
	switch {
	case r.LLR >= Bound:
		r.Verdict = H1
	case r.LLR <= -Bound:
		r.Verdict = H0
	}
	return r
}
