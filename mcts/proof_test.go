package mcts

import (
	"math/rand/v2"
	"slices"
	"testing"

	"drafthorse/rules"
)

// exhaust returns what is known, as a Prover says it, from playing g out in every
// way for the given number of plies. It shares nothing with the tree but the
// rules.
func exhaust(g *rules.Game, depth int) (points, plies int, known bool) {
	if o := g.Outcome(); o.Result != rules.Undecided {
		return o.Result.For(g.Position().Turn()), 0, true
	}
	if depth == 0 {
		return 0, 0, false
	}
	var win, loss int
	var draw, unknown bool
	for _, m := range slices.Clone(g.Moves()) {
		g.Push(m)
		points, plies, known := exhaust(g, depth-1)
		g.Pop()
		switch {
		case !known:
			unknown = true
		case points == 0:
			draw = true
		case points == 1:
			loss = max(loss, plies+1)
		case win == 0 || plies+1 < win:
			win = plies + 1
		}
	}
	switch {
	case win > 0:
		return 1, win, true
	case unknown:
		return 0, 0, false
	case draw:
		return 0, 0, true
	}
	return -1, loss, true
}

// runningOut returns a game with kings and a few plies to a draw by the count of
// moves, and how many.
func runningOut(rng *rand.Rand) (g *rules.Game, left int) {
	kinds := []struct{ men, kings, others, left int }{
		{1, 1, 1, 4}, {0, 2, 1, 4}, {0, 3, 1, 3}, {1, 2, 1, 3}, {2, 1, 1, 3}, {0, 2, 2, 3},
	}
	for {
		k := kinds[rng.IntN(len(kinds))]
		var sets [3]rules.Bitboard
		squares := rng.Perm(45) // from 6 on, where White may have men
		for i, n := range []int{k.men, k.kings, k.others} {
			for _, s := range squares[:n] {
				sets[i] |= 1 << (s + 5)
			}
			squares = squares[n:]
		}
		p, err := rules.NewPosition(rules.Pieces{
			WhiteMen: sets[0], WhiteKings: sets[1], BlackKings: sets[2],
		}, rules.Color(rng.IntN(2)))
		if err != nil {
			continue
		}
		if rng.IntN(2) == 0 {
			p = p.Turned()
		}
		g := rules.NewGame(p)
		for g.Outcome().Result == rules.Undecided {
			d := g.Draws()
			left := min(rules.QuietLimit-int(d.Quiet), rules.SixteenLimit-int(d.Sixteen), rules.FiveLimit-int(d.Five))
			if left <= k.left {
				return g, left
			}
			g.Push(g.Moves()[rng.IntN(len(g.Moves()))])
		}
	}
}

// Whatever the tree claims to have proven is what playing out every line says,
// and no win or loss takes longer than claimed: for the root and all moves in
// the tree, without a prover and with one that knows the last two plies.
func TestProofsAreTrue(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2008))
	var claims [3]int // losses, draws, wins
	for n := range 200 {
		g, left := runningOut(rng)
		var prove Prover
		if n%2 == 1 {
			prove = func(*rules.Position, rules.DrawCounters) (points, plies int, known bool) {
				return exhaust(g, 2)
			}
		}
		tree := NewTree(DefaultConfig(), Uniform{}, prove)
		tree.Reset(g)
		tree.Search(2000)
		check := func(claim Proof) {
			if !claim.Known {
				return
			}
			claims[claim.Points+1]++
			points, plies, known := exhaust(g, left)
			if !known || points != int(claim.Points) || plies > int(claim.Plies) {
				t.Errorf("%s %+v: claimed to be %+v, is %d in %d plies", g.Position().FEN(), g.Draws(), claim, points, plies)
			}
		}
		check(tree.Proof())
		var walk func(n int32)
		walk = func(n int32) {
			for i, e := range tree.edgesOf(n) {
				g.Push(tree.movesOf(n)[i])
				left--
				if e.proof.Known {
					p := e.proof
					if e.visits > 0 && e.score() != p.Evaluation().Score() {
						t.Errorf("%s: mean score %v after %d visits, proven %+v", g.Position().FEN(), e.score(), e.visits, p)
					}
					if p.Points != 0 {
						p.Points, p.Plies = -p.Points, p.Plies-1
					}
					check(p)
				}
				if e.child != noNode {
					walk(e.child)
				}
				left++
				g.Pop()
			}
		}
		walk(root)
	}
	for i, n := range claims {
		if n < 100 {
			t.Errorf("%d claims of %d points checked, want more", n, i-1)
		}
	}
}

// shortMenEnding returns a game of a few men that is won or lost in 4 to 7 plies.
func shortMenEnding(rng *rand.Rand) *rules.Game {
	for {
		var sets [2]rules.Bitboard
		squares := rng.Perm(30) // from 11 to 40
		for i, s := range squares[:5] {
			sets[i%2] |= 1 << (s + 10)
		}
		p, err := rules.NewPosition(rules.Pieces{WhiteMen: sets[0], BlackMen: sets[1]}, rules.Color(rng.IntN(2)))
		if err != nil {
			continue
		}
		g := rules.NewGame(p)
		if _, plies, known := exhaust(g, 7); known && plies > 3 {
			return g
		}
	}
}

