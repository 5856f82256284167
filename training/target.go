package training

import (
	"fmt"
	"math"

	"drafthorse/datasets"
)

// policyTarget appends to dst what the policy is to be at a row: the probability
// of each of its candidates.
//
// With [Config.ValueScale] above 0 that is the policy that the search has
// improved by what it found the moves to be worth, the softmax of
//
//	log prior + (ValueVisits + most visits) · ValueScale · (q + 1)/2
//
// (Danihelka et al., "Policy improvement by planning with Gumbel", 2022,
// equations 8 and 11; a candidate without visits has its completed value as q).
// Otherwise it is the share of the visits.
func (c *Config) policyTarget(dst []float64, row *datasets.Row) ([]float64, error) {
	var visits, most uint64
	for i := range row.Candidates {
		n := uint64(row.Candidates[i].Visits)
		visits += n
		most = max(most, n)
	}
	if visits == 0 {
		return dst, fmt.Errorf("no visits in %d moves: want at least one", len(row.Candidates))
	}
	if c.ValueScale == 0 {
		for i := range row.Candidates {
			dst = append(dst, float64(row.Candidates[i].Visits)/float64(visits))
		}
		return dst, nil
	}
	scale := (c.ValueVisits + float64(most)) * c.ValueScale
	top := math.Inf(-1)
	from := len(dst)
	for i := range row.Candidates {
		k := &row.Candidates[i]
		x := math.Log(max(float64(k.Prior), leastPrior)) + scale*(float64(k.Q)+1)/2
		top = max(top, x)
		dst = append(dst, x)
	}
	var sum float64
	for i := from; i < len(dst); i++ {
		dst[i] = math.Exp(dst[i] - top)
		sum += dst[i]
	}
	for i := from; i < len(dst); i++ {
		dst[i] /= sum
	}
	return dst, nil
}

// leastPrior is what a smaller prior counts as.
const leastPrior = 1e-12
