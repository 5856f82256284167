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
// over them.
type graph[F float] struct {
	feed       *feed
	parameters gorgonia.Nodes
	gradients  gorgonia.Nodes // beside parameters, if there are any
	value      *valueLoss[F]
	policy     *policyLoss[F]
	loss       *gorgonia.Node
	machine    *machine
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
	g.feed = &feed{size: size}
	g.value, g.policy = newValueLoss[F](g.feed, hidden), newPolicyLoss[F](g.feed)

	first := apply(newSparseLayer[F](g.feed, width), p[0], p[1])
	second := apply(newDenseLayer[F](g.feed, width, hidden), first, p[2], p[3])
	g.loss = gorgonia.Must(gorgonia.Add(
		apply(g.value, second, p[4], p[5]),
		apply(g.policy, second, p[6], p[7])))

	var err error
	if gradients {
		if g.gradients, err = gorgonia.Grad(g.loss, p...); err != nil {
			return nil, fmt.Errorf("differentiating the loss: %w", err)
		}
	}
	g.machine, err = newMachine(exprs)
	return g, err
}

// run computes the loss of a batch, which must have the graph's size and some
// weight, and, if the graph has them, its gradients. The results stay until the
// next run.
func (g *graph[F]) run(b *Batch) (loss F, err error) {
	g.feed.batch = b
	if err := g.machine.run(); err != nil {
		return 0, err
	}
	return scalar[F](g.machine.of(g.loss)), nil
}
