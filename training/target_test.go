package training

import (
	"math"
	"testing"

	"drafthorse/datasets"
)

// byVisits makes the shares of the visits the policy target.
var byVisits = &Config{OutcomeShare: 0.5}

// TestPolicyTarget works a target out by hand: of two moves with priors 1/4 and
// 3/4 the first, with three visits, wins and the second, with one, loses. With
// c_visit 1 and c_scale 1/2 values weigh (1 + 3)/2 = 2, so the logits are
// log 1/4 + 2 and log 3/4 + 0, and the odds e²/3.
func TestPolicyTarget(t *testing.T) {
	row := &datasets.Row{}
	row.Candidates = []datasets.Candidate{{Visits: 3, Prior: 0.25, Q: 1}, {Visits: 1, Prior: 0.75, Q: -1}}
	c := Config{ValueVisits: 1, ValueScale: 0.5}
	got, err := c.policyTarget(nil, row)
	if err != nil {
		t.Fatal(err)
	}
	odds := math.Exp(2) / 3
	for i, want := range []float64{odds / (1 + odds), 1 / (1 + odds)} {
		if math.Abs(got[i]-want) > 1e-7 {
			t.Errorf("target %v of move %d, want %v", got[i], i, want)
		}
	}
	c.ValueScale = 0
	if got, _ = c.policyTarget(nil, row); got[0] != 0.75 || got[1] != 0.25 {
		t.Errorf("targets %v, want the shares of the visits, 0.75 and 0.25", got)
	}
	// A prior of 0 and a value of much weight stay numbers.
	row.Candidates[1].Prior = 0
	c = Config{ValueVisits: 1e4, ValueScale: 100}
	if got, _ = c.policyTarget(nil, row); got[0] != 1 || got[1] != 0 {
		t.Errorf("targets %v, want 1 and 0", got)
	}
}
