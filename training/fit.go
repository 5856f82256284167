package training

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

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
// The rows of the next batch are drawn and encoded while a step is made.
func Fit(ctx context.Context, t *Trainer, w Window, h Hooks) error {
	if len(w.Train()) == 0 {
		return errors.New("the window has no training rows")
	}
	now := h.Clock
	if now == nil {
		now = func() time.Time { return time.Time{} }
	}
	batches, stop := make(chan fed), make(chan struct{})
	var feeding sync.WaitGroup
	defer feeding.Wait() // nobody reads the window once Fit has returned
	defer close(stop)
	sampler, left := *t.sampler, t.planned-t.done
	feeding.Go(func() { t.feed(w, sampler, left, batches, stop) })
	for idle := now(); t.done < t.planned; idle = now() {
		next := <-batches
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		waited := now().Sub(idle)
		if next.err != nil {
			return next.err
		}
		m, err := t.Step(next.batch)
		if err != nil {
			return err
		}
		*t.sampler = next.sampler
		m.Waited = waited
		if err := t.after(m, w, h); err != nil {
			return err
		}
	}
	return nil
}

// fed is the batch of a step.
type fed struct {
	batch   *Batch
	sampler rand.PCG // state after its rows were drawn
	err     error
}

// feed hands over the batches of the given number of steps, until one fails or
// stop is closed. It fills two in turn, so whoever takes one must be done
// with the one before.
func (t *Trainer) feed(w Window, sampler rand.PCG, steps int, to chan<- fed, stop <-chan struct{}) {
	rng := rand.New(&sampler)
	filling, taken := t.NewBatch(), t.NewBatch()
	for range steps {
		err := t.fill(filling, w, rng)
		select {
		case to <- fed{filling, sampler, err}:
		case <-stop:
			return
		}
		if err != nil {
			return
		}
		filling, taken = taken, filling
	}
}

// fill replaces the rows of a batch by others, drawn evenly.
func (t *Trainer) fill(b *Batch, w Window, rng *rand.Rand) error {
	b.Reset()
	for train := w.Train(); b.Rows() < b.Size(); {
		if err := t.add(b, w, train[rng.IntN(len(train))]); err != nil {
			return err
		}
	}
	return nil
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
