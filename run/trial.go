package run

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"drafthorse/datasets"
	"drafthorse/internal/memory"
	"drafthorse/net"
	"drafthorse/store"
	"drafthorse/training"
)

// TrialConfig returns the configuration of a trial on the games of the run in
// folder dir: that of the run, but for the lines of TOML in set. A key that makes no
// difference to a trial is refused. Where the run has a key of an earlier version
// with which its trainings were others, set must give it the value without.
func TrialConfig(dir string, set []string) (Config, error) {
	begun, old, _, err := readConfig(dir)
	if err != nil {
		return begun, err
	}
	c := begun
	given, err := c.parse("--set", []byte(strings.Join(set, "\n")))
	if err != nil {
		return c, err
	}
	old = slices.DeleteFunc(old, func(k oldKey) bool {
		return slices.ContainsFunc(given, func(g oldKey) bool { return g.key == k.key })
	})
	if err := errors.Join(refuse(given, anything), refuse(old, trainings)); err != nil {
		return c, err
	}
	if err := c.Validate(); err != nil {
		return c, err
	}
	other := c
	other.Seed, other.Net, other.Training = begun.Seed, begun.Net, begun.Training
	other.Window.Rows, other.Window.HeldOut, other.Window.Uses = begun.Window.Rows, begun.Window.HeldOut, begun.Window.Uses
	key := "init"
	if other.Init == begun.Init {
		key, _, _ = begun.difference(other)
	}
	if key != "" {
		return c, fmt.Errorf("%w: --set: a trial has no use for %s: want seed, window.rows, window.held_out, window.uses or a key of net or training", ErrConfig, key)
	}
	return c, nil
}

// Trial trains a net from random weights on the newest games of the run in a
// folder, with any configuration, and changes nothing in the run: it is for
// comparing configurations by what they make of the same games, and returns the
// net too. The held-out games are the run's own whatever the seed, which decides
// the first weights and the order of the rows. Every row of c's window is used [Window.Uses] times.
func Trial(ctx context.Context, dir string, c Config, workers int, report func(done, planned int, m training.Metrics)) (Trained, *net.Network, error) {
	if err := c.Validate(); err != nil {
		return Trained{}, nil, err
	}
	known, err := records(dir)
	if err != nil {
		return Trained{}, nil, err
	}
	shards := store.OfKind(known, KindShard)
	var counted tally
	counted.goOn(shards, nil, c.Games)
	if err := fits(counted.between(counted.window(len(shards), c.Window.Rows), len(shards)).rows, memory.Limit()); err != nil {
		return Trained{}, nil, err
	}
	window, faults, err := datasets.LoadWindow(dir, shards, c.Window.Rows, c.Window.HeldOut)
	if err != nil {
		return Trained{}, nil, err
	}
	result := Trained{Faults: faults}
	if len(window.Train()) == 0 {
		return result, nil, errors.Join(append(faults, fmt.Errorf("%w: the window has no rows", ErrNoGames))...)
	}
	steps, err := c.steps(window.Len(), window)
	if err != nil {
		return result, nil, err
	}
	n := net.Random(c.Net, rand.New(rand.NewPCG(c.Seed, netStream)))
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
