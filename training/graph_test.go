package training

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"drafthorse/datasets"
	"drafthorse/internal/testgames"
	"drafthorse/net"
	"drafthorse/rules"
)

// TestForwardAgreesWithEvaluator compares the graph with the network's own
// evaluation, which is what the search will see, and both with plain matrices.
func TestForwardAgreesWithEvaluator(t *testing.T) {
	t.Run("random games", func(t *testing.T) {
		rows := append(playedRows(900, 1), sharedLogitRows(100, 1)...)
		kinds := compareForward(t, rows)
		if min(kinds.kings, kinds.captures, kinds.shared, kinds.counting) == 0 {
			t.Errorf("the rows lack a kind: %+v", kinds)
		}
	})
	t.Run("game records", func(t *testing.T) {
		positions, err := testgames.Positions(1000, "../pdn/testdata/s18-match.pdn", "../pdn/testdata/s15-ambiguous-captures.pdn")
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(1, 4))
		var rows []datasets.Row
		for i, p := range positions {
			row := searchedRow(rng, uint64(i), rules.NewGame(p.Position))
			row.Draws = p.Draws
			rows = append(rows, row)
		}
		kinds := compareForward(t, rows)
		if min(kinds.captures, kinds.shared) == 0 {
			t.Errorf("the rows lack a kind: %+v", kinds)
		}
	})
}

// kinds counts rows in which an evaluation may go wrong in its own way.
type kinds struct {
	kings, captures, shared, counting int
}

// compareForward fails if any two of the graph, the evaluator and the plain
// matrices differ by more than rounding.
func compareForward(t *testing.T, rows []datasets.Row) (k kinds) {
	n := livelyNetwork(net.DefaultSize(), 1)
	g, err := newGraph(parametersOf(n), len(rows), false)
	if err != nil {
		t.Fatal(err)
	}
	b := batchOf(t, len(rows), rows)
	if _, err := g.run(b); err != nil {
		t.Fatal(err)
	}
	var trainer, evaluator, between float64 // largest differences: from the matrices, and of the two
	compare := func(fromGraph, fromEvaluator, want float64) {
		trainer = max(trainer, math.Abs(fromGraph-want))
		evaluator = max(evaluator, math.Abs(fromEvaluator-want))
		between = max(between, math.Abs(fromGraph-fromEvaluator))
	}
	e := net.NewEvaluator(n)
	for i := range rows {
		row := &rows[i]
		turn := row.Position.Turn()
		var moves []rules.Move
		for _, c := range row.Candidates {
			moves = append(moves, c.Move)
		}
		priors := make([]float32, len(moves))
		value := e.Evaluate(&row.Position, row.Draws, moves, priors)
		plainValue, plainPriors := plainForward(n, row, moves)
		for j, x := range []float32{value.Win, value.Draw, value.Loss} {
			compare(float64(g.value.values[3*i+j]), float64(x), plainValue[j])
		}
		sums := make(map[int32][2]float64) // of the moves that share a logit
		for j, m := range moves {
			p := int32(net.PolicyIndex(m, turn))
			sums[p] = [2]float64{sums[p][0] + float64(priors[j]), sums[p][1] + plainPriors[j]}
		}
		from, to := b.moveStart[i], b.moveStart[i+1]
		if int(to-from) != len(sums) {
			t.Fatalf("row %d has %d policies: want %d", i, to-from, len(sums))
		}
		for k := from; k < to; k++ {
			sum := sums[b.policies[k]]
			compare(float64(g.policy.priors[k]), sum[0], sum[1])
		}
		if row.Position.Kings(turn) != 0 {
			k.kings++
		}
		if moves[0].IsCapture() {
			k.captures++
		}
		if len(sums) < len(moves) {
			k.shared++
		}
		if len(net.AppendFeatures(nil, &row.Position, row.Draws)) > row.Position.Side(0).Count()+row.Position.Side(1).Count() {
			k.counting++
		}
	}
	t.Logf("%d rows, %+v; largest differences: graph %.2g, evaluator %.2g, between them %.2g", len(rows), k, trainer, evaluator, between)
	if worst := max(trainer, evaluator, between); !(worst <= 1e-5) {
		t.Errorf("a probability differs by %g: want at most 1e-5", worst)
	}
	return k
}

