package run

import (
	"sort"

	"drafthorse/datasets"
)

// A training sees the run's shards in the order of their records, up to the one
// with which the games that no training has seen reach the run's number; all,
// if they do not reach it. So the manifest alone says which games a net was
// trained on and which are fresh, also where self-play goes on during a training.
// Where it does not, the fresh games are those that the newest net has played.

// seen returns how many of the run's shards the training of the newest net has
// seen.
func (r *Run) seen() int {
	shards, seen := r.shards(), 0
	for _, n := range r.nets() {
		if n.Facts.Generation == 0 {
			continue // the run begins with it
		}
		before := sort.Search(len(shards), func(i int) bool { return shards[i].Seq > n.Seq })
		seen = r.Config.due(shards[:before], seen)
	}
	return seen
}

// due returns how many of the shards a training sees when the one before it has
// seen the first seen of them.
func (c Config) due(shards []datasets.Record, seen int) int {
	for games := 0; seen < len(shards) && games < c.Games; seen++ {
		games += shards[seen].Facts.Games
	}
	return seen
}

// fresh returns the shards that no training has seen.
func (r *Run) fresh() []datasets.Record { return r.shards()[r.seen():] }

// SelfPlayDone returns how many fresh games there are, and how many the next
// training is to have.
func (r *Run) SelfPlayDone() (done, total int) {
	return totals(r.fresh()).Games, r.Config.Games
}
