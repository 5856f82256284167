package training

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"drafthorse/datasets"
)

// Window is the rows that [Fit] draws from; [*datasets.Window] is one. A row is
// named by an index. The slices and rows are not changed and must stay the same
// while Fit runs.
type Window interface {
	Row(i int) *datasets.Row
	Train() []int   // the rows to fit to
	HeldOut() []int // the rows to judge by, of other games
}

// Hooks says what [Fit] does between its steps. A function that is nil is not
// called.
type Hooks struct {
	Stepped func(Metrics) // after each step

	EvaluateEvery int                       // steps between evaluations; 0 is only after the last step
	HeldOutRows   int                       // the most rows an evaluation looks at, spread evenly; 0 is all
	Evaluated     func(Metrics, Evaluation) // after each evaluation; with the metrics of the step before it

	CheckpointEvery int          // steps between checkpoints; 0 is never
	Checkpoint      func() error // writes one, with [Trainer.WriteCheckpoint]
}

// Fit makes the steps that t's plan has left, each on rows drawn evenly and with
// replacement from the window's training rows. Evaluations change nothing that
// training depends on.
//
// When ctx is done, Fit finishes the step it is in and returns ctx's cause; t is
// then between two steps, ready for a checkpoint or for another call of Fit.
func Fit(ctx context.Context, t *Trainer, w Window, h Hooks) error {
	train := w.Train()
	if len(train) == 0 {
		return errors.New("the window has no training rows")
	}
	rng := rand.New(t.sampler)
	batch := t.NewBatch()
	for t.done < t.planned {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		batch.Reset()
		for batch.Rows() < batch.Size() {
			if err := t.add(batch, w, train[rng.IntN(len(train))]); err != nil {
				return err
			}
		}
		m, err := t.Step(batch)
		if err != nil {
			return err
		}
		if h.Stepped != nil {
			h.Stepped(m)
		}
		last := t.done == t.planned
		if h.Evaluated != nil && (last || due(t.done, h.EvaluateEvery)) {
			e, err := t.EvaluateHeldOut(w, h.HeldOutRows)
			if err != nil {
				return err
			}
			h.Evaluated(m, e)
		}
		if h.Checkpoint != nil && due(t.done, h.CheckpointEvery) {
			if err := h.Checkpoint(); err != nil {
				return fmt.Errorf("checkpoint after step %d: %w", t.done, err)
			}
		}
	}
	return nil
}

// due reports whether what happens every so many steps, never if 0, happens
// after this one.
func due(step, every int) bool { return every > 0 && step%every == 0 }

// EvaluateHeldOut judges the network by the window's held-out rows, or by most
// of them spread evenly if there are more and most is not 0: the same ones each
// time. Without held-out rows the result is zero.
func (t *Trainer) EvaluateHeldOut(w Window, most int) (Evaluation, error) {
	rows := w.HeldOut()
	n := len(rows)
	if most > 0 {
		n = min(n, most)
	}
	var all Evaluation
	batch := t.NewBatch()
	for i := range n {
		row := rows[i*len(rows)/n]
		if w.Row(row).Weight > 0 {
			if err := t.add(batch, w, row); err != nil {
				return Evaluation{}, err
			}
		}
		if batch.Rows() == batch.Size() || i == n-1 && batch.Rows() > 0 {
			e, err := t.Evaluate(batch)
			if err != nil {
				return Evaluation{}, err
			}
			all = all.With(e)
			batch.Reset()
		}
	}
	return all, nil
}

func (t *Trainer) add(b *Batch, w Window, row int) error {
	if err := b.Add(w.Row(row), &t.config); err != nil {
		return fmt.Errorf("row %d of the window: %w", row, err)
	}
	return nil
}