// plainForward evaluates by matrices in float64.
func plainForward(n *net.Network, row *datasets.Row, moves []rules.Move) (value, priors []float64) {
	x := make([]float64, net.Features)
	for _, f := range net.AppendFeatures(nil, &row.Position, row.Draws) {
		x[f] = 1
	}
	times := func(x []float64, w, bias []float32) []float64 {
		out := make([]float64, len(bias))
		for j := range out {
			out[j] = float64(bias[j])
			for i := range x {
				out[j] += x[i] * float64(w[i*len(bias)+j])
			}
		}
		return out
	}
	positive := func(x []float64) []float64 {
		for i := range x {
			x[i] = max(0, x[i])
		}
		return x
	}
	normalized := func(x []float64) []float64 {
		top, sum := slices.Max(x), 0.
		for i := range x {
			x[i] = math.Exp(x[i] - top)
			sum += x[i]
		}
		for i := range x {
			x[i] /= sum
		}
		return x
	}
	h := positive(times(positive(times(x, n.Input, n.InputBias)), n.Dense, n.DenseBias))
	for _, m := range moves {
		p := net.PolicyIndex(m, row.Position.Turn())
		logit := times(h, n.Policy[p*n.Hidden:(p+1)*n.Hidden], n.PolicyBias[p:p+1])
		priors = append(priors, logit[0])
	}
	return normalized(times(h, n.Value, n.ValueBias)), normalized(priors)
}

// doubled returns n's weights in float64.
func doubled(n *net.Network) []parameter[float64] {
	var list []parameter[float64]
	for _, t := range n.Tensors() {
		data := make([]float64, len(t.Data))
		for i, x := range t.Data {
			data[i] = float64(x)
		}
		list = append(list, parameter[float64]{t.Name, t.Shape, data})
	}
	return list
}

