package mcts

import (
	"testing"

	"drafthorse/rules"
)

// TestFirstPlayReductionByHand follows eight visits among three moves. Their priors
// are 0.4, 0.35 and 0.25, and each visit of one is worth 0.6, 0.3 and 0.6. The node's
// own evaluation is 0.5, CPUCT is 2 and the reduction 0.4.
//
// With n visits a move's score is its mean and 2·P·√N/(1+n) more, where N is the
// visits of all (Silver et al. 2018). Without visits its mean is taken to be that
// of the node, less the reduction times the root of the priors that are visited
// (Wu 2019, appendix A), see the third column.
//
//	visit  N  without visits               a      b      c      chosen
//	1      0  0.500 - 0.4·√0    =  0.500   1.300  1.200  1.000  a
//	2      1  0.600 - 0.4·√0.40 =  0.347   1.000  1.047  0.847  b
//	3      2  0.450 - 0.4·√0.75 =  0.104   1.166  0.795  0.811  a
//	4      3  0.500 - 0.4·√0.75 =  0.154   1.062  0.906  1.020  a
//	5      4  0.525 - 0.4·√0.75 =  0.179   1.000  1.000  1.179  c
//	6      5                               1.047  1.083  1.159  c
//	7      6                               1.090  1.157  1.008  b
//	8      7                               1.129  0.917  1.041  a
func TestFirstPlayReductionByHand(t *testing.T) {
	tree := NewTree(Config{CPUCT: 2, FPUReduction: 0.4, PriorPower: 1}, Uniform{}, nil)
	n := tree.expand(make([]rules.Move, 3))
	tree.fill(n, Evaluation{Draw: 1}, []float32{0.4, 0.35, 0.25})
	worth := []Evaluation{{Win: 0.6, Loss: 0.4}, {Draw: 0.6, Loss: 0.4}, {Win: 0.4, Draw: 0.4, Loss: 0.2}}
	edges := tree.edgesOf(n)
	chosen := ""
	for range 8 {
		i := tree.choose(n)
		chosen += string("abc"[i])
		edges[i].visits++
		edges[i].win += worth[i].Win
		edges[i].draw += worth[i].Draw
	}
	if want := "abaaccba"; chosen != want {
		t.Errorf("the moves chosen are %s, want %s", chosen, want)
	}
}
