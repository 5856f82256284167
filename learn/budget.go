package learn

import (
	"errors"
	"fmt"
	"math"

	"drafthorse/datasets"
	"drafthorse/run"
)

// ErrNoGames is wrapped by the error of a training for which no game, or too few
// for one step, has been played.
var ErrNoGames = errors.New("nothing to train on")

// mostRows is how many rows a window grows to at most.
const mostRows = 10_000_000

// windowSize returns how many of a run's rows the window holds (Wu, "Accelerating
// self-play learning in Go", 2019, appendix C).
func windowSize(w run.Window, rows int) int {
	c := float64(w.Rows)
	times := max(1, float64(rows)/c)
	return int(c * (1 + w.Growth*(math.Pow(times, w.Exponent)-1)/w.Exponent))
}

// windowRows returns how many of a run's rows the window of its next training
// holds: what [run.Window] says, but no fewer than two steps need, so that whole
// shards are enough for one. Rows beyond the cap are held only if Rows asks for them.
func windowRows(c run.Config, rows int) int {
	share := 1.
	if c.Window.HeldOut > 0 {
		share -= 1 / float64(c.Window.HeldOut)
	}
	step := math.Ceil(float64(c.Training.Batch) / c.Window.Uses / share)
	return max(min(windowSize(c.Window, rows), mostRows), c.Window.Rows, 2*int(step))
}

// rowBudget returns how many training rows a training may spend: the fresh rows, at
// most the whole window, times the share of the window that is not held out.
func rowBudget(fresh, window, notHeldOut int) float64 {
	if window == 0 {
		return 0
	}
	share := float64(notHeldOut) / float64(window)
	return float64(min(fresh, window)) * share
}

// stepsOn returns how many steps spend a number of rows: each is drawn Uses times on
// average in all the trainings that it is there for, none more often in one.
func stepsOn(c run.Config, rows float64) int {
	return int(c.Window.Uses * rows / float64(c.Training.Batch))
}

// steps returns how many steps a training makes on a window with a number of fresh
// rows.
func steps(c run.Config, fresh int, w *datasets.Window) (int, error) {
	rows := rowBudget(fresh, w.Len(), len(w.Train()))
	n := stepsOn(c, rows)
	if n == 0 {
		missing := float64(c.Training.Batch)/c.Window.Uses - rows
		return 0, fmt.Errorf("%w: it has %.0f positions for it, of which each is used %v times, and a step needs %d: %.0f more positions are missing",
			ErrNoGames, rows, c.Window.Uses, c.Training.Batch, math.Ceil(missing))
	}
	return n, nil
}

// emptyGames is a number of games without any position after which others are not
// expected to hold one.
const emptyGames = 100

// neverTrainable returns an error, with what to change, if games that no training
// has seen leave no hope that others are of use to one.
func neverTrainable(games, rows int) error {
	if rows > 0 || games < emptyGames {
		return nil
	}
	return fmt.Errorf("%w: %d games hold no searched position: begin another run with a larger max_plies or full_share of [selfplay] or a smaller random_plies",
		run.ErrConfig, games)
}
