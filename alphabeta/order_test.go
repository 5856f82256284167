package alphabeta

import (
	"testing"

	"drafthorse/rules"
)

// ranked returns the start position's moves in the order in which a search tries them.
func ranked(o *order, first int, off Technique) []rules.Move {
	g := rules.NewGame(rules.Start())
	list := o.appendRanked(nil, g.Moves(), first, rules.White, off)
	var in []rules.Move
	for i := range list {
		promote(list[i:])
		in = append(in, list[i].move)
	}
	return in
}

// TestOrderByHand has the third move cut off after two that did not. It comes first
// from then on, those two come last, and all others stay as they were. Only the move
// of the table comes before it.
func TestOrderByHand(t *testing.T) {
	var o order
	before := ranked(&o, noMove, 0)
	list := o.appendRanked(nil, rules.NewGame(rules.Start()).Moves(), noMove, rules.White, 0)
	o.cut(list[:3], rules.White, 4)
	expect := func(what string, got []rules.Move, want ...int) {
		t.Helper()
		for i, w := range want {
			if got[i] != before[w] {
				t.Errorf("%s the moves are %v: want move %d of %v in place %d", what, got, w, before, i)
			}
		}
	}
	expect("after a cutoff", ranked(&o, noMove, 0), 2, 3, 4, 5, 6, 7, 8, 0, 1)
	expect("with move 5 in the table", ranked(&o, 5, 0), 5, 2, 3, 4, 6, 7, 8, 0, 1)
	expect("without the history", ranked(&o, noMove, History), 0, 1, 2, 3, 4, 5, 6, 7, 8)
	o.cut(list[:1], rules.White, 3) // 9 - 16 is still less than nothing
	expect("after a cutoff at less depth", ranked(&o, noMove, 0), 2, 3, 4, 5, 6, 7, 8, 0, 1)
	o.grow()
	o.cut(list[3:4], rules.White, 2) // 4 is more than 16/8, and of -7/8 nothing is left
	expect("after a new search has learned something else", ranked(&o, noMove, 0), 3, 2, 0, 4, 5, 6, 7, 8, 1)
}

// TestReductionsByHand: ln 6 · ln 4 / 1.7 is 1.46, and ln 12 · ln 21 / 1.7 is 4.45; half
// is added before the fraction is cut off.
func TestReductionsByHand(t *testing.T) {
	for _, c := range []struct{ depth, move, want int }{{6, 3, 1}, {12, 20, 4}, {20, 20, 5}, {1, 40, 0}, {12, 0, 0}} {
		if got := reductions[c.depth][c.move]; got != c.want {
			t.Errorf("move %d at depth %d is reduced by %d: want %d", c.move, c.depth, got, c.want)
		}
	}
}
