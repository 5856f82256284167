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
	seen := r.seen()
	shards := r.shards()[:r.Config.due(r.shards(), seen)]
	fresh := totals(shards[seen:])
	if fresh.Rows == 0 {
		return Trained{}, fmt.Errorf("%w: net %d has played no games yet: play some first", ErrNoGames, generation)
	}
	rows := r.Config.Window.size(totals(shards).Rows)
	window, faults := datasets.LoadWindow(r.Dir, shards, rows, r.Config.Window.HeldOut)
	result := Trained{Generation: generation + 1, Faults: faults}
	if len(window.Train()) == 0 {
		return result, errors.Join(append(faults, fmt.Errorf("%w: the window has no rows", ErrNoGames))...)
	}
	steps, err := r.Config.steps(fresh.Rows, window)
	if err != nil {
		return result, errors.Join(append(faults, fmt.Errorf("net %d: %w", generation, err))...)
	}
	t, err := r.trainer(generation, steps)
	if err != nil {
		return result, err
	}
	t.Workers = workers
	result.Steps = t.Planned()
	metrics, err := r.openMetrics(generation+1, t.Done())
	if err != nil {
		return result, err
	}
	line := func(m *training.Metrics, e *training.Evaluation) {
		metrics.append(MetricsLine{generation + 1, t.Done(), t.Planned(), m, e})
	}
	if t.Done() == 0 {
		if result.Before, err = t.EvaluateHeldOut(window, heldOutRows); err != nil {
			return result, err
		}
		line(nil, &result.Before)
	} else if result.Before, err = r.heldOutBefore(generation + 1); err != nil {
		return result, err
	}
	saved := t.Done()
	checkpoint := func() error {
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
	return result, r.commitNet(next)
}

// steps returns how many steps a training makes on a window when the newest net
// has played rows for so many: each row is drawn Uses times on average in all
// the trainings that it is there for, none more often in one.
func (c Config) steps(fresh int, w *datasets.Window) (int, error) {
	share := float64(len(w.Train())) / float64(w.Len())
	rows := float64(min(fresh, w.Len())) * share
	steps := int(c.Window.Uses * rows / float64(c.Training.Batch))
	if steps == 0 {
		missing := float64(c.Training.Batch)/c.Window.Uses - rows
		return 0, fmt.Errorf("%w: it has %.0f positions for it, of which each is used %v times, and a step needs %d: %.0f more positions are missing",
			ErrNoGames, rows, c.Window.Uses, c.Training.Batch, math.Ceil(missing))
	}
	return steps, nil
}

// trainer returns the training of the net after the given one: from its
// checkpoint, or from its beginning. A checkpoint of an earlier training is of
// no more use.
func (r *Run) trainer(generation, steps int) (*training.Trainer, error) {
	data, err := os.ReadFile(filepath.Join(r.Dir, filepath.FromSlash(checkpointName)))
	if err == nil {
		t, err := training.ReadCheckpoint(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w: remove it to train net %d from its beginning", checkpointName, err, generation+1)
		}
		if t.Network().Generation == generation {
			return t, nil
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	n, err := r.Net(generation)
	if err != nil {
		return nil, err
	}
	return training.New(r.Config.Training, n, steps, r.Config.Seed^trainingStream+uint64(generation))
}

// heldOutBefore returns the evaluation from before the training of a net that is
// under way.
func (r *Run) heldOutBefore(generation int) (training.Evaluation, error) {
	history, err := r.History()
	for _, t := range history {
		if t.Generation == generation {
			return t.Before, err
		}
	}
	return training.Evaluation{}, err
}
