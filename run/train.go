package run

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"drafthorse/datasets"
	"drafthorse/training"
)

// ErrNoGames is wrapped by Train's error when the newest net has played no game,
// or too few for one step.
var ErrNoGames = errors.New("nothing to train on")

const (
	reportEvery     = 50   // steps between two lines of metrics.jsonl
	evaluateEvery   = 200  // steps between two looks at the held-out rows
	checkpointEvery = 200  // steps between two checkpoints
	heldOutRows     = 8192 // the most that one look takes
)

// MetricsLine is a line of metrics.jsonl.
type MetricsLine struct {
	Generation int                  `json:"generation"` // of the net that the training makes
	Step       int                  `json:"step"`       // of this training
	Steps      int                  `json:"steps"`      // planned
	Train      *training.Metrics    `json:"train,omitempty"`
	HeldOut    *training.Evaluation `json:"held_out,omitempty"`
}

// Trained is what a training did.
type Trained struct {
	Generation int                 `json:"generation"` // of the net it made
	Steps      int                 `json:"steps"`
	Before     training.Evaluation `json:"before"` // on the held-out rows
	After      training.Evaluation `json:"after"`
	Waited     float64             `json:"-"` // share of the time of this call that steps waited for their rows, 0 to 1
	Faults     []error             `json:"-"` // shards that had to be left out
}

// Train fits the newest net to the window of newest rows and commits the result
// as the next net, the same with any number of workers. It goes on from a
// checkpoint where there is one. The function report is called after each step.
// When ctx is cancelled it writes a checkpoint first.
func (r *Run) Train(ctx context.Context, workers int, report func(done, planned int, m training.Metrics)) (Trained, error) {
	// The window is most of the memory and lives to the end.
	defer debug.SetGCPercent(debug.SetGCPercent(25))
	generation := r.Generation()
	t, err := r.readCheckpoint(generation)
	if err != nil {
		return Trained{}, err
	}
	counted := r.tally()
	seen := counted.seen
	end, _ := r.Config.due(counted, seen)
	if t != nil && t.Shards > 0 {
		end = t.Shards
	}
	shards := r.shards()[:end]
	fresh := counted.between(seen, end)
	if fresh.rows == 0 {
		return Trained{}, r.noRows(fresh)
	}
	if err := r.windowFits(end); err != nil {
		return Trained{}, err
	}
	rows := r.Config.windowRows(counted.between(0, end).rows)
	window, faults, err := datasets.LoadWindow(r.Dir, shards, rows, r.Config.Window.HeldOut)
	if err != nil {
		return Trained{}, err
	}
	result := Trained{Generation: generation + 1, Faults: faults}
	if len(window.Train()) == 0 {
		return result, errors.Join(append(faults, fmt.Errorf("%w: the window has no rows", ErrNoGames))...)
	}
	if t == nil {
		steps, err := r.plan(end, seen, window)
		if err != nil {
			return result, errors.Join(append(faults, fmt.Errorf("net %d: %w", generation, err))...)
		}
		if t, err = r.beginTraining(generation, steps); err != nil {
			return result, err
		}
	}
	t.Workers, t.Shards = workers, len(shards)
	result.Steps = t.Planned()
	before, err := r.heldOutBefore(t)
	if err != nil {
		return result, err
	}
	kept := t.Done() // steps whose lines are kept
	if before == nil {
		kept = 0
	}
	metrics, err := r.openMetrics(generation+1, kept)
	if err != nil {
		return result, err
	}
	if before == nil {
		if before, err = r.evaluateBefore(t, window); err != nil {
			return result, err
		}
		metrics.append(MetricsLine{generation + 1, 0, t.Planned(), nil, before})
	}
	result.Before = *before
	line := func(m *training.Metrics, e *training.Evaluation) {
		metrics.append(MetricsLine{generation + 1, t.Done(), t.Planned(), m, e})
	}
	saved := t.Done()
	// The lines of the steps before a checkpoint are on the disk before it is: no
	// later training makes them again.
	checkpoint := func() error {
		if err := metrics.sync(); err != nil {
			return err
		}
		saved = t.Done()
		return r.manifest.Replace(checkpointName, t.WriteCheckpoint)
	}
	began, waited := time.Now(), time.Duration(0)
	err = training.Fit(ctx, t, window, training.Hooks{
		Clock: time.Now,
		Stepped: func(m training.Metrics) {
			waited += m.Waited
			evaluated := m.Step%evaluateEvery == 0 || m.Step == t.Planned() // has its line from there
			if m.Step%reportEvery == 0 && !evaluated {
				line(&m, nil)
			}
			report(t.Done(), t.Planned(), m)
		},
		EvaluateEvery: evaluateEvery,
		HeldOutRows:   heldOutRows,
		Evaluated: func(m training.Metrics, e training.Evaluation) {
			result.After = e
			line(&m, &e)
		},
		CheckpointEvery: checkpointEvery,
		Checkpoint:      checkpoint,
	})
	result.Waited = waited.Seconds() / time.Since(began).Seconds()
	if errors.Is(err, training.ErrDiverged) {
		err = fmt.Errorf("%w; net %d stays the newest, with the checkpoint of step %d of the next", err, generation, saved)
	}
	if err != nil && errors.Is(err, context.Cause(ctx)) {
		return result, errors.Join(err, checkpoint(), metrics.close())
	}
	if err := errors.Join(err, metrics.close()); err != nil {
		return result, err
	}
	if result.After.Rows == 0 { // a checkpoint of the last step left nothing to do
		if result.After, err = t.EvaluateHeldOut(window, heldOutRows); err != nil {
			return result, err
		}
	}
	next := t.Network()
	next.Generation = generation + 1
	return result, r.commitNet(next, len(shards))
}

