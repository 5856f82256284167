package run

import (
	"fmt"
	"slices"
	"sort"

	"drafthorse/datasets"
)

// A training sees the run's shards in the order of their records, up to the one
// with which the games that no training has seen reach the run's number. If they
// hold too few positions for one step, it takes twice the number, and so on. A
// training that is asked for before that sees what there is. How many shards it
// sees stands in its checkpoint and in its net's record. So the manifest alone
// says which games a net was trained on and which are fresh, also where self-play
// goes on during a training. Where it does not, the fresh games are those that
// the newest net has played.

// seen returns how many of the run's shards the training of the newest net has
// seen.
func (r *Run) seen() int {
	shards, seen := r.shards(), 0
	for _, n := range r.nets() {
		switch {
		case n.Facts.Generation == 0: // the run begins with it
		case n.Facts.Seen > 0:
			seen = n.Facts.Seen
		default: // by a program that did not record it
			before := sort.Search(len(shards), func(i int) bool { return shards[i].Seq > n.Seq })
			for games := 0; seen < before && games < r.Config.Games; seen++ {
				games += shards[seen].Facts.Games
			}
		}
	}
	return seen
}

// due returns how many of the shards a training sees when the one before it has
// seen the first seen of them, and the number of games for which it waits.
func (c Config) due(shards []datasets.Record, seen int) (end, games int) {
	have := 0
	for end, games = seen, c.Games; end < len(shards) && have < games; {
		have += shards[end].Facts.Games
		end++
		for have >= games && c.starves(shards[:end], seen) {
			games *= 2
		}
	}
	return end, games
}

// starves reports whether the training that sees all of the shards has too few
// positions for one step, and more games would help.
func (c Config) starves(shards []datasets.Record, seen int) bool {
	return c.recordedSteps(shards, seen) == 0 && c.barren(shards, seen) == nil
}

// recordedSteps is [Config.steps] by what the records say of the rows.
func (c Config) recordedSteps(shards []datasets.Record, seen int) int {
	most := c.windowRows(totals(shards).Rows)
	taken, rows, heldOut := 0, 0, 0
	for _, s := range slices.Backward(shards) { // as datasets.LoadWindow does
		if taken > 0 && taken+s.Facts.Rows > most {
			break
		}
		taken += max(1, s.Facts.Rows)
		rows += s.Facts.Rows
		heldOut += s.Facts.HeldOut
	}
	return c.stepsOn(c.usable(totals(shards[seen:]).Rows, rows, rows-heldOut))
}

// emptyGames are so many games without any position that others are not expected
// to hold one.
const emptyGames = 100

// barren returns an error, with what to change, if the games of the shards behind
// the first seen of them leave no hope that others are of use to a training.
func (c Config) barren(shards []datasets.Record, seen int) error {
	fresh := totals(shards[seen:])
	if fresh.Rows > 0 || fresh.Games < emptyGames {
		return nil
	}
	return fmt.Errorf("%w: %d games hold no searched position: begin another run with a larger max_plies or full_share of [selfplay] or a smaller random_plies",
		ErrConfig, fresh.Games)
}

// fresh returns the shards that no training has seen.
func (r *Run) fresh() []datasets.Record { return r.shards()[r.seen():] }

// SelfPlayDone returns how many fresh games there are, and how many the next
// training is to have: the run's number, or more if they hold too few positions
// for a step.
func (r *Run) SelfPlayDone() (done, total int) {
	_, total = r.Config.due(r.shards(), r.seen())
	return totals(r.fresh()).Games, total
}

// FreshBy returns how many of the fresh games a net has played.
func (r *Run) FreshBy(generation int) int {
	games := 0
	for _, s := range r.fresh() {
		if s.Facts.Generation == generation {
			games += s.Facts.Games
		}
	}
	return games
}