// TestGradients compares the gradients of every tensor with central differences
// of the loss, in float64: single elements, and along random directions.
func TestGradients(t *testing.T) {
	n := livelyNetwork(net.Size{Width: 12, Hidden: 7}, 2)
	const size = 16            // with four rows of padding
	long := playedRows(200, 2) // from 40 pieces to a few
	var rows []datasets.Row
	for i := range size - 6 {
		rows = append(rows, long[i*len(long)/(size-6)])
	}
	rows = append(rows, sharedLogitRows(2, 2)...)
	b := batchOf(t, size, rows)
	parameters := doubled(n)
	g, err := newGraph(parameters, size, true)
	if err != nil {
		t.Fatal(err)
	}
	// A run before must leave nothing behind.
	if _, err := g.run(batchOf(t, size, playedRows(size, 3))); err != nil {
		t.Fatal(err)
	}
	if _, err := g.run(b); err != nil {
		t.Fatal(err)
	}
	judge, err := newGraph(parameters, size, false)
	if err != nil {
		t.Fatal(err)
	}
	loss := func() float64 {
		x, err := judge.run(b)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	const step = 1e-5
	rng := rand.New(rand.NewPCG(3, 3))
	for i, p := range parameters {
		gradient := g.gradient(i)
		var worst float64
		checked := 0
		for _, k := range rng.Perm(len(p.data)) {
			if gradient[k] == 0 {
				continue
			}
			x := p.data[k]
			p.data[k] = x + step
			up := loss()
			p.data[k] = x - step
			down := loss()
			p.data[k] = x
			// Central differences are good to some 1e-11, so smaller
			// gradients than 1e-4 cannot be told to a part in a million.
			worst = max(worst, relativeError(gradient[k], (up-down)/(2*step), 1e-4))
			if checked++; checked == 60 {
				break
			}
		}
		along := directional(p.data, gradient, randomDirection(rng, len(p.data)), step, loss)
		t.Logf("%-14s %2d elements, worst relative error %.1e; along a direction %.1e", p.name, checked, worst, along)
		if checked == 0 || worst > 1e-6 {
			t.Errorf("%s: worst relative error %g in %d elements: want at most 1e-6", p.name, worst, checked)
		}
		if along > 1e-6 {
			t.Errorf("%s: relative error along a direction %g: want at most 1e-6", p.name, along)
		}
	}
}

// TestGradientsSingle compares the float32 gradients of every tensor with the
// change of the loss along them.
func TestGradientsSingle(t *testing.T) {
	const size = 64
	n := livelyNetwork(net.DefaultSize(), 4)
	parameters := parametersOf(n)
	b := batchOf(t, size, playedRows(size, 4))
	g, err := newGraph(parameters, size, true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.run(b); err != nil {
		t.Fatal(err)
	}
	judge, err := newGraph(parameters, size, false)
	if err != nil {
		t.Fatal(err)
	}
	loss := func() float64 {
		if _, err := judge.run(b); err != nil {
			t.Fatal(err)
		}
		return judge.policy.loss + judge.value.loss
	}
	for i, p := range parameters {
		gradient := g.gradient(i)
		length := math.Sqrt(square(gradient))
		direction := make([]float32, len(gradient))
		for k, x := range gradient {
			direction[k] = x / float32(length)
		}
		along := directional(p.data, gradient, direction, 3e-3, loss)
		t.Logf("%-14s norm %.3g, relative error along it %.1e", p.name, length, along)
		if !(along < 1e-2) {
			t.Errorf("%s: relative error along the gradient %g: want less than 1e-2", p.name, along)
		}
	}
}

// directional returns the relative error of the gradient along a direction,
// against the central difference of the loss over the given step.
func directional[F float](data, gradient, direction []F, step float64, loss func() float64) float64 {
	at := append([]F(nil), data...)
	var slope float64
	for k, d := range direction {
		slope += float64(d) * float64(gradient[k])
		data[k] = at[k] + F(step)*d
	}
	up := loss()
	for k, d := range direction {
		data[k] = at[k] - F(step)*d
	}
	down := loss()
	copy(data, at)
	return relativeError(slope, (up-down)/(2*step), 1e-4)
}

func randomDirection(rng *rand.Rand, n int) []float64 {
	d := make([]float64, n)
	for i := range d {
		d[i] = rng.NormFloat64()
	}
	return d
}

// relativeError is the difference of x and y by the larger of both and floor.
func relativeError(x, y, floor float64) float64 {
	return math.Abs(x-y) / max(math.Abs(x), math.Abs(y), floor)
}

// TestPaddingHasNoInfluence compares a batch with the same rows in a larger one.
func TestPaddingHasNoInfluence(t *testing.T) {
	rows := playedRows(10, 5)
	n := livelyNetwork(net.Size{Width: 16, Hidden: 8}, 5)
	lossAndGradients(t, n, batchOf(t, 10, rows), batchOf(t, 25, rows), 1e-6)
}

// TestWeightCountsRows compares a row of weight 2 with two of weight 1.
func TestWeightCountsRows(t *testing.T) {
	rows := playedRows(10, 6)
	for i := range rows {
		rows[i].Weight = 1
	}
	twice := append(rows[:10:10], rows[3])
	rows[3].Weight = 2
	n := livelyNetwork(net.Size{Width: 16, Hidden: 8}, 6)
	lossAndGradients(t, n, batchOf(t, 10, rows), batchOf(t, 11, twice), 1e-6)
}

// lossAndGradients fails if two batches differ in their loss or gradients by
// more than rounding.
func lossAndGradients(t *testing.T, n *net.Network, x, y *Batch, tolerance float64) {
	t.Helper()
	var graphs [2]*graph[float64]
	var losses [2]float64
	for i, b := range []*Batch{x, y} {
		g, err := newGraph(doubled(n), b.Size(), true)
		if err != nil {
			t.Fatal(err)
		}
		if losses[i], err = g.run(b); err != nil {
			t.Fatal(err)
		}
		graphs[i] = g
	}
	if relativeError(losses[0], losses[1], 1) > tolerance {
		t.Errorf("the losses are %v and %v", losses[0], losses[1])
	}
	for i, p := range graphs[0].parameters {
		first, second := graphs[0].gradient(i), graphs[1].gradient(i)
		for k := range first {
			if relativeError(first[k], second[k], 1) > tolerance {
				t.Fatalf("%s: element %d of the gradients is %v and %v", p.Name(), k, first[k], second[k])
			}
		}
	}
}

// TestSmallestNetwork runs the sizes at which a matrix is also a vector.
func TestSmallestNetwork(t *testing.T) {
	n := livelyNetwork(net.Size{Width: 1, Hidden: 1}, 7)
	n.InputBias[0], n.DenseBias[0] = 5, 5
	g, err := newGraph(parametersOf(n), 1, true)
	if err != nil {
		t.Fatal(err)
	}
	if loss, err := g.run(batchOf(t, 1, playedRows(1, 7))); err != nil || !(loss > 0) {
		t.Fatalf("run = %v, %v: want a loss", loss, err)
	}
	for i, p := range g.parameters {
		if len(g.gradient(i)) != p.Shape().TotalSize() {
			t.Errorf("%s: gradient of %d elements: want shape %v", p.Name(), len(g.gradient(i)), p.Shape())
		}
	}
}

// gradient returns the gradient of the i-th parameter, which is there after the
// first run.
func (g *graph[F]) gradient(i int) []F { return elements[F](g.machine.of(g.gradients[i])) }
