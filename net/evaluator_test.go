package net

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"drafthorse/mcts"
	"drafthorse/rules"
)

// lively returns a network whose outputs differ from position to position.
func lively(s Size) *Network {
	rng := rand.New(rand.NewPCG(9, 9))
	n := Random(s, rng)
	for _, t := range n.Tensors() {
		for i := range t.Data {
			t.Data[i] += float32(rng.NormFloat64() * 0.1)
		}
	}
	return n
}

// visit calls f with the positions of random games, kings and draw counters
// among them.
func visit(games int, f func(g *rules.Game)) {
	rng := rand.New(rand.NewPCG(5, 6))
	kings, err := rules.ParseFEN("W:WK46,K47,31:BK4,K5,20")
	if err != nil {
		panic(err)
	}
	for i := range games {
		g := rules.NewGame(rules.Start())
		if i%4 == 3 {
			g.Reset(kings)
		}
		for g.Outcome().Result == rules.Undecided && g.Ply() < 150 {
			f(g)
			g.Push(g.Moves()[rng.IntN(len(g.Moves()))])
		}
	}
}

// twin evaluates by the definition: dense inputs, matrices, float64.
func twin(n *Network, p rules.Position, d rules.DrawCounters, moves []rules.Move) (value [3]float64, priors []float64) {
	x := make([]float64, Features)
	for _, f := range AppendFeatures(nil, &p, d) {
		x[f]++
	}
	linear := func(x []float64, w, b []float32) []float64 {
		out := make([]float64, len(b))
		for j := range out {
			out[j] = float64(b[j])
			for i := range x {
				out[j] += x[i] * float64(w[i*len(b)+j])
			}
		}
		return out
	}
	rectify := func(x []float64) []float64 {
		for i := range x {
			x[i] = math.Max(0, x[i])
		}
		return x
	}
	normalize := func(x []float64) []float64 {
		sum := 0.
		for i := range x {
			x[i] = math.Exp(x[i])
			sum += x[i]
		}
		for i := range x {
			x[i] /= sum
		}
		return x
	}
	h := rectify(linear(rectify(linear(x, n.Input, n.InputBias)), n.Dense, n.DenseBias))
	copy(value[:], normalize(linear(h, n.Value, n.ValueBias)))
	for _, m := range moves {
		k := PolicyIndex(m, p.Turn())
		logit := float64(n.PolicyBias[k])
		for i := range h {
			logit += h[i] * float64(n.Policy[k*n.Hidden+i])
		}
		priors = append(priors, logit)
	}
	return value, normalize(priors)
}

func TestEvaluateEqualsItsDefinition(t *testing.T) {
	for _, size := range []Size{{128, 32}, {33, 7}, {1, 1}, {64, 16}} {
		n := lively(size)
		e := NewEvaluator(n)
		worst, positions := 0., 0
		visit(20, func(g *rules.Game) {
			p, moves := g.Position(), g.Moves()
			priors := make([]float32, len(moves))
			v := e.Evaluate(&p, g.Draws(), moves, priors)
			wantValue, wantPriors := twin(n, p, g.Draws(), moves)
			for i, x := range []float32{v.Win, v.Draw, v.Loss} {
				worst = math.Max(worst, math.Abs(float64(x)-wantValue[i]))
			}
			for i, x := range priors {
				worst = math.Max(worst, math.Abs(float64(x)-wantPriors[i]))
			}
			positions++
		})
		if worst > 1e-5 || positions < 1000 {
			t.Errorf("size %v: differs by %v on %d positions, want at most 1e-5 on 1000 or more", size, worst, positions)
		}
	}
}

// The network sees own and opponent, not White and Black: the turned position
// is the same to it, moves included.
func TestTurnedPositionIsTheSame(t *testing.T) {
	e := NewEvaluator(lively(Size{64, 16}))
	visit(8, func(g *rules.Game) {
		p, moves := g.Position(), g.Moves()
		turned := p.Turned()
		turnedMoves := make([]rules.Move, len(moves))
		for i, m := range moves {
			turnedMoves[i] = rules.Move{From: m.From.Turned(), To: m.To.Turned(), Captured: m.Captured.Turned()}
		}
		a, b := make([]float32, len(moves)), make([]float32, len(moves))
		va := e.Evaluate(&p, g.Draws(), moves, a)
		vb := e.Evaluate(&turned, g.Draws(), turnedMoves, b)
		if va != vb || !slices.Equal(a, b) {
			t.Fatalf("%s: %v and turned %v", p.FEN(), va, vb)
		}
	})
}

