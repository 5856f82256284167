package training

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"drafthorse/net"
)

// TestOverfit learns 64 rows by heart: both losses have to come down to their
// targets' entropies.
func TestOverfit(t *testing.T) {
	config := DefaultConfig()
	config.Batch, config.LearnRate = 64, 5e-3
	const steps = 600
	trainer, err := New(config, livelyNetwork(net.DefaultSize(), 1), steps, 1)
	if err != nil {
		t.Fatal(err)
	}
	b := batchOf(t, config.Batch, playedRows(config.Batch, 1))
	for range steps {
		if _, err := trainer.Step(b); err != nil {
			t.Fatal(err)
		}
	}
	e, err := trainer.Evaluate(b)
	if err != nil {
		t.Fatal(err)
	}
	policy, value := e.PolicyLoss-e.PolicyEntropy, e.ValueLoss-e.ValueEntropy
	t.Logf("after %d steps: policy %.4f above its entropy %.3f, value %.4f above %.3f, accuracy %.3f", steps, policy, e.PolicyEntropy, value, e.ValueEntropy, e.Accuracy)
	if !(policy >= 0 && policy < 0.02) {
		t.Errorf("the policy loss is %g above its target's entropy: want 0 to 0.02", policy)
	}
	if !(value >= 0 && value < 0.02) {
		t.Errorf("the value loss is %g above its target's entropy: want 0 to 0.02", value)
	}
}

