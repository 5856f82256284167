package alphabeta

import (
	"testing"

	"drafthorse/mcts"
)

// The chance to win less that to lose, in parts of ten thousand.
func TestScoreOfAnEvaluation(t *testing.T) {
	for e, want := range map[mcts.Evaluation]Score{
		{Win: 0.6, Draw: 0.3, Loss: 0.1}: 5000, {Win: 0.1, Draw: 0.3, Loss: 0.6}: -5000,
		{Draw: 1}: 0, {Win: 1}: Certain, {Loss: 1}: -Certain,
	} {
		if got := scoreOf(e); got != want || got.Points() != float64(want)/10000 {
			t.Errorf("%+v has score %d, %v points: want %d, %v", e, got, got.Points(), want, float64(want)/10000)
		}
	}
}

// A win in seven plies from the root is one in five for a node two plies below,
// and the table gives back to any node what another of the same position has kept.
func TestScoreByHand(t *testing.T) {
	for _, c := range []struct{ root, node Score }{
		{WinIn(7), WinIn(5)}, {-WinIn(7), -WinIn(5)}, {Certain, Certain}, {-1234, -1234}, {0, 0},
	} {
		if got := c.root.atNode(2); got != c.node {
			t.Errorf("%d from the root is %d at the node, want %d", c.root, got, c.node)
		}
		if got := c.node.atRoot(2); got != c.root {
			t.Errorf("%d at the node is %d from the root, want %d", c.node, got, c.root)
		}
	}
	for s, want := range map[Score]int{WinIn(3): 3, -WinIn(0): 0, WinIn(200): 200} {
		if got, ok := s.Proven(); !ok || got != want {
			t.Errorf("%d is proven in %d plies (%v), want %d", s, got, ok, want)
		}
	}
	for _, s := range []Score{Certain, -Certain, 0} {
		if _, ok := s.Proven(); ok {
			t.Errorf("%d counts as proven", s)
		}
	}
}

// What is kept is found again by its key alone, and a deep entry outlives shallow
// ones.
func TestTable(t *testing.T) {
	table := NewTable(1)
	slots := uint64(len(table.slots))
	deep := entry{score: -WinIn(12), depth: 30, move: 7, bound: lower}
	table.keep(5, deep)
	for i := uint64(1); i <= 20; i++ {
		table.keep(5+i*slots, entry{score: Score(i), depth: int(i % 4), move: noMove, bound: exact})
	}
	if got := table.find(5); got != deep {
		t.Errorf("%+v, want %+v", got, deep)
	}
	if got := table.find(5 + 21*slots); got.bound != none || got.move != noMove {
		t.Errorf("%+v of a position that was never kept", got)
	}
	table.keep(5, entry{score: 1, depth: 31, move: noMove, bound: upper})
	if got := table.find(5); got.move != 7 || got.depth != 31 {
		t.Errorf("%+v, want the deeper entry with the move known from before", got)
	}
	for range 40 {
		table.grow()
	}
	for i := uint64(1); i <= 4; i++ {
		table.keep(5+i*slots, entry{score: 2, depth: 1, move: noMove, bound: exact})
	}
	if got := table.find(5); got.bound != none {
		t.Errorf("%+v of a search long ago stands in the way of new ones", got)
	}
}