// With a prover that sees the end, a game goes as it must, however short the
// search: the winner wins by the shortest way, the loser holds out by the
// longest, and a draw is kept.
func TestPlayWithAProver(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2008))
	for n := range 200 {
		g, _ := runningOut(rng)
		if n%4 == 0 {
			g = shortMenEnding(rng)
		}
		start, ply := g.Position(), g.Ply()
		points, plies, _ := exhaust(g, 7)
		tree := NewTree(DefaultConfig(), Uniform{}, func(*rules.Position, rules.DrawCounters) (points, plies int, known bool) {
			return exhaust(g, 7)
		})
		tree.Reset(g)
		for on := true; on && g.Ply()-ply < 8; {
			tree.Search(1)
			on = tree.Play(tree.BestMove())
		}
		if got := g.Outcome().Result.For(start.Turn()); got != points || points != 0 && g.Ply()-ply != plies {
			t.Errorf("%s ended with %d points in %d plies, want %d in %d", start.FEN(), got, g.Ply()-ply, points, plies)
		}
	}
}

// 44-39 26x37, 47-42 37x48 and 39-34 48x30 give four men for 25x12, which takes
// the last five.
func TestShot(t *testing.T) {
	g := rules.NewGame(position(t, "W:W25,31,43,44,47:B8,9,19,26,29"))
	tree := NewTree(DefaultConfig(), Uniform{}, nil)
	tree.Reset(g)
	tree.Search(2000)
	var line []string
	p := g.Position()
	for _, m := range tree.AppendLine(nil, tree.BestMove(), 2000) {
		line = append(line, p.MoveText(m))
		p = p.Play(m)
	}
	if want := []string{"44-39", "26x37", "47-42", "37x48", "39-34", "48x30", "25x12"}; !slices.Equal(line, want) {
		t.Errorf("line %v, want %v", line, want)
	}
	rng := rand.New(rand.NewPCG(4, 2008))
	for range 100 {
		if i := tree.Sample(5, rng); i != tree.Best() {
			t.Fatalf("sampled %v at a proven root, want %v", g.Moves()[i], tree.BestMove())
		}
	}
	// What is proven stays so from move to move, without another visit.
	for plies := 7; plies > 0; plies-- {
		want := Proof{Known: true, Points: 1, Plies: int16(plies)}
		if plies%2 == 0 {
			want.Points = -1
		}
		if got := tree.Proof(); got != want || tree.Evaluation() != want.Evaluation() {
			t.Errorf("%s is %+v and %+v, want %+v", g.Position().FEN(), got, tree.Evaluation(), want)
		}
		if on := tree.Play(tree.BestMove()); on != (plies > 1) {
			t.Fatalf("after %s: goes on is %v", g.Position().FEN(), on)
		}
	}
	if o := g.Outcome(); o != (rules.Outcome{Result: rules.WhiteWins, Rule: rules.NoPieces}) {
		t.Errorf("outcome %v, want that White wins and Black has no pieces", o)
	}
}

// Black loses whatever it plays, and holds out the longest by 27-31.
func TestLongestResistance(t *testing.T) {
	g := rules.NewGame(position(t, "B:W38,42,48:B27,28"))
	tree := NewTree(DefaultConfig(), Uniform{}, nil)
	tree.Reset(g)
	tree.Search(2000)
	if got, want := tree.Proof(), (Proof{true, -1, 8}); got != want {
		t.Errorf("root is %+v, want %+v", got, want)
	}
	if tree.Visits() != 2000 {
		t.Errorf("%d visits, want all 2000", tree.Visits())
	}
	p := g.Position()
	if got := p.MoveText(tree.BestMove()); got != "27-31" {
		t.Errorf("best is %s, want 27-31", got)
	}
	for _, m := range slices.Clone(g.Moves()) {
		tree.Explore(m, 3000)
	}
	want := map[string]int16{"27-31": 8, "27-32": 6, "28-32": 4, "28-33": 6}
	for _, c := range tree.AppendCandidates(nil) {
		text := p.MoveText(c.Move)
		if c.Proof != (Proof{true, -1, want[text]}) || c.Evaluation != (Evaluation{Loss: 1}) || c.Visits != 3000 {
			t.Errorf("%s is %+v after %d visits, want lost in %d after 3000", text, c, c.Visits, want[text])
		}
	}
}

// book is a Prover that knows some positions by heart.
type book map[string]Proof

func (b book) prove(p *rules.Position, _ rules.DrawCounters) (points, plies int, known bool) {
	e := b[p.FEN()]
	return int(e.Points), int(e.Plies), e.Known
}

