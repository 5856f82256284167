package run

import (
	"sort"

	"drafthorse/store"
)

// tally is what the records of a run's shards and nets add up to. It goes on from
// where it was, so that no question about them takes longer in a longer run.
type tally struct {
	sums  []sums      // at i: of the first i shards
	ofNet map[int]int // shards, by the net that played them
	nets  int         // records of nets that are in seen
	seen  int         // how many of the shards the training of the newest net has seen
}

// sums are what some shards hold together.
type sums struct {
	games, rows, heldOut int
	taken                int // of a window: its rows, or 1 for a shard without any
}

// tally returns the tally of all that the manifest knows.
func (r *Run) tally() *tally {
	r.counted.goOn(r.shards(), r.nets(), r.Config.Games)
	return &r.counted
}

// goOn takes in what a run with so many games a net has more than before.
func (t *tally) goOn(shards, nets []store.Record, games int) {
	if t.sums == nil {
		t.sums, t.ofNet = []sums{{}}, map[int]int{}
	}
	for _, s := range shards[t.shards():] {
		last := t.sums[t.shards()]
		t.sums = append(t.sums, sums{
			games:   last.games + s.Facts.Games,
			rows:    last.rows + s.Facts.Rows,
			heldOut: last.heldOut + s.Facts.HeldOut,
			taken:   last.taken + max(1, s.Facts.Rows),
		})
		t.ofNet[s.Facts.Generation]++
	}
	for _, n := range nets[t.nets:] {
		t.see(n, shards, games)
	}
	t.nets = len(nets)
}

// see takes in how many shards the training of a net has seen, in a run with so
// many games a net.
func (t *tally) see(n store.Record, shards []store.Record, games int) {
	switch {
	case n.Facts.Generation == 0: // the run begins with it
	case n.Facts.Seen > 0:
		t.seen = n.Facts.Seen
	default: // by a program that did not record it
		before := sort.Search(len(shards), func(i int) bool { return shards[i].Seq > n.Seq })
		t.seen = max(t.seen, min(before, t.reach(t.seen, games)))
	}
}

// shards returns how many there are.
func (t *tally) shards() int { return len(t.sums) - 1 }

// between returns what the shards from one up to but without another hold.
func (t *tally) between(from, to int) sums {
	a, b := t.sums[from], t.sums[to]
	return sums{b.games - a.games, b.rows - a.rows, b.heldOut - a.heldOut, b.taken - a.taken}
}

// reach returns how many of the run's shards it takes to have so many games after
// the first seen ones: all if they have fewer.
func (t *tally) reach(seen, games int) int {
	n := sort.Search(t.shards()-seen, func(i int) bool { return t.between(seen, seen+i).games >= games })
	return seen + n
}

// window returns the first of the shards that a window of most rows holds of the
// first end ones, as [datasets.LoadWindow] takes them.
func (t *tally) window(end, most int) int {
	first := sort.Search(end, func(i int) bool { return t.between(i, end).taken <= most })
	if first > 0 && t.between(first-1, first).rows == 0 && t.between(first, end).taken == most {
		first-- // a shard without rows needs no room
	}
	return max(0, min(first, end-1))
}
