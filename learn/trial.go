package learn

import (
	"context"
	"errors"
	"fmt"

	"drafthorse/datasets"
	"drafthorse/internal/memory"
	"drafthorse/net"
	"drafthorse/run"
	"drafthorse/store"
	"drafthorse/training"
)

// Trial trains a net from random weights on the newest games of the run in a
// folder, with any configuration, and changes nothing in the run: it is for
// comparing configurations by what they make of the same games, and returns the
// net too. The held-out games are the run's own whatever the seed, which decides
// the first weights and the order of the rows. Every row of c's window is used [Window.Uses] times.
func Trial(ctx context.Context, dir string, c run.Config, workers int, report func(done, planned int, m training.Metrics)) (run.Trained, *net.Network, error) {
	if err := c.Validate(); err != nil {
		return run.Trained{}, nil, err
	}
	known, err := run.Records(dir)
	if err != nil {
		return run.Trained{}, nil, err
	}
	shards := store.OfKind(known, run.KindShard)
	counted := NewState(c)
	for _, r := range shards {
		counted.Add(r)
	}
	if err := fits(counted.between(counted.window(len(shards), c.Window.Rows), len(shards)).rows, memory.Limit()); err != nil {
		return run.Trained{}, nil, err
	}
	window, faults, err := datasets.LoadWindow(dir, shards, c.Window.Rows, c.Window.HeldOut)
	if err != nil {
		return run.Trained{}, nil, err
	}
	result := run.Trained{Faults: faults}
	if len(window.Train()) == 0 {
		return result, nil, errors.Join(append(faults, fmt.Errorf("%w: the window has no rows", ErrNoGames))...)
	}
	steps, err := steps(c, window.Len(), window)
	if err != nil {
		return result, nil, err
	}
	n := c.RandomNet()
	t, err := training.New(c.Training, n, steps, c.Seed^trainingStream)
	if err != nil {
		return result, nil, err
	}
	t.Workers = workers
	result.Steps = steps
	if result.Before, err = t.EvaluateHeldOut(window, 0); err != nil {
		return result, nil, err
	}
	err = training.Fit(ctx, t, window, training.Hooks{
		Stepped:   func(m training.Metrics) { report(t.Done(), t.Planned(), m) },
		Evaluated: func(_ training.Metrics, e training.Evaluation) { result.After = e },
	})
	return result, t.Network(), err
}
