package training

import (
	"errors"
	"fmt"

	"gorgonia.org/gorgonia"

	"drafthorse/parallel"
)

// Parts is into how many parts a batch is split, and so the most goroutines that
// work on a step. It must not depend on how many there are: what is added up in
// another order comes out in other bits, and so does every net.
const Parts = 4

// replicas are graphs of one network, each for its own part of a batch's rows.
// They share the weights, and what they find is added up in the order of the
// parts.
type replicas struct {
	graphs []*graph[float32]
	size   int                  // of a batch
	parts  []Batch              // of the last run
	model  []gorgonia.ValueGrad // the parameters of all graphs, one graph after the other
}

// fitted is the i-th parameter of a graph with its gradient.
type fitted struct {
	graph *graph[float32]
	i     int
}

func (f fitted) Value() gorgonia.Value { return f.graph.parameters[f.i].Value() }

func (f fitted) Grad() (gorgonia.Value, error) {
	return f.graph.machine.of(f.graph.gradients[f.i]), nil
}

// newReplicas builds the graphs for batches of the given size.
func newReplicas(parameters []parameter[float32], size int, gradients bool) (*replicas, error) {
	r := &replicas{size: size}
	most := (size + Parts - 1) / Parts
	for from := 0; from < size; from += most {
		g, err := newGraph(parameters, min(most, size-from), gradients)
		if err != nil {
			return nil, err
		}
		r.graphs = append(r.graphs, g)
		for i := range g.gradients {
			r.model = append(r.model, fitted{g, i})
		}
	}
	r.parts = make([]Batch, len(r.graphs))
	return r, nil
}

// run computes the loss of a batch and, if the graphs have them, its gradients.
func (r *replicas) run(b *Batch, workers int) (policy, value float64, err error) {
	if b.Size() != r.size {
		return 0, 0, fmt.Errorf("the batch has room for %d rows: want %d", b.Size(), r.size)
	}
	if !(b.totalWeight > 0) {
		return 0, 0, fmt.Errorf("the batch's %d rows have no weight", b.rows)
	}
	at := 0
	for i, g := range r.graphs {
		r.parts[i] = b.part(at, at+g.feed.size)
		at += g.feed.size
	}
	faults := make([]error, len(r.graphs))
	parallel.Each(workers, len(r.graphs), func(i int) { _, faults[i] = r.graphs[i].run(&r.parts[i]) })
	for _, g := range r.graphs {
		policy += g.policy.loss
		value += g.value.loss
	}
	return policy, value, errors.Join(faults...)
}
