package training

import (
	"bytes"
	"testing"

	"drafthorse/net"
)

// TestPartsAddUp compares the replicas' loss and gradients with those of one
// graph for the whole batch: of sizes that the parts divide and do not, full and
// with so few rows that parts are empty.
func TestPartsAddUp(t *testing.T) {
	for _, test := range []struct{ size, rows int }{{16, 16}, {16, 3}, {10, 9}, {3, 2}, {1, 1}, {200, 190}} {
		n := livelyNetwork(net.Size{Width: 12, Hidden: 7}, 2)
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

// TestWorkersChangeNothing makes the same training with one goroutine and with
// more: not a bit may differ.
func TestWorkersChangeNothing(t *testing.T) {
	window := newRowsInMemory(playedRows(1500, 1))
	var want []byte
	var judged Evaluation
	for _, workers := range []int{0, 1, 2, 3, 9} {
		config := DefaultConfig()
		config.Batch = 130
		trainer, err := New(config, livelyNetwork(net.Size{Width: 130, Hidden: 33}, 5), 6, 1)
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