// What the book says after two plies climbs to the root:
//
//	28-22  3-8: won in 4    3-9: lost in 6    so 28-22 is lost in 8
//	28-23  3-8: a draw      3-9: won in 2     so 28-23 is a draw
func TestProofsClimb(t *testing.T) {
	e := &scripted{white: func(p *rules.Position) float32 {
		if p.Men(rules.White).Has(22) {
			return 0.9
		}
		return 0.4
	}}
	tree := NewTree(DefaultConfig(), e, book{
		"W:W22:B8": {true, 1, 4}, "W:W22:B9": {true, -1, 6},
		"W:W23:B8": {Known: true}, "W:W23:B9": {true, 1, 2},
	}.prove)
	g := rules.NewGame(position(t, "W:W28:B3"))
	tree.Reset(g)
	tree.Search(100)
	c := tree.AppendCandidates(nil)
	if want := (Proof{true, -1, 8}); c[0].Move.To != 22 || c[0].Proof != want || c[0].Evaluation != want.Evaluation() {
		t.Errorf("28-22 is %+v, want %+v", c[0], want)
	}
	if want := (Proof{Known: true}); c[1].Proof != want || c[1].Evaluation != want.Evaluation() || tree.Proof() != want {
		t.Errorf("28-23 is %+v, the root %+v, want %+v", c[1], tree.Proof(), want)
	}
	if tree.Best() != 1 || c[0].Visits > c[1].Visits {
		t.Errorf("best is %d of visits %d and %d, want the draw", tree.Best(), c[0].Visits, c[1].Visits)
	}
	if e.asked != 3 {
		t.Errorf("%d evaluations, want 3: the root and the positions after a ply", e.asked)
	}
	// The draw is kept below, where 3-8 leads to a position that was never
	// evaluated; as the root it is, for its priors.
	tree.Play(c[1].Move)
	if tree.Proof() != (Proof{Known: true}) || tree.BestMove().To != 8 || e.asked != 3 {
		t.Errorf("after 28-23 the root is %+v, best is %v, %d evaluations; want a draw by 3-8 and 3",
			tree.Proof(), tree.BestMove(), e.asked)
	}
	tree.Play(tree.BestMove())
	if tree.Proof() != (Proof{Known: true}) || e.asked != 4 {
		t.Errorf("after 3-8 the root is %+v, %d evaluations; want a draw and 4", tree.Proof(), e.asked)
	}
}

// A root that is known to be a draw is played for the move that keeps it, though
// the evaluator thinks more of one that the book is silent about.
func TestDrawnRoot(t *testing.T) {
	tree := NewTree(DefaultConfig(), &scripted{white: func(p *rules.Position) float32 {
		if p.Men(rules.White).Has(22) {
			return 0.9
		}
		return 0.4
	}}, book{"W:W28:B3": {Known: true}, "B:W23:B3": {Known: true}}.prove)
	tree.Reset(rules.NewGame(position(t, "W:W28:B3")))
	if tree.BestMove().To != 23 {
		t.Errorf("best is %v before the first visit, want 28-23", tree.BestMove())
	}
	tree.Search(100)
	if c := tree.AppendCandidates(nil); tree.Best() != 1 || c[1].Visits != 100 || c[0].Proof.Known {
		t.Errorf("best is %v of %+v, want 28-23 and all visits", tree.BestMove(), c)
	}
}

// Two of the nine first moves, dear to the evaluator, are said to lose. Once that
// is known they are neither visited nor sampled again, even if nothing else has
// been visited.
func TestLostMovesAreLeftAlone(t *testing.T) {
	g := rules.NewGame(rules.Start())
	lost := func(i int) bool { return g.Moves()[i].To == 28 }
	priors := make([]float32, len(g.Moves()))
	for i := range priors {
		if priors[i] = 0.1 / 7; lost(i) {
			priors[i] = 0.45
		}
	}
	e := &scripted{priors: priors, white: func(*rules.Position) float32 { return 0.5 }}
	tree := NewTree(DefaultConfig(), e, func(p *rules.Position, _ rules.DrawCounters) (points, plies int, known bool) {
		return 1, 20, p.Turn() == rules.Black && p.Men(rules.White).Has(28)
	})
	tree.Reset(g)
	rng := rand.New(rand.NewPCG(3, 2008))
	sample := func() {
		t.Helper()
		if lost(tree.Best()) {
			t.Errorf("best is %v, which loses", tree.BestMove())
		}
		for range 200 {
			if i := tree.Sample(5, rng); lost(i) {
				t.Fatalf("sampled %v, which loses", g.Moves()[i])
			}
		}
	}
	for i, m := range slices.Clone(g.Moves()) {
		if lost(i) {
			tree.Explore(m, 10)
		}
	}
	sample()
	tree.Search(1000)
	sample()
	for i, c := range tree.AppendCandidates(nil) {
		if lost(i) && (c.Visits != 10 || c.Proof != Proof{true, -1, 21}) || !lost(i) && c.Proof.Known {
			t.Errorf("%v is %+v after %d visits", c.Move, c.Proof, c.Visits)
		}
	}
	if tree.Proof().Known {
		t.Errorf("root is %+v, want nothing proven", tree.Proof())
	}
}