// TestAverageIsJudged compares the evaluation after some steps with that of a
// new trainer for the network handed out, and for the weights themselves.
func TestAverageIsJudged(t *testing.T) {
	config := DefaultConfig()
	config.Batch = 32
	n := livelyNetwork(net.Size{Width: 16, Hidden: 8}, 1)
	trainer, err := New(config, n, 30, 1)
	if err != nil {
		t.Fatal(err)
	}
	if trainer.Network() == n || trainer.Network().ID() != n.ID() {
		t.Error("before the first step the average is not a copy of the weights")
	}
	window := newRowsInMemory(playedRows(1500, 1))
	var got Evaluation
	if err := Fit(t.Context(), trainer, window, Hooks{Evaluated: func(_ Metrics, e Evaluation) { got = e }}); err != nil {
		t.Fatal(err)
	}
	evaluate := func(n *net.Network) Evaluation {
		judge, err := New(config, n.Clone(), 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		e, err := judge.EvaluateHeldOut(window, 0)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	if want := evaluate(trainer.Network()); got != want || got.Rows == 0 {
		t.Errorf("the evaluation is %+v: want that of the average, %+v", got, want)
	}
	if got == evaluate(n) {
		t.Error("the weights themselves are judged")
	}
}

// TestStepRefusesNaN spoils a weight: the step must fail and leave the rest as it
// was, and the trainer must be sound once the weight is.
func TestStepRefusesNaN(t *testing.T) {
	config := DefaultConfig()
	config.Batch = 8
	b := batchOf(t, config.Batch, playedRows(config.Batch, 2))
	for name, bad := range map[string]float32{"NaN": float32(math.NaN()), "infinity": float32(math.Inf(1))} {
		n := livelyNetwork(net.Size{Width: 16, Hidden: 8}, 2)
		clean := n.Clone()
		trainer, err := New(config, n, 10, 1)
		if err != nil {
			t.Fatal(err)
		}
		n.ValueBias[1] = bad
		before := n.Clone()
		_, err = trainer.Step(b)
		if !errors.Is(err, ErrDiverged) || !strings.Contains(err.Error(), "step 1") || !strings.Contains(err.Error(), "of the games 0") {
			t.Errorf("%s: Step = %v: want ErrDiverged with the step and the games", name, err)
		}
		if n.ID() != before.ID() || trainer.Done() != 0 || slices.Max(trainer.optimizer.mean[0]) != 0 {
			t.Errorf("%s: the refused step has changed the weights, the count or the optimizer", name)
		}
		n.ValueBias[1] = clean.ValueBias[1]
		if _, err := trainer.Step(b); err != nil {
			t.Errorf("%s: the step after the refused one: %v", name, err)
		}
		fresh, err := New(config, clean, 10, 1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fresh.Step(b); err != nil {
			t.Fatal(err)
		}
		if n.ID() != clean.ID() {
			t.Errorf("%s: the refused step has left something behind", name)
		}
	}
}

// TestStepRefusesAnExplodedLoss makes the network sure of what is wrong.
func TestStepRefusesAnExplodedLoss(t *testing.T) {
	config := DefaultConfig()
	config.Batch = 40
	n := livelyNetwork(net.Size{Width: 16, Hidden: 8}, 2)
	n.ValueBias[0] = 1e5
	trainer, err := New(config, n, 10, 1)
	if err != nil {
		t.Fatal(err)
	}
	rows := playedRows(config.Batch, 2)
	for i := range rows {
		rows[i].GameID = uint64(100 - i/2)
	}
	before := n.ID()
	_, err = trainer.Step(batchOf(t, config.Batch, rows))
	if !errors.Is(err, ErrDiverged) || n.ID() != before {
		t.Errorf("Step = %v: want ErrDiverged and the weights as they were", err)
	}
	// Games 81 to 100, all of the most that are named.
	if want := "games 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99 100"; err != nil && !strings.HasSuffix(err.Error(), want) {
		t.Errorf("Step = %v: want %s at its end", err, want)
	}
	rows[3].GameID, rows[4].GameID = 7, 1000
	_, err = trainer.Step(batchOf(t, config.Batch, rows))
	if want := "games 7 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99 and 2 more"; err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("Step = %v: want %s at its end", err, want)
	}
}

// TestNoLogitIsTooLarge gives a row logits that overflow unless their largest is
// taken off first, and another row far smaller ones.
func TestNoLogitIsTooLarge(t *testing.T) {
	rows := playedRows(2, 3)
	n := livelyNetwork(net.Size{Width: 16, Hidden: 8}, 3)
	b := batchOf(t, 2, rows)
	for k, p := range b.policies {
		n.PolicyBias[p] = -300
		if int32(k) < b.moveStart[1] {
			n.PolicyBias[p] = 3000
		}
	}
	config := DefaultConfig()
	config.Batch = 2
	trainer, err := New(config, n, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	m, err := trainer.Step(b)
	if err != nil {
		t.Fatal(err)
	}
	if m.PolicyLoss > 1000 {
		t.Errorf("the policy loss is %g: the rows' logits have mixed", m.PolicyLoss)
	}
}

func TestStepRefusesBatches(t *testing.T) {
	config := DefaultConfig()
	config.Batch = 4
	trainer, err := New(config, livelyNetwork(net.Size{Width: 4, Hidden: 4}, 1), 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	for want, b := range map[string]*Batch{
		"room for 5 rows": NewBatch(5),
		"no weight":       NewBatch(4),
	} {
		if _, err := trainer.Step(b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Step = %v: want an error with %q", err, want)
		}
	}
}

// TestWith compares an evaluation in two parts with that of the whole.
func TestWith(t *testing.T) {
	config := DefaultConfig()
	config.Batch = 30
	trainer, err := New(config, livelyNetwork(net.Size{Width: 16, Hidden: 8}, 4), 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	rows := playedRows(30, 4)
	evaluate := func(from, to int) Evaluation {
		e, err := trainer.Evaluate(batchOf(t, 30, rows[from:to]))
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	whole, parts := evaluate(0, 30), evaluate(0, 11).With(evaluate(11, 30))
	for name, x := range map[string][2]float64{
		"rows":           {float64(whole.Rows), float64(parts.Rows)},
		"policy loss":    {whole.PolicyLoss, parts.PolicyLoss},
		"policy entropy": {whole.PolicyEntropy, parts.PolicyEntropy},
		"value loss":     {whole.ValueLoss, parts.ValueLoss},
		"value entropy":  {whole.ValueEntropy, parts.ValueEntropy},
		"accuracy":       {whole.Accuracy, parts.Accuracy},
		"expected":       {whole.Calibration[5].Expected, parts.Calibration[5].Expected},
		"actual":         {whole.Calibration[5].Actual, parts.Calibration[5].Actual},
		"weight of bin":  {whole.Calibration[5].Weight, parts.Calibration[5].Weight},
	} {
		if relativeError(x[0], x[1], 1) > 1e-6 {
			t.Errorf("%s is %v of the whole and %v of the parts", name, x[0], x[1])
		}
	}
}

// BenchmarkStep makes steps of a network of usual size on one goroutine and on
// two. Only with as many processors as goroutines (-cpu) is
// it their work alone that is measured.
func BenchmarkStep(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			config := DefaultConfig()
			trainer, err := New(config, livelyNetwork(net.Size{Width: 256, Hidden: 64}, 1), 1_000_000, 1)
			if err != nil {
				b.Fatal(err)
			}
			trainer.Workers = workers
			batch := batchOf(b, config.Batch, playedRows(config.Batch, 1))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := trainer.Step(batch); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(config.Batch)*float64(b.N)/b.Elapsed().Seconds(), "samples/s")
		})
	}
}

func BenchmarkAdd(b *testing.B) {
	rows := playedRows(1024, 1)
	batch := NewBatch(len(rows))
	b.ReportAllocs()
	for b.Loop() {
		batch.Reset()
		for i := range rows {
			if err := batch.Add(&rows[i], 0.5); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(len(rows))*float64(b.N)/b.Elapsed().Seconds(), "samples/s")
}
