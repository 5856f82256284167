package training

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"drafthorse/datasets"
	"drafthorse/net"
)

// rowsInMemory is a window of rows of which one game in four is held out.
type rowsInMemory struct {
	rows           []datasets.Row
	train, heldOut []int
}

func newRowsInMemory(rows []datasets.Row) *rowsInMemory {
	w := &rowsInMemory{rows: rows}
	for i := range rows {
		if datasets.HeldOut(rows[i].GameID, 4) {
			w.heldOut = append(w.heldOut, i)
		} else {
			w.train = append(w.train, i)
		}
	}
	return w
}

func (w *rowsInMemory) Row(i int) *datasets.Row { return &w.rows[i] }
func (w *rowsInMemory) Train() []int            { return w.train }
func (w *rowsInMemory) HeldOut() []int          { return w.heldOut }

var _ Window = (*datasets.Window)(nil)

// smallTraining returns a trainer that always begins the same.
func smallTraining(t *testing.T, steps int) *Trainer {
	t.Helper()
	config := DefaultConfig()
	config.Batch = 32
	trainer, err := New(config, livelyNetwork(net.Size{Width: 16, Hidden: 8}, 1), steps, 7)
	if err != nil {
		t.Fatal(err)
	}
	return trainer
}

// state returns a trainer's checkpoint.
func state(t *testing.T, trainer *Trainer) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := trainer.WriteCheckpoint(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestResume stops a training twice, goes on from what a checkpoint holds, and
// compares the end with that of one that was never stopped nor evaluated.
func TestResume(t *testing.T) {
	window := newRowsInMemory(playedRows(400, 1))
	const steps = 24
	whole := smallTraining(t, steps)
	if err := Fit(t.Context(), whole, window, Hooks{}); err != nil {
		t.Fatal(err)
	}
	parts := smallTraining(t, steps)
	for _, stop := range []int{7, 16} {
		ctx, cancel := context.WithCancelCause(t.Context())
		stopped := errors.New("stopped")
		err := Fit(ctx, parts, window, Hooks{
			Stepped: func(m Metrics) {
				if m.Step == stop {
					cancel(stopped)
				}
			},
			EvaluateEvery: 3,
			HeldOutRows:   50,
			Evaluated:     func(Metrics, Evaluation) {},
		})
		if !errors.Is(err, stopped) || parts.Done() != stop {
			t.Fatalf("Fit = %v after %d steps: want %v after %d", err, parts.Done(), stopped, stop)
		}
		if parts, err = ReadCheckpoint(state(t, parts)); err != nil {
			t.Fatal(err)
		}
	}
	if err := Fit(t.Context(), parts, window, Hooks{}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(state(t, parts), state(t, whole)) {
		t.Error("the training that was stopped has ended in another state than the one that was not")
	}
	if parts.Network().ID() != whole.Network().ID() || parts.Network().Step != steps {
		t.Errorf("network %s after %d steps: want %s after %d", parts.Network().ID(), parts.Network().Step, whole.Network().ID(), steps)
	}
}

// TestFitIsAPlainLoop compares Fit, which draws rows ahead, with a loop that
// draws the rows of a step when the step comes.
func TestFitIsAPlainLoop(t *testing.T) {
	window := newRowsInMemory(playedRows(400, 1))
	const steps = 40 // more than Fit may be ahead
	fitted := smallTraining(t, steps)
	var metrics []Metrics
	if err := Fit(t.Context(), fitted, window, Hooks{Stepped: func(m Metrics) { metrics = append(metrics, m) }}); err != nil {
		t.Fatal(err)
	}
	plain := smallTraining(t, steps)
	rng := rand.New(plain.sampler)
	for i := range steps {
		batch := plain.NewBatch()
		for batch.Rows() < batch.Size() {
			row := window.train[rng.IntN(len(window.train))]
			if err := batch.Add(&window.rows[row], plain.config.OutcomeShare); err != nil {
				t.Fatal(err)
			}
		}
		m, err := plain.Step(batch)
		if err != nil {
			t.Fatal(err)
		}
		if m != metrics[i] {
			t.Fatalf("step %d of Fit is %+v: want %+v", i+1, metrics[i], m)
		}
	}
	if !bytes.Equal(state(t, fitted), state(t, plain)) {
		t.Error("Fit has ended in another state than the plain loop")
	}
}

// slowRows are rows that take a while to come: each look turns the clock.
type slowRows struct {
	*rowsInMemory
	looks atomic.Int64
}

func (w *slowRows) Row(i int) *datasets.Row {
	w.looks.Add(1)
	return w.rowsInMemory.Row(i)
}

// TestWaited has a clock that shows how many rows have been looked at: all the
// time passes while rows are drawn, so Fit has waited for at most all of them,
// and for the first batch in full.
func TestWaited(t *testing.T) {
	window := &slowRows{rowsInMemory: newRowsInMemory(playedRows(100, 1))}
	trainer := smallTraining(t, 5)
	var first, all time.Duration
	err := Fit(t.Context(), trainer, window, Hooks{
		Clock: func() time.Time { return time.Unix(window.looks.Load(), 0) },
		Stepped: func(m Metrics) {
			if m.Step == 1 {
				first = m.Waited
			}
			all += m.Waited
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if least, most := 32*time.Second, 5*32*time.Second; first < least || all > most {
		t.Errorf("it has waited %v for the first batch and %v for all: want at least %v and at most %v", first, all, least, most)
	}
}

// heldRows are rows of which only some can be had before open is closed.
type heldRows struct {
	slowRows
	free int64
	open chan struct{}
}

func (w *heldRows) Row(i int) *datasets.Row {
	if w.looks.Load() >= w.free {
		<-w.open
	}
	return w.slowRows.Row(i)
}

// TestNobodyReadsAfterFit stops a training in its first step. The second batch is
// ready and the third is being read, so Fit must not return yet.
func TestNobodyReadsAfterFit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		window := &heldRows{slowRows{rowsInMemory: newRowsInMemory(playedRows(100, 1))}, 64, make(chan struct{})}
		trainer := smallTraining(t, 5)
		ctx, cancel := context.WithCancelCause(t.Context())
		stopped := errors.New("stopped")
		var err error
		returned := false
		go func() {
			err = Fit(ctx, trainer, window, Hooks{Stepped: func(Metrics) { cancel(stopped) }})
			returned = true
		}()
		synctest.Wait()
		if returned || trainer.Done() != 1 {
			t.Errorf("Fit has returned: %v, with %d steps; want it to wait for its reader after 1", returned, trainer.Done())
		}
		close(window.open)
		synctest.Wait()
		if !returned || !errors.Is(err, stopped) || trainer.Done() != 1 {
			t.Errorf("Fit has returned: %v, with %v and %d steps; want it back with %v and 1", returned, err, trainer.Done(), stopped)
		}
	})
}

// TestStepsAreReproducible makes the same steps on one core and on several: the
// matrices are large enough to be multiplied in parallel.
func TestStepsAreReproducible(t *testing.T) {
	window := newRowsInMemory(playedRows(500, 5))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var want []byte
	for _, cores := range []int{1, 4, 4} {
		runtime.GOMAXPROCS(cores)
		config := DefaultConfig()
		config.Batch = 512
		trainer, err := New(config, livelyNetwork(net.Size{Width: 65, Hidden: 33}, 5), 5, 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := Fit(t.Context(), trainer, window, Hooks{}); err != nil {
			t.Fatal(err)
		}
		got := state(t, trainer)
		if want == nil {
			want = got
		}
		if !bytes.Equal(got, want) {
			t.Errorf("on %d cores the training has ended in another state than on one", cores)
		}
	}
}

// TestHooks checks when Fit calls back.
func TestHooks(t *testing.T) {
	window := newRowsInMemory(playedRows(300, 2))
	trainer := smallTraining(t, 11)
	var stepped, evaluated, saved []int
	err := Fit(t.Context(), trainer, window, Hooks{
		Stepped:         func(m Metrics) { stepped = append(stepped, m.Step) },
		EvaluateEvery:   4,
		Evaluated:       func(m Metrics, e Evaluation) { evaluated = append(evaluated, m.Step, e.Rows) },
		CheckpointEvery: 5,
		Checkpoint:      func() error { saved = append(saved, trainer.Done()); return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(stepped) != 11 || stepped[10] != 11 {
		t.Errorf("stepped = %v: want 1 to 11", stepped)
	}
	n := len(window.heldOut)
	if want := []int{4, n, 8, n, 11, n}; !slices.Equal(evaluated, want) {
		t.Errorf("steps and rows evaluated = %v: want %v", evaluated, want)
	}
	if want := []int{5, 10}; !slices.Equal(saved, want) {
		t.Errorf("saved after %v: want %v", saved, want)
	}
}

// TestLearnsARule makes up games whose winner is the side with more pieces and
// whose best move is the one that ends farthest up the board. What is learnt
// from some games has to hold in others.
func TestLearnsARule(t *testing.T) {
	rows := playedRows(6000, 3)
	for i := range rows {
		row := &rows[i]
		row.Weight = 1
		turn := row.Position.Turn()
		row.Outcome = max(-1, min(1, row.Position.Side(turn).Count()-row.Position.Side(turn.Opponent()).Count()))
		row.Win, row.Draw, row.Loss = 0, 0, 0
		*[]*float32{&row.Loss, &row.Draw, &row.Win}[row.Outcome+1] = 1
		best := 0
		for k := range row.Candidates {
			c := &row.Candidates[k]
			c.Visits = 0
			if net.PolicyIndex(c.Move, turn)%50 < net.PolicyIndex(row.Candidates[best].Move, turn)%50 {
				best = k
			}
		}
		row.Candidates[best].Visits = 1
	}
	config := DefaultConfig()
	config.Batch, config.LearnRate = 256, 3e-3
	trainer, err := New(config, livelyNetwork(net.Size{Width: 64, Hidden: 32}, 3), 400, 3)
	if err != nil {
		t.Fatal(err)
	}
	window := newRowsInMemory(rows)
	before, err := trainer.EvaluateHeldOut(window, 0)
	if err != nil {
		t.Fatal(err)
	}
	var after Evaluation
	if err := Fit(t.Context(), trainer, window, Hooks{Evaluated: func(_ Metrics, e Evaluation) { after = e }}); err != nil {
		t.Fatal(err)
	}
	t.Logf("held-out rows %d: policy loss %.3f to %.3f, value loss %.3f to %.3f, accuracy %.2f to %.2f",
		after.Rows, before.PolicyLoss, after.PolicyLoss, before.ValueLoss, after.ValueLoss, before.Accuracy, after.Accuracy)
	if !(after.PolicyLoss < 0.5*before.PolicyLoss && after.Accuracy > 0.8) {
		t.Errorf("the policy loss on held-out games has come from %.3f to %.3f, the accuracy to %.2f: want half and 0.8", before.PolicyLoss, after.PolicyLoss, after.Accuracy)
	}
	if !(after.ValueLoss < 0.5*before.ValueLoss) {
		t.Errorf("the value loss on held-out games has come from %.3f to %.3f: want half", before.ValueLoss, after.ValueLoss)
	}
}

// TestFitStopsAtADamagedRow spoils a row: the steps before the one that draws it
// are made.
func TestFitStopsAtADamagedRow(t *testing.T) {
	window := newRowsInMemory(playedRows(400, 1))
	bad := window.train[7]
	window.rows[bad].Win = -1
	trainer := smallTraining(t, 100)
	rng, clean := rand.New(rand.NewPCG(7, 0)), 0
	for n := 0; window.train[rng.IntN(len(window.train))] != bad; n++ {
		clean = (n + 1) / 32
	}
	err := Fit(t.Context(), trainer, window, Hooks{})
	if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("row %d of the window: verdict -1", bad)) || trainer.Done() != clean {
		t.Errorf("Fit = %v after %d steps: want an error that names row %d after %d", err, trainer.Done(), bad, clean)
	}
}

func TestFitRefusesAnEmptyWindow(t *testing.T) {
	if err := Fit(t.Context(), smallTraining(t, 1), &rowsInMemory{}, Hooks{}); err == nil {
		t.Error("Fit without training rows = nil: want an error")
	}
}

// BenchmarkFeed draws and encodes batches from a window as large as a real one,
// whose rows are in no cache: what a step has to keep up with.
func BenchmarkFeed(b *testing.B) {
	config := DefaultConfig()
	trainer, err := New(config, livelyNetwork(net.Size{Width: 8, Hidden: 8}, 1), 1_000_000, 1)
	if err != nil {
		b.Fatal(err)
	}
	window, rng, batch := newRowsInMemory(playedRows(300_000, 1)), rand.New(trainer.sampler), trainer.NewBatch()
	step := 0
	b.ReportAllocs()
	for b.Loop() {
		if err := trainer.fill(batch, window, rng); err != nil {
			b.Fatal(err)
		}
		step++
	}
	b.ReportMetric(float64(config.Batch*step)/b.Elapsed().Seconds(), "samples/s")
}
