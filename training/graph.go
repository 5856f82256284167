package training

import (
	"fmt"

	"drafthorse/net"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// parameter is one of a network's arrays of weights in a graph's precision.
type parameter[F float] struct {
	name  string
	shape []int
	data  []F // shared with the graph
}

// parametersOf returns n's weights themselves, ordered as [net.Network.Tensors].
func parametersOf(n *net.Network) []parameter[float32] {
	var list []parameter[float32]
	for _, t := range n.Tensors() {
		list = append(list, parameter[float32]{t.Name, t.Shape, t.Data})
	}
	return list
}

// graph is a network's loss on a batch as a Gorgonia graph, compiled once, with
// or without the gradients. The parameters belong to the caller, who may change
// them between runs. Graphs may share parameters; each has tensors of its own
// over them, for Gorgonia's machines write into these.
type graph[F float] struct {
	feed       *feed
	parameters gorgonia.Nodes
	gradients  gorgonia.Nodes // beside parameters, if there are any
	value      *valueLoss[F]
	policy     *policyLoss[F]
	loss       *gorgonia.Node
	machine    gorgonia.VM
}

// newGraph builds the graph of batches of the given size. The parameters are
// those of [net.Network.Tensors].
func newGraph[F float](parameters []parameter[F], size int, gradients bool) (*graph[F], error) {
	exprs := gorgonia.NewGraph()
	g := new(graph[F])
	for _, p := range parameters {
		g.parameters = append(g.parameters, gorgonia.NewTensor(exprs, dtype[F](), len(p.shape),
			gorgonia.WithName(p.name),
			gorgonia.WithShape(p.shape...),
			gorgonia.WithValue(tensor.New(tensor.WithShape(p.shape...), tensor.WithBacking(p.data)))))
	}
	p := g.parameters
	width, hidden := p[1].Shape()[0], p[2].Shape()[1]
	g.feed = newFeed(size, p[3].Shape()[0]/hidden)
	g.value, g.policy = newValueLoss[F](g.feed, hidden), newPolicyLoss[F](g.feed)

	first := apply(newSparseLayer[F](g.feed, width), p[0], p[1])
	second := apply(newDenseLayer[F](g.feed, width, hidden), first, p[2], p[3])
	g.loss = gorgonia.Must(gorgonia.Add(
		apply(g.value, second, p[4], p[5]),
		apply(g.policy, second, p[6], p[7])))

	if !gradients {
		g.machine = gorgonia.NewTapeMachine(exprs)
		return g, nil
	}
	var err error
	if g.gradients, err = gorgonia.Grad(g.loss, p...); err != nil {
		return nil, fmt.Errorf("differentiating the loss: %w", err)
	}
	apply(newHolder[F](g.gradients), g.gradients...)
	g.machine = gorgonia.NewTapeMachine(exprs)
	return g, nil
}

// holder is an op that does nothing with its inputs. As they are needed until it
// runs, after all of them, Gorgonia lends their memory to no other op.
type holder[F float] struct{ operation[F] }

func newHolder[F float](inputs gorgonia.Nodes) *holder[F] {
	dims := make([]int, len(inputs))
	for i, n := range inputs {
		dims[i] = n.Dims()
	}
	return &holder[F]{newOperation[F]("holder", dims)}
}

func (h *holder[F]) Do(...gorgonia.Value) (gorgonia.Value, error) { return scalarValue[F](0), nil }

// run computes the loss of a batch, which must have the graph's size and some
// weight, and, if the graph has them, its gradients. The results stay until the
// next run.
func (g *graph[F]) run(b *Batch) (loss F, err error) {
	g.feed.look(b)
	defer g.machine.Reset()
	if err := g.machine.RunAll(); err != nil {
		return 0, err
	}
	return scalar[F](g.loss.Value()), nil
}

// gradient returns the gradient of the i-th parameter, which is there after the
// first run.
func (g *graph[F]) gradient(i int) []F { return elements[F](g.gradients[i].Value()) }
