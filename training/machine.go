package training

import (
	"fmt"

	"gorgonia.org/gorgonia"
)

// machine runs a graph's ops one after the other on the caller's goroutine. What
// Gorgonia has for it starts a goroutine for each run and waits on another thread,
// which costs more than many ops do, and lends the memory of results that no
// other op needs to ops that come later.
type machine struct {
	steps  []step
	values map[*gorgonia.Node]int // index of each node's value
	value  []gorgonia.Value
}

// step is an op and where its inputs and its result are.
type step struct {
	node      *gorgonia.Node
	inputs    []int
	arguments []gorgonia.Value
	result    int
}

// newMachine returns a machine for a graph that is complete.
func newMachine(g *gorgonia.ExprGraph) (*machine, error) {
	sorted, err := gorgonia.Sort(g) // what needs a value before what makes it
	if err != nil {
		return nil, err
	}
	m := &machine{values: map[*gorgonia.Node]int{}}
	for i := len(sorted) - 1; i >= 0; i-- {
		n := sorted[i]
		m.values[n] = len(m.value)
		m.value = append(m.value, n.Value())
		if n.Op() == nil {
			continue
		}
		s := step{node: n, result: m.values[n]}
		for children := g.From(n.ID()); children.Next(); {
			s.inputs = append(s.inputs, m.values[children.Node().(*gorgonia.Node)])
		}
		s.arguments = make([]gorgonia.Value, len(s.inputs))
		m.steps = append(m.steps, s)
	}
	return m, nil
}

// run computes the values of all nodes. They stay until the next run, and those
// of Gorgonia's own ops lie in the memory of the last.
func (m *machine) run() error {
	for i := range m.steps {
		s := &m.steps[i]
		for k, input := range s.inputs {
			s.arguments[k] = m.value[input]
		}
		v, err := s.do(m.value[s.result])
		if err != nil {
			return fmt.Errorf("%v: %w", s.node.Op(), err)
		}
		m.value[s.result] = v
	}
	return nil
}

// do computes the result, in the memory of the last one if the op knows how to.
func (s *step) do(last gorgonia.Value) (gorgonia.Value, error) {
	if op, ok := s.node.Op().(gorgonia.UsePreallocDoer); ok && last != nil {
		if v, err := op.UsePreallocDo(last, s.arguments...); err == nil {
			return v, nil
		}
	}
	return s.node.Op().Do(s.arguments...)
}

// of returns the value of a node in the last run.
func (m *machine) of(n *gorgonia.Node) gorgonia.Value { return m.value[m.values[n]] }