// noRows returns the error of a training whose fresh games hold no positions.
func (r *Run) noRows(fresh sums) error {
	if err := r.Config.barren(fresh); err != nil {
		return err
	}
	if fresh.games > 0 {
		return fmt.Errorf("%w: the %d games for net %d hold no searched position yet: play on", ErrNoGames, fresh.games, r.Generation()+1)
	}
	return fmt.Errorf("%w: net %d has played no games yet: play some first", ErrNoGames, r.Generation())
}

// plan returns how many steps the training makes that sees the shards up to end.
// Where the records promise a step, damage to some shards leaves at least one.
func (r *Run) plan(end, seen int, w *datasets.Window) (int, error) {
	steps, err := r.Config.steps(r.tally().between(seen, end).rows, w)
	if err == nil {
		return steps, nil
	}
	if r.Config.recordedSteps(r.tally(), end, seen) > 0 {
		return 1, nil
	}
	return 0, fmt.Errorf("%w: play on", err)
}

// usable returns how many rows the steps of a training may use when its window has
// so many rows, train of them not held out, and the newest net has played rows for
// so many.
func (c Config) usable(fresh, rows, train int) float64 {
	if rows == 0 {
		return 0
	}
	share := float64(train) / float64(rows)
	return float64(min(fresh, rows)) * share
}

// stepsOn returns how many steps use so many rows: each is drawn Uses times on
// average in all the trainings that it is there for, none more often in one.
func (c Config) stepsOn(rows float64) int {
	return int(c.Window.Uses * rows / float64(c.Training.Batch))
}

// steps returns how many steps a training makes on a window when the newest net
// has played rows for so many.
func (c Config) steps(fresh int, w *datasets.Window) (int, error) {
	rows := c.usable(fresh, w.Len(), len(w.Train()))
	steps := c.stepsOn(rows)
	if steps == 0 {
		missing := float64(c.Training.Batch)/c.Window.Uses - rows
		return 0, fmt.Errorf("%w: it has %.0f positions for it, of which each is used %v times, and a step needs %d: %.0f more positions are missing",
			ErrNoGames, rows, c.Window.Uses, c.Training.Batch, math.Ceil(missing))
	}
	return steps, nil
}

// readCheckpoint returns the training under way of the net after the given one,
// nil if there is none. A checkpoint of an earlier training is of no more use.
func (r *Run) readCheckpoint(generation int) (*training.Trainer, error) {
	data, err := os.ReadFile(filepath.Join(r.Dir, filepath.FromSlash(checkpointName)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	t, err := training.ReadCheckpoint(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: remove it to train net %d from its beginning", checkpointName, err, generation+1)
	}
	if t.Network().Generation < generation {
		return nil, nil
	}
	from, err := r.mayBe(generation, t.From)
	if err != nil {
		return nil, err
	}
	var wrong string
	switch {
	case t.Network().Generation > generation:
		wrong = fmt.Sprintf("it trains net %d", t.Network().Generation+1)
	case t.Network().Size != r.Config.Net || t.Config() != r.Config.Training:
		wrong = "it is of a run with another configuration"
	case !from:
		wrong = "it began with another net"
	case t.Shards > 0 && (t.Shards <= r.tally().seen || t.Shards > r.tally().shards()):
		wrong = fmt.Sprintf("it has seen %d shards of %d, and net %d has seen %d", t.Shards, r.tally().shards(), generation, r.tally().seen)
	default:
		return t, nil
	}
	return nil, fmt.Errorf("%s: %w: %s: remove it to train net %d from its beginning", checkpointName, training.ErrCheckpoint, wrong, generation+1)
}

// beginTraining returns the training of the net after the given one from its
// beginning.
func (r *Run) beginTraining(generation, steps int) (*training.Trainer, error) {
	n, err := r.Net(generation)
	if err != nil {
		return nil, err
	}
	return training.New(r.Config.Training, n, steps, r.Config.Seed^trainingStream+uint64(generation))
}

// heldOutBefore returns what metrics.jsonl says of the held-out rows from before
// the first step of a training, nil if there has been none or the line is lost.
func (r *Run) heldOutBefore(t *training.Trainer) (*training.Evaluation, error) {
	lines, err := r.Metrics()
	if t.Done() == 0 {
		return nil, err
	}
	for _, l := range lines {
		if l.Generation == t.Network().Generation+1 && l.Step == 0 && l.HeldOut != nil {
			return l.HeldOut, err
		}
	}
	return nil, err
}

// evaluateBefore judges the net that a training begins with by the held-out rows.
func (r *Run) evaluateBefore(t *training.Trainer, w *datasets.Window) (*training.Evaluation, error) {
	begun, err := t, error(nil)
	if t.Done() > 0 {
		begun, err = r.beginTraining(t.Network().Generation, t.Planned())
	}
	if err != nil {
		return nil, err
	}
	begun.Workers = t.Workers
	e, err := begun.EvaluateHeldOut(w, heldOutRows)
	return &e, err
}
