package run

import (
	"fmt"
	"math"
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
	return c.recordedSteps(shards, seen) == 0 && c.hopeless(shards, seen) == nil
}

// recordedSteps is [Config.steps] by what the records say of the rows.
func (c Config) recordedSteps(shards []datasets.Record, seen int) int {
	all := totals(shards)
	taken, rows, heldOut := 0, 0, 0
	for _, s := range slices.Backward(shards) { // as datasets.LoadWindow does
		if taken > 0 && taken+s.Facts.Rows > c.Window.size(all.Rows) {
			break
		}
		taken += max(1, s.Facts.Rows)
		rows += s.Facts.Rows
		heldOut += s.Facts.HeldOut
	}
	return c.stepsOn(c.usable(totals(shards[seen:]).Rows, rows, rows-heldOut))
}

// Beyond these numbers further games are not expected to help a training that has
// too few positions.
const (
	emptyGames = 100 // fresh games without any position
	freshTimes = 4   // times the positions that a step needs, all of them fresh
)

// hopeless returns an error if the training that sees all of the shards cannot
// make a step however many games are played, with what to change.
func (c Config) hopeless(shards []datasets.Record, seen int) error {
	fresh, heldOut := totals(shards[seen:]), 0
	for _, s := range shards[seen:] {
		heldOut += s.Facts.HeldOut
	}
	need := math.Ceil(float64(c.Training.Batch) / c.Window.Uses)
	switch {
	case fresh.Rows == 0 && fresh.Games >= emptyGames:
		return fmt.Errorf("%w: %d games hold no searched position: begin another run with a larger max_plies or full_share of [selfplay] or a smaller random_plies",
			ErrConfig, fresh.Games)
	case float64(fresh.Rows-heldOut) >= freshTimes*need && c.recordedSteps(shards, seen) == 0:
		return fmt.Errorf("%w: [window] rows is %d, too few for a step, which takes %.0f positions besides those held out: begin another run with more, say %.0f, or a larger uses or a smaller batch of [training]",
			ErrConfig, c.Window.Rows, need, freshTimes*need)
	}
	return nil
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
