package learn

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"drafthorse/datasets"
	"drafthorse/run"
	"drafthorse/training"
)

// trainingStream is the stream of chance that the order of a training's rows comes
// from. Its seed is divided into streams, those of the games having their numbers.
const trainingStream = 1 << 63

// heldOutRows is the most held-out rows that one look takes.
const heldOutRows = 8192

// readCheckpoint returns the training under way of the net after the given one,
// nil if there is none. A checkpoint of an earlier training is of no more use.
func (s *site) readCheckpoint(generation int) (*training.Trainer, error) {
	data, err := os.ReadFile(filepath.Join(s.Dir, filepath.FromSlash(run.CheckpointName)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	t, err := training.ReadCheckpoint(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: remove it to train net %d from its beginning", run.CheckpointName, err, generation+1)
	}
	if t.Network().Generation < generation {
		return nil, nil
	}
	from, err := s.CouldBeOurs(generation, t.From)
	if err != nil {
		return nil, err
	}
	var wrong string
	switch {
	case t.Network().Generation > generation:
		wrong = fmt.Sprintf("it trains net %d", t.Network().Generation+1)
	case t.Network().Size != s.Config.Net || t.Config() != s.Config.Training:
		wrong = "it is of a run with another configuration"
	case !from:
		wrong = "it began with another net"
	case t.Shards > 0 && (t.Shards <= s.state.seen || t.Shards > s.state.shards()):
		wrong = fmt.Sprintf("it has seen %d shards of %d, and net %d has seen %d", t.Shards, s.state.shards(), generation, s.state.seen)
	default:
		return t, nil
	}
	return nil, fmt.Errorf("%s: %w: %s: remove it to train net %d from its beginning", run.CheckpointName, training.ErrCheckpoint, wrong, generation+1)
}

// beginTraining returns the training of the net after the given one from its
// beginning.
func (s *site) beginTraining(generation, steps int) (*training.Trainer, error) {
	n, err := s.Net(generation)
	if err != nil {
		return nil, err
	}
	return training.New(s.Config.Training, n, steps, s.Config.Seed^trainingStream+uint64(generation))
}

// heldOutBefore returns what metrics.jsonl says of the held-out rows from before
// the first step of a training, nil if there has been none or the line is lost.
func (s *site) heldOutBefore(t *training.Trainer) (*training.Evaluation, error) {
	lines, err := s.Metrics()
	if t.Done() == 0 {
		return nil, err
	}
	for _, line := range lines {
		if line.Generation == t.Network().Generation+1 && line.Step == 0 && line.HeldOut != nil {
			return line.HeldOut, err
		}
	}
	return nil, err
}

// evaluateBefore judges the net that a training begins with by the held-out rows.
func (s *site) evaluateBefore(t *training.Trainer, w *datasets.Window) (*training.Evaluation, error) {
	begun, err := t, error(nil)
	if t.Done() > 0 {
		begun, err = s.beginTraining(t.Network().Generation, t.Planned())
	}
	if err != nil {
		return nil, err
	}
	begun.Workers = t.Workers
	e, err := begun.EvaluateHeldOut(w, heldOutRows)
	return &e, err
}
