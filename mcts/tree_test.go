package mcts

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"drafthorse/rules"
)

func position(t testing.TB, fen string) rules.Position {
	t.Helper()
	p, err := rules.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// scripted answers with the given priors at a position with as many moves, else
// with even ones, and with a value of White's that depends on the position.
type scripted struct {
	priors []float32
	white  func(p *rules.Position) float32 // White's chance to win; the rest is loss
	asked  int
}

func (s *scripted) Evaluate(p *rules.Position, d rules.DrawCounters, moves []rules.Move, priors []float32) Evaluation {
	s.asked++
	Uniform{}.Evaluate(p, d, moves, priors)
	if len(s.priors) == len(moves) && p.Turn() == rules.White {
		copy(priors, s.priors)
	}
	w := s.white(p)
	if p.Turn() == rules.Black {
		w = 1 - w
	}
	return Evaluation{Win: w, Loss: 1 - w}
}

// TestPUCTByHand follows five visits of a position with two moves, of priors
// 0.3 and 0.7 and true values 0.8 and 0.4, with CPUCT 1 and no reduction. A move
// without visits counts as the mean so far, 0.5 before the first.
//
//	visit  N  28-22                     28-23                        chosen
//	1      0  0.5 + 0.3       = 0.80    0.5 + 0.7         = 1.20     28-23
//	2      1  0.4 + 0.3·1     = 0.70    0.4 + 0.7·1/2     = 0.75     28-23
//	3      2  0.4 + 0.3·1.414 = 0.82    0.4 + 0.7·1.414/3 = 0.73     28-22
//	4      3  0.8 + 0.3·1.732/2 = 1.06  0.4 + 0.7·1.732/3 = 0.80     28-22
//	5      4  0.8 + 0.3·2/3   = 1.00    0.4 + 0.7·2/3     = 0.87     28-22
func TestPUCTByHand(t *testing.T) {
	e := &scripted{priors: []float32{0.3, 0.7}, white: func(p *rules.Position) float32 {
		switch {
		case p.Men(rules.White).Has(22):
			return 0.8
		case p.Men(rules.White).Has(23):
			return 0.4
		}
		return 0.5
	}}
	tree := NewTree(Config{CPUCT: 1, PriorPower: 1}, e, nil)
	tree.Reset(rules.NewGame(position(t, "W:W28:B3")))
	for i, want := range [][2]int{{0, 1}, {0, 2}, {1, 2}, {2, 2}, {3, 2}} {
		tree.Search(i + 1)
		c := tree.AppendCandidates(nil)
		if c[0].Move.To != 22 || c[1].Move.To != 23 {
			t.Fatalf("candidates %v, want 28-22 and 28-23", c)
		}
		if got := [2]int{c[0].Visits, c[1].Visits}; got != want {
			t.Errorf("visits %v after %d, want %v", got, i+1, want)
		}
	}
	c := tree.AppendCandidates(nil)
	for i, want := range []float32{0.8, 0.4} {
		if got := c[i].Evaluation.Score(); math.Abs(float64(got-want)) > 1e-6 {
			t.Errorf("score of move %d is %v, want %v", i, got, want)
		}
	}
	// (0.5 + 3·0.8 + 2·0.4) / 6
	if got := tree.Evaluation().Score(); math.Abs(float64(got)-3.7/6) > 1e-6 {
		t.Errorf("score of the root is %v, want %v", got, 3.7/6)
	}
	if tree.BestMove().To != 22 {
		t.Errorf("best move %v, want 28-22", tree.BestMove())
	}
}

// 46-41 blocks Black's last man: a win in one, for either colour.
func TestWinInOne(t *testing.T) {
	p := position(t, "W:W46,47:B36")
	for _, c := range []struct {
		p    rules.Position
		wins string
	}{{p, "46-41"}, {p.Turned(), "5-10"}} {
		tree := NewTree(DefaultConfig(), Uniform{}, nil)
		tree.Reset(rules.NewGame(c.p))
		tree.Search(200)
		for i, candidate := range tree.AppendCandidates(nil) {
			text := c.p.MoveText(candidate.Move)
			if (text == c.wins || i == tree.Best()) && candidate.Evaluation != (Evaluation{Win: 1}) {
				t.Errorf("%s in %s is %+v, want a certain win", text, c.p.FEN(), candidate.Evaluation)
			}
		}
	}
}

// A move that repeats a position of the game for the third time is a draw in
// the tree, whatever the evaluator says.
func TestRepetitionInTheTree(t *testing.T) {
	g := rules.NewGame(position(t, "W:WK50,K45,31:BK1,K2"))
	for _, text := range []string{"50-44", "2-8", "44-50", "8-2", "50-44", "2-8", "44-50"} {
		m, err := g.Position().ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		g.Push(m)
	}
	tree := NewTree(DefaultConfig(), &scripted{white: func(*rules.Position) float32 { return 0.9 }}, nil)
	tree.Reset(g)
	tree.Search(300)
	for _, c := range tree.AppendCandidates(nil) {
		if c.Move.From == 8 && c.Move.To == 2 {
			if c.Evaluation != (Evaluation{Draw: 1}) || tree.BestMove() != c.Move {
				t.Errorf("8-2 is %+v, best is %v; want a certain draw, and that it is played", c.Evaluation, tree.BestMove())
			}
			return
		}
	}
	t.Error("8-2 is no candidate")
}

// Positions with one legal move are played through: the evaluator is asked once
// a visit, and never about such a position.
func TestForcedMovesAreNotEvaluated(t *testing.T) {
	e := &forcedWatcher{t: t}
	tree := NewTree(DefaultConfig(), e, nil)
	tree.Reset(rules.NewGame(position(t, "W:W29,33,39,46,47:B7,17,19")))
	tree.Search(500)
	if e.asked > 501 {
		t.Errorf("%d evaluations for 500 visits, want at most one each and one for the root", e.asked)
	}
}

type forcedWatcher struct {
	t     *testing.T
	asked int
}

func (w *forcedWatcher) Evaluate(p *rules.Position, d rules.DrawCounters, moves []rules.Move, priors []float32) Evaluation {
	w.asked++
	if len(moves) < 2 {
		w.t.Errorf("asked about %s, which has %d legal moves", p.FEN(), len(moves))
	}
	return Uniform{}.Evaluate(p, d, moves, priors)
}

func TestSearchLeavesTheGameAsItWas(t *testing.T) {
	g := rules.NewGame(rules.Start())
	g.Push(g.Moves()[3])
	p, d := g.Position(), g.Draws()
	tree := NewTree(DefaultConfig(), Uniform{}, nil)
	tree.Reset(g)
	tree.Search(300)
	if g.Ply() != 1 || g.Position() != p || g.Draws() != d {
		t.Errorf("after the search the game is at ply %d, %s", g.Ply(), g.Position().FEN())
	}
}

// Playing on keeps the statistics of the subtree, and a search from there is
// the same as if the kept tree had never been moved.
func TestPlayKeepsTheSubtree(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	g := rules.NewGame(rules.Start())
	tree := NewTree(DefaultConfig(), Uniform{}, nil)
	tree.Reset(g)
	for on := true; on && g.Ply() < 120; {
		tree.Search(200)
		candidates := tree.AppendCandidates(nil)
		chosen := candidates[tree.Sample(1, rng)]
		on = tree.Play(chosen.Move)
		if !on {
			break
		}
		if got := tree.Visits(); got > chosen.Visits || chosen.Visits > 2 && got == 0 && !chosen.Proof.Known {
			t.Fatalf("ply %d: %d visits kept of %d", g.Ply(), got, chosen.Visits)
		}
		moves := slices.Clone(g.Moves())
		sum := 0
		for i, c := range tree.AppendCandidates(nil) {
			if c.Move != moves[i] {
				t.Fatalf("ply %d: candidate %d is %v, want %v", g.Ply(), i, c.Move, moves[i])
			}
			sum += c.Visits
		}
		if sum != tree.Visits() {
			t.Fatalf("ply %d: %d visits, but the moves have %d", g.Ply(), tree.Visits(), sum)
		}
		// Every visit through the move ended in its position (once, unless there
		// is a capture pending) or went on below it, until that was proven.
		if want := chosen.Visits - 1; len(moves) > 1 && !moves[0].IsCapture() && sum != want && !chosen.Proof.Known {
			t.Fatalf("ply %d: %d visits kept, want %d", g.Ply(), sum, want)
		}
	}
}

func TestNoiseStaysOutOfTheCandidates(t *testing.T) {
	tree := NewTree(DefaultConfig(), Uniform{}, nil)
	tree.Reset(rules.NewGame(rules.Start()))
	tree.AddNoise(rand.New(rand.NewPCG(1, 1)))
	var sum, changed float64
	for i, e := range tree.rootEdges() {
		sum += float64(e.prior)
		changed += math.Abs(float64(e.prior - tree.rootPriors[i]))
	}
	if math.Abs(sum-1) > 1e-5 || changed < 0.01 {
		t.Errorf("priors with noise sum to %v and differ by %v; want 1 and more than nothing", sum, changed)
	}
	for _, c := range tree.AppendCandidates(nil) {
		if c.Prior != 1./9 {
			t.Errorf("candidate prior %v, want 1/9 without noise", c.Prior)
		}
	}
}

// A move without visits is worth what the others are, by their priors, and what
// the root's own evaluation says, as if that were one visit more.
func TestUnvisitedScoreByHand(t *testing.T) {
	priors := []float32{0.4, 0.1, 0.3, 0.2}
	e := &scripted{priors: priors, white: func(p *rules.Position) float32 {
		switch {
		case p.Men(rules.White).Has(22):
			return 0.2
		case p.Men(rules.White).Has(23):
			return 0.8
		}
		return 0.5
	}}
	tree := NewTree(DefaultConfig(), e, nil)
	g := rules.NewGame(position(t, "W:W28,29:B1,2,3,4,5"))
	tree.Reset(g)
	if got := tree.UnvisitedScore(); got != 0.5 {
		t.Errorf("without visits %v, want the root's own 0.5", got)
	}
	moves := slices.Clone(g.Moves())
	if len(moves) != 4 || moves[0].To != 22 || moves[1].To != 23 {
		t.Fatalf("moves %v, want four that begin with 28-22 and 28-23", moves)
	}
	tree.Explore(moves[0], 2)
	tree.Explore(moves[1], 1)
	// The visited moves are worth (0.4·0.2 + 0.1·0.8)/0.5 = 0.32.
	const want = (0.5 + 3*0.32) / 4
	if got := float64(tree.UnvisitedScore()); math.Abs(got-want) > 1e-6 {
		t.Errorf("%v after three visits, want %v", got, want)
	}
}

func TestExploreVisitsOneMove(t *testing.T) {
	tree := NewTree(DefaultConfig(), Uniform{}, nil)
	g := rules.NewGame(rules.Start())
	tree.Reset(g)
	tree.Search(50)
	m := g.Moves()[8]
	tree.Explore(m, 100)
	for _, c := range tree.AppendCandidates(nil) {
		if c.Move == m && c.Visits != 100 {
			t.Errorf("%d visits of the explored move, want 100", c.Visits)
		}
	}
}

func TestLineIsLegal(t *testing.T) {
	tree := NewTree(DefaultConfig(), Uniform{}, nil)
	g := rules.NewGame(rules.Start())
	tree.Reset(g)
	tree.Search(2000)
	line := tree.AppendLine(nil, tree.BestMove(), 2)
	if len(line) < 2 || line[0] != tree.BestMove() {
		t.Fatalf("line %v, want it to begin with %v and go on", line, tree.BestMove())
	}
	p := g.Position()
	for _, m := range line {
		if !slices.Contains(p.AppendMoves(nil), m) {
			t.Fatalf("%v in the line is not legal in %s", m, p.FEN())
		}
		p = p.Play(m)
	}
}

func TestVisitsDoNotAllocate(t *testing.T) {
	tree := NewTree(DefaultConfig(), Uniform{}, nil)
	for _, p := range []rules.Position{rules.Start(), position(t, "B:W38,42,48:B27,28")} { // the second is soon proven
		g := rules.NewGame(p)
		search := func() {
			tree.Reset(g)
			tree.Search(1000)
			tree.Play(tree.BestMove())
			tree.Search(1000)
			g.Pop()
		}
		search()
		if n := testing.AllocsPerRun(5, search); n != 0 {
			t.Errorf("%s: %v allocations for 2000 visits, want none", p.FEN(), n)
		}
	}
}

func BenchmarkVisits(b *testing.B) {
	for name, fen := range map[string]string{
		"start":      rules.Start().FEN(),
		"middlegame": "W:W28,32,33,34,35,37,38,39,42,45,48:B8,9,12,13,14,16,18,19,23,24,26",
		"kings":      "W:WK47,K48,K49:BK4,K5",
	} {
		b.Run(name, func(b *testing.B) {
			tree := NewTree(DefaultConfig(), Uniform{}, nil)
			g := rules.NewGame(position(b, fen))
			b.ReportAllocs()
			for b.Loop() {
				tree.Reset(g)
				tree.Search(1000)
			}
			b.ReportMetric(1000*float64(b.N)/b.Elapsed().Seconds(), "visits/s")
		})
	}
}

// Dirichlet noise is a distribution, or none where all of it is too small for
// a number: priors stay numbers with the sum 1.
func TestPriorsWithNoise(t *testing.T) {
	for _, total := range []float64{10, 1, 0.03, 0.01, 1e-300} {
		c := DefaultConfig()
		c.NoiseTotal, c.NoiseWeight = total, 1
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(1, 1))
		tree := NewTree(c, Uniform{}, nil)
		for range 1000 {
			tree.Reset(rules.NewGame(rules.Start()))
			tree.AddNoise(rng)
			sum := float32(0)
			for _, e := range tree.rootEdges() {
				if !(e.prior >= 0) {
					t.Fatalf("total %v: a prior is %v", total, e.prior)
				}
				sum += e.prior
			}
			if !(math.Abs(float64(sum-1)) < 1e-5) {
				t.Fatalf("total %v: the priors' sum is %v", total, sum)
			}
		}
	}
}
