package learn

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"drafthorse/datasets"
	"drafthorse/run"
	"drafthorse/training"
)

const (
	reportEvery     = 50  // steps between two lines of metrics.jsonl
	evaluateEvery   = 200 // steps between two looks at the held-out rows
	checkpointEvery = 200 // steps between two checkpoints
)

// fitting is a training under way.
type fitting struct {
	*site
	trainer *training.Trainer
	window  *datasets.Window
	metrics *run.Journal
	result  run.Trained
	saved   int // steps that the checkpoint has
	waited  time.Duration
}

// train fits the newest net to the window of newest rows and commits the result as
// the next net, the same with any number of workers. It goes on from a checkpoint
// where there is one. The function report is called after each step. When ctx is
// cancelled it writes a checkpoint first.
func (s *site) train(ctx context.Context, shards int, report func(done, planned int, m training.Metrics)) (run.Trained, error) {
	// The window is most of the memory and lives to the end.
	defer debug.SetGCPercent(debug.SetGCPercent(25))
	generation := s.Generation()
	t, err := s.readCheckpoint(generation)
	if err != nil {
		return run.Trained{}, err
	}
	if t != nil && t.Shards > 0 {
		shards = t.Shards
	}
	f := &fitting{site: s, trainer: t, result: run.Trained{Generation: generation + 1}}
	if err := f.load(shards); err != nil {
		return f.result, err
	}
	if err := f.begin(shards); err != nil {
		return f.result, err
	}
	err = f.fit(ctx, report)
	if err != nil && errors.Is(err, context.Cause(ctx)) {
		return f.result, errors.Join(err, f.checkpoint(), f.metrics.Close())
	}
	if err := errors.Join(err, f.metrics.Close()); err != nil {
		return f.result, err
	}
	if f.result.After.Rows == 0 { // a checkpoint of the last step left nothing to do
		if f.result.After, err = f.trainer.EvaluateHeldOut(f.window, heldOutRows); err != nil {
			return f.result, err
		}
	}
	next := f.trainer.Network()
	next.Generation = generation + 1
	err = s.CommitNet(next, shards)
	s.takeIn()
	return f.result, err
}

// load reads the window of the training that sees the first shards.
func (f *fitting) load(shards int) error {
	s := f.state
	fresh := s.between(s.seen, shards)
	if fresh.rows == 0 {
		f.result = run.Trained{}
		return f.noRows(fresh)
	}
	if err := s.windowFits(shards); err != nil {
		f.result = run.Trained{}
		return err
	}
	rows := windowRows(f.Config, s.between(0, shards).rows)
	window, faults, err := datasets.LoadWindow(f.Dir, f.Shards()[:shards], rows, f.Config.Window.HeldOut)
	if err != nil {
		f.result = run.Trained{}
		return err
	}
	f.window, f.result.Faults = window, faults
	if len(window.Train()) == 0 {
		return errors.Join(append(faults, fmt.Errorf("%w: the window has no rows", ErrNoGames))...)
	}
	return nil
}

// begin begins the training, unless it goes on from a checkpoint, and its lines of
// metrics.jsonl, of which the first tells how the net did before.
func (f *fitting) begin(shards int) error {
	generation := f.result.Generation - 1
	if f.trainer == nil {
		steps, err := f.plan(shards)
		if err != nil {
			return errors.Join(append(f.result.Faults, fmt.Errorf("net %d: %w", generation, err))...)
		}
		if f.trainer, err = f.beginTraining(generation, steps); err != nil {
			return err
		}
	}
	t := f.trainer
	t.Workers, t.Shards = f.Workers, shards
	f.result.Steps, f.saved = t.Planned(), t.Done()
	before, err := f.heldOutBefore(t)
	if err != nil {
		return err
	}
	kept := t.Done() // steps whose lines are kept
	if before == nil {
		kept = 0
	}
	if f.metrics, err = f.OpenMetrics(generation+1, kept); err != nil {
		return err
	}
	if before == nil {
		if before, err = f.evaluateBefore(t, f.window); err != nil {
			return err
		}
		f.metrics.Append(run.MetricsLine{Generation: generation + 1, Steps: t.Planned(), HeldOut: before})
	}
	f.result.Before = *before
	return nil
}

// fit makes the steps.
func (f *fitting) fit(ctx context.Context, report func(done, planned int, m training.Metrics)) error {
	t := f.trainer
	line := func(m *training.Metrics, e *training.Evaluation) {
		f.metrics.Append(run.MetricsLine{Generation: f.result.Generation, Step: t.Done(), Steps: t.Planned(), Train: m, HeldOut: e})
	}
	began := time.Now()
	err := training.Fit(ctx, t, f.window, training.Hooks{
		Clock: time.Now,
		Stepped: func(m training.Metrics) {
			f.waited += m.Waited
			evaluated := m.Step%evaluateEvery == 0 || m.Step == t.Planned() // has its line from there
			if m.Step%reportEvery == 0 && !evaluated {
				line(&m, nil)
			}
			report(t.Done(), t.Planned(), m)
		},
		EvaluateEvery: evaluateEvery,
		HeldOutRows:   heldOutRows,
		Evaluated: func(m training.Metrics, e training.Evaluation) {
			f.result.After = e
			line(&m, &e)
		},
		CheckpointEvery: checkpointEvery,
		Checkpoint:      f.checkpoint,
	})
	f.result.Waited = f.waited.Seconds() / time.Since(began).Seconds()
	if errors.Is(err, training.ErrDiverged) {
		err = fmt.Errorf("%w; net %d stays the newest, with the checkpoint of step %d of the next", err, f.result.Generation-1, f.saved)
	}
	return err
}

// checkpoint puts the lines of the steps before it on the disk first: no later
// training makes them again.
func (f *fitting) checkpoint() error {
	if err := f.metrics.Sync(); err != nil {
		return err
	}
	f.saved = f.trainer.Done()
	return f.Manifest.Replace(run.CheckpointName, f.trainer.WriteCheckpoint)
}

// noRows returns the error of a training whose fresh games hold no positions.
func (s *site) noRows(fresh sums) error {
	if err := neverTrainable(fresh.games, fresh.rows); err != nil {
		return err
	}
	if fresh.games > 0 {
		return fmt.Errorf("%w: the %d games for net %d hold no searched position yet: play on", ErrNoGames, fresh.games, s.Generation()+1)
	}
	return fmt.Errorf("%w: net %d has played no games yet: play some first", ErrNoGames, s.Generation())
}

// plan returns how many steps the training makes that sees the first shards. Where
// the records promise a step, damage to some shards leaves at least one.
func (f *fitting) plan(shards int) (int, error) {
	s := f.state
	n, err := steps(f.Config, s.between(s.seen, shards).rows, f.window)
	if err == nil {
		return n, nil
	}
	if s.recordedSteps(shards, s.seen) > 0 {
		return 1, nil
	}
	return 0, fmt.Errorf("%w: play on", err)
}
