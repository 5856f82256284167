package alphabeta

import (
	"reflect"
	"testing"
)

// After Forget a search is that of a new searcher, though its table has been
// filled by deeper ones.
func TestForget(t *testing.T) {
	n, tables := lively(t), tables(t)
	list := positions(8)
	used := NewSearcher(Config{}, n, tables, NewTable(1))
	for i, g := range list {
		used.Search(list[len(list)-1-i], Limits{Depth: 11, Nodes: 400_000})
		used.Forget()
		l := Limits{Depth: 9, Nodes: 200_000, Exact: 1 + i%3}
		got := used.Search(g, l)
		want := NewSearcher(Config{}, n, tables, NewTable(1)).Search(g, l)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("position %d: %d nodes and %+v, by a new searcher %d and %+v", i, got.Nodes, got.Moves[0], want.Nodes, want.Moves[0])
		}
	}
}

// The eras of a table are counted in 24 bits.
func TestForgetComesRound(t *testing.T) {
	table := NewTable(1)
	table.keep(5, entry{score: 1, depth: 1, move: noMove, bound: exact})
	for range 1 << 24 {
		table.Forget()
	}
	if got := table.find(5); got.bound != none {
		t.Errorf("%+v of the first era is still there", got)
	}
}
