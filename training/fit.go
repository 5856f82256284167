package training

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"drafthorse/datasets"
	"drafthorse/parallel"
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
	Stepped func(Metrics)    // after each step
	Clock   func() time.Time // for [Metrics.Waited]

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
//
// The rows of the next batches are drawn and encoded while a step is made.
func Fit(ctx context.Context, t *Trainer, w Window, h Hooks) error {
	train := w.Train()
	if len(train) == 0 {
		return errors.New("the window has no training rows")
	}
	used := make(chan *Batch, 1)
	now := h.Clock
	if now == nil {
		now = func() time.Time { return time.Time{} }
	}
	idle := now()
	return parallel.Ordered(ctx, 1, parallel.Numbers(t.done, t.planned), t.feeder(w, used), func(f fed) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		waited := now().Sub(idle)
		if f.err != nil {
			return f.err
		}
		m, err := t.Step(f.batch)
		if err != nil {
			return err
		}
		*t.sampler = f.sampler
		select {
		case used <- f.batch:
		default:
		}
		m.Waited = waited
		if err := t.after(m, w, h); err != nil {
			return err
		}
		idle = now()
		return nil
	})
}

// fed is the batch of a step.
type fed struct {
	batch   *Batch
	sampler rand.PCG // state after its rows were drawn
	err     error
}

// feeder returns a function that makes what fills the batches of the steps to
// come, one after the other. It fills used ones again.
func (t *Trainer) feeder(w Window, used <-chan *Batch) func() func(step int) fed {
	train, sampler := w.Train(), *t.sampler
	return func() func(int) fed {
		rng := rand.New(&sampler)
		return func(int) fed {
			var batch *Batch
			select {
			case batch = <-used:
				batch.Reset()
			default:
				batch = t.NewBatch()
			}
			for batch.Rows() < batch.Size() {
				if err := t.add(batch, w, train[rng.IntN(len(train))]); err != nil {
					return fed{err: err}
				}
			}
			return fed{batch, sampler, nil}
		}
	}
}

// after does what the hooks ask for after a step.
func (t *Trainer) after(m Metrics, w Window, h Hooks) error {
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
	if err := b.Add(w.Row(row), t.config.OutcomeShare); err != nil {
		return fmt.Errorf("row %d of the window: %w", row, err)
	}
	return nil
}
