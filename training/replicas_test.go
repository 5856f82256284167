package training

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"drafthorse/net"
)

// TestPartsAddUp compares the replicas' loss and gradients with those of one
// graph for the whole batch: of sizes that the parts divide and do not, full and
// with so few rows that parts are empty.
func TestPartsAddUp(t *testing.T) {
	for _, test := range []struct{ size, rows int }{{16, 16}, {16, 3}, {10, 9}, {3, 2}, {1, 1}, {200, 190}} {
		n := livelyNetwork(net.Size{Width: 12, Hidden: 7, Buckets: 3}, 2)
		b := batchOf(t, test.size, playedRows(test.rows, 2))
		r, err := newReplicas(parametersOf(n), test.size, true)
		if err != nil {
			t.Fatal(err)
		}
		g, err := newGraph(parametersOf(n), test.size, true)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.run(b); err != nil {
			t.Fatal(err)
		}
		for range 2 { // the first must leave nothing behind
			policy, value, err := r.run(b, 3)
			if err != nil {
				t.Fatal(err)
			}
			if relativeError(policy, g.policy.loss, 1) > 1e-6 || relativeError(value, g.value.loss, 1) > 1e-6 {
				t.Errorf("%+v: losses %v and %v: want %v and %v", test, policy, value, g.policy.loss, g.value.loss)
			}
			for i, p := range n.Tensors() {
				for k, whole := range g.gradient(i) {
					var sum float32
					for _, part := range r.graphs {
						sum += part.gradient(i)[k]
					}
					if relativeError(float64(sum), float64(whole), 1) > 1e-6 {
						t.Fatalf("%+v: element %d of the gradient of %s is %v: want %v", test, k, p.Name, sum, whole)
					}
				}
			}
		}
	}
}

// TestCopiesAreOneBucket judges rows by a network with the same weights in all
// buckets and by that of one bucket: the order of the rows must make no difference.
func TestCopiesAreOneBucket(t *testing.T) {
	config := DefaultConfig()
	config.Batch = 300
	b := batchOf(t, config.Batch, playedRows(290, 7))
	var judged [2]Evaluation
	for i, buckets := range []int{1, 8} {
		n := net.Random(net.Size{Width: 16, Hidden: 8, Buckets: buckets}, rand.New(rand.NewPCG(7, 7)))
		for k := range n.Value {
			n.Value[k] *= 30 // so that the calibration has several bins
		}
		trainer, err := New(config, n, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		if judged[i], err = trainer.Evaluate(b); err != nil {
			t.Fatal(err)
		}
	}
	one, eight := judged[0], judged[1]
	same := func(what string, x, y float64) {
		if relativeError(x, y, 1) > 1e-6 {
			t.Errorf("%s is %v with one bucket and %v with eight", what, x, y)
		}
	}
	same("the policy loss", one.PolicyLoss, eight.PolicyLoss)
	same("the value loss", one.ValueLoss, eight.ValueLoss)
	same("the accuracy", one.Accuracy, eight.Accuracy)
	bins := 0
	for k := range one.Calibration {
		x, y := one.Calibration[k], eight.Calibration[k]
		same("the weight of a bin", x.Weight, y.Weight)
		same("what a bin expects", x.Expected, y.Expected)
		same("what a bin had", x.Actual, y.Actual)
		if x.Weight > 0 {
			bins++
		}
	}
	if bins < 3 {
		t.Errorf("the calibration has %d bins: want 3", bins)
	}
}

// TestWorkersChangeNothing makes the same training with one goroutine and with
// more: not a bit may differ.
func TestWorkersChangeNothing(t *testing.T) {
	for _, buckets := range []int{1, 4} {
		t.Run(fmt.Sprintf("buckets=%d", buckets), func(t *testing.T) { workersChangeNothing(t, buckets) })
	}
}

func workersChangeNothing(t *testing.T, buckets int) {
	window := newRowsInMemory(playedRows(1500, 1))
	var want []byte
	var judged Evaluation
	for _, workers := range []int{0, 1, 2, 3, 9} {
		config := DefaultConfig()
		config.Batch = 130
		trainer, err := New(config, livelyNetwork(net.Size{Width: 130, Hidden: 33, Buckets: buckets}, 5), 6, 1)
		if err != nil {
			t.Fatal(err)
		}
		trainer.Workers = workers
		var e Evaluation
		if err := Fit(t.Context(), trainer, window, Hooks{Evaluated: func(_ Metrics, x Evaluation) { e = x }}); err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want, judged = state(t, trainer), e
			if e.Rows == 0 {
				t.Fatal("no row is held out")
			}
		}
		if !bytes.Equal(state(t, trainer), want) {
			t.Errorf("with %d workers the training has ended in another state", workers)
		}
		if e != judged {
			t.Errorf("with %d workers the evaluation is %+v: want %+v", workers, e, judged)
		}
	}
}
