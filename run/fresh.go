package run

import "fmt"

// A training sees the run's shards in the order of their records, up to the one
// with which the games that no training has seen reach the run's number. If they
// hold too few positions for one step, it takes twice the number, and so on. A
// training that is asked for before that sees what there is. How many shards it
// sees stands in its checkpoint and in its net's record. So the manifest alone
// says which games a net was trained on and which are fresh, also where self-play
// goes on during a training. Where it does not, the fresh games are those that
// the newest net has played.

// due returns how many of the shards a training sees when the one before it has
// seen the first seen of them, and the number of games for which it waits.
func (c Config) due(t *tally, seen int) (end, games int) {
	for games = c.Games; ; games *= 2 {
		end = t.reach(seen, games)
		if t.between(seen, end).games < games || !c.starves(t, end, seen) {
			return end, games
		}
	}
}

// starves reports whether the training that sees the shards up to end has too few
// positions for one step, and more games would help.
func (c Config) starves(t *tally, end, seen int) bool {
	return c.recordedSteps(t, end, seen) == 0 && c.barren(t.between(seen, end)) == nil
}

// recordedSteps is [Config.steps] by what the records say of the rows.
func (c Config) recordedSteps(t *tally, end, seen int) int {
	w := t.between(t.window(end, c.windowRows(t.between(0, end).rows)), end)
	return c.stepsOn(c.usable(t.between(seen, end).rows, w.rows, w.rows-w.heldOut))
}

// emptyGames are so many games without any position that others are not expected
// to hold one.
const emptyGames = 100

// barren returns an error, with what to change, if games that no training has seen
// leave no hope that others are of use to one.
func (c Config) barren(fresh sums) error {
	if fresh.rows > 0 || fresh.games < emptyGames {
		return nil
	}
	return fmt.Errorf("%w: %d games hold no searched position: begin another run with a larger max_plies or full_share of [selfplay] or a smaller random_plies",
		ErrConfig, fresh.games)
}

// SelfPlayDone returns how many fresh games there are, and how many the next
// training is to have: the run's number, or more if they hold too few positions
// for a step.
func (r *Run) SelfPlayDone() (done, total int) {
	t := r.tally()
	_, total = r.Config.due(t, t.seen)
	return t.between(t.seen, t.shards()).games, total
}

// FreshBy returns how many of the fresh games a net has played.
func (r *Run) FreshBy(generation int) int {
	games := 0
	for _, s := range r.shards()[r.tally().seen:] {
		if s.Facts.Generation == generation {
			games += s.Facts.Games
		}
	}
	return games
}