func TestFeaturesByHand(t *testing.T) {
	parse := func(fen string) rules.Position {
		p, err := rules.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	none := rules.DrawCounters{Sixteen: rules.NotCounting, Five: rules.NotCounting}
	for _, c := range []struct {
		fen   string
		draws rules.DrawCounters
		want  []uint16
	}{
		{"W:W31,K50:B1,K20", none, []uint16{30, 99, 100, 169}},
		// Black to move: 20 becomes 31, 1 becomes 50, 31 becomes 20, 50 becomes 1.
		{"B:W31,K50:B1,K20", none, []uint16{49, 80, 119, 150}},
		{"W:W31:B1", rules.DrawCounters{Quiet: 9, Sixteen: -1, Five: -1}, []uint16{30, 100}},
		{"W:W31:B1", rules.DrawCounters{Quiet: 10, Sixteen: -1, Five: -1}, []uint16{30, 100, 200}},
		{"W:W31:B1", rules.DrawCounters{Quiet: 49, Sixteen: 0, Five: -1}, []uint16{30, 100, 203, 204}},
		{"W:W31:B1", rules.DrawCounters{Sixteen: 31, Five: 0}, []uint16{30, 100, 207, 208}},
		{"W:W31:B1", rules.DrawCounters{Sixteen: -1, Five: 4}, []uint16{30, 100, 209}},
		{"W:W31:B1", rules.DrawCounters{Sixteen: -1, Five: 9, Repetitions: 1}, []uint16{30, 100, 210, 211}},
		{"W:W31:B1", rules.DrawCounters{Quiet: 255, Sixteen: 127, Five: 127, Repetitions: 9}, []uint16{30, 100, 203, 207, 210, 211}},
	} {
		p := parse(c.fen)
		if got := AppendFeatures(nil, &p, c.draws); !slices.Equal(got, c.want) {
			t.Errorf("features of %s, %+v are %v, want %v", c.fen, c.draws, got, c.want)
		}
	}
}

func TestPolicyIndex(t *testing.T) {
	// 50 pairs of squares a row; for Black the board is turned.
	if got := PolicyIndex(rules.Move{From: 32, To: 28}, rules.White); got != 31*50+27 {
		t.Errorf("index of 32-28 for White is %d, want %d", got, 31*50+27)
	}
	if got := PolicyIndex(rules.Move{From: 19, To: 23}, rules.Black); got != 31*50+27 {
		t.Errorf("index of 19-23 for Black is %d, want that of 32-28 for White, %d", got, 31*50+27)
	}
}

func TestEvaluateDoesNotAllocate(t *testing.T) {
	p := rules.Start()
	moves := p.AppendMoves(nil)
	priors := make([]float32, len(moves))
	for _, size := range []Size{DefaultSize(), {33, 7}} {
		var e mcts.Evaluator = NewEvaluator(lively(size))
		if n := testing.AllocsPerRun(100, func() { e.Evaluate(&p, rules.NewDrawCounters(p), moves, priors) }); n != 0 {
			t.Errorf("size %v: %v allocations, want none", size, n)
		}
	}
}

// BenchmarkEvaluate evaluates the positions of random games.
func BenchmarkEvaluate(b *testing.B) {
	type leaf struct {
		p     rules.Position
		draws rules.DrawCounters
		moves []rules.Move
	}
	var leaves []leaf
	visit(12, func(g *rules.Game) {
		leaves = append(leaves, leaf{g.Position(), g.Draws(), slices.Clone(g.Moves())})
	})
	priors := make([]float32, 200)
	for _, s := range []Size{{256, 32}, DefaultSize()} {
		b.Run(fmt.Sprintf("%dx%d", s.Width, s.Hidden), func(b *testing.B) {
			e := NewEvaluator(lively(s))
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				l := &leaves[i]
				e.Evaluate(&l.p, l.draws, l.moves, priors)
				if i++; i == len(leaves) {
					i = 0
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "evals/s")
		})
	}
}

// BenchmarkSearch is a whole search with a network: the rate self-play sees.
func BenchmarkSearch(b *testing.B) {
	tree := mcts.NewTree(mcts.DefaultConfig(), NewEvaluator(lively(DefaultSize())), nil)
	g := rules.NewGame(rules.Start())
	b.ReportAllocs()
	for b.Loop() {
		tree.Reset(g)
		tree.Search(1000)
	}
	b.ReportMetric(1000*float64(b.N)/b.Elapsed().Seconds(), "visits/s")
}
