package mcts

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"drafthorse/parallel"
	"drafthorse/rules"
)

func never() bool { return false }

// together lets several walkers search the tree.
func together(t *Tree, walkers, visits int, evaluator func() Evaluator) {
	var lock sync.Mutex
	parallel.Each(walkers, walkers, func(int) {
		NewWalker(t, evaluator(), &lock).Search(visits, never)
	})
}

func uniform() Evaluator { return Uniform{} }

// A walker alone is the tree's own search, bit for bit.
func TestOneWalker(t *testing.T) {
	for _, fen := range []string{rules.Start().FEN(), "W:WK1,K2,31,32,33:BK49,K50,8,9", "W:W25,31,43,44,47:B8,9,19,26,29"} {
		g := rules.NewGame(position(t, fen))
		g.Push(g.Moves()[0])
		alone := NewTree(DefaultConfig(), &moody{}, nil)
		alone.Reset(g)
		alone.SearchUntil(2000, never)
		tree := NewTree(DefaultConfig(), &moody{}, nil)
		tree.Reset(g)
		together(tree, 1, 2000, func() Evaluator { return &moody{} })
		if got, want := tree.AppendCandidates(nil), alone.AppendCandidates(nil); !slices.Equal(got, want) {
			t.Errorf("%s: %+v, want %+v", fen, got, want)
		}
		if got, want := tree.AppendLine(nil, tree.BestMove(), 1), alone.AppendLine(nil, alone.BestMove(), 1); !slices.Equal(got, want) {
			t.Errorf("%s: line %v, want %v", fen, got, want)
		}
	}
}

// What walkers have lent to each other as losses is paid back: where all
// positions are worth a half, so are all moves in the tree in the end. The visits
// are as many as were asked for, and each node's are those of its edges.
func TestWalkersPayBack(t *testing.T) {
	g := rules.NewGame(rules.Start())
	tree := NewTree(DefaultConfig(), Uniform{}, nil)
	tree.Reset(g)
	const visits = 20000
	together(tree, 4, visits, uniform)
	if tree.Visits() != visits {
		t.Errorf("%d visits, want %d", tree.Visits(), visits)
	}
	for n := range tree.nodes.used {
		for i, e := range tree.edgesOf(n) {
			move := tree.movesOf(n)[i]
			if score := e.score(); e.visits > 0 && !e.proof.Known && math.Abs(float64(score)-0.5) > 1e-3 {
				t.Fatalf("%v has score %v after %d visits, want 0.5", move, score, e.visits)
			}
			if e.child == noNode {
				continue
			}
			below := int32(0)
			for _, c := range tree.edgesOf(e.child) {
				below += c.visits
			}
			if moves := tree.movesOf(e.child); len(moves) == 1 || moves[0].IsCapture() {
				continue
			}
			// Each visit goes on below but those that ended here: the first, and those
			// of walkers that judged the position at the same time.
			if ended := e.visits - below; ended < 1 || ended > 4 {
				t.Fatalf("%d visits of %v ended there, want 1 to 4", ended, move)
			}
		}
	}
	if g.Ply() != 0 {
		t.Errorf("the game at the root is at ply %d", g.Ply())
	}
}

// What several walkers prove is true too, and a forced line is found.
func TestWalkersProve(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	known := 0
	for range 60 {
		g, left := runningOut(rng)
		tree := NewTree(DefaultConfig(), Uniform{}, nil)
		tree.Reset(g)
		together(tree, 3, 3000, uniform)
		for _, c := range append(tree.AppendCandidates(nil), Candidate{Proof: tree.Proof()}) {
			if !c.Proof.Known {
				continue
			}
			known++
			want := 0
			if c.Move != (rules.Move{}) {
				g.Push(c.Move)
				points, plies, _ := exhaust(g, left-1)
				g.Pop()
				if want = -points; plies+1 > int(c.Proof.Plies) && points != 0 {
					t.Errorf("%s: %v takes %d plies, claimed %+v", g.Position().FEN(), c.Move, plies+1, c.Proof)
				}
			} else {
				want, _, _ = exhaust(g, left)
			}
			if want != int(c.Proof.Points) {
				t.Errorf("%s: %v is worth %d, claimed %+v", g.Position().FEN(), c.Move, want, c.Proof)
			}
		}
	}
	if known < 100 {
		t.Errorf("%d claims checked, want more", known)
	}
	tree := NewTree(DefaultConfig(), Uniform{}, nil)
	tree.Reset(rules.NewGame(position(t, "W:W25,31,43,44,47:B8,9,19,26,29")))
	together(tree, 2, 5000, uniform)
	if want := (Proof{true, 1, 7}); tree.Proof() != want || tree.Game().Position().MoveText(tree.BestMove()) != "44-39" {
		t.Errorf("root is %+v, best %v; want %+v and 44-39", tree.Proof(), tree.BestMove(), want)
	}
}

// A search ends some visits after stop says so, and at once where the root is
// proven; if nobody stops it, it is Search.
func TestSearchUntil(t *testing.T) {
	tree := NewTree(DefaultConfig(), &moody{}, nil)
	search := func(visits int, stop func() bool) {
		tree.Reset(rules.NewGame(rules.Start()))
		tree.SearchUntil(visits, stop)
	}
	asked := 0
	search(1e6, func() bool { asked++; return asked == 5 })
	if tree.Visits() != 5*patience {
		t.Errorf("%d visits until the fifth question, want %d", tree.Visits(), 5*patience)
	}
	together := tree.Visits()
	tree.SearchUntil(1e6, func() bool { return true })
	if got := tree.Visits() - together; got != patience {
		t.Errorf("%d more visits after that, want %d", got, patience)
	}
	search(1000, never)
	got := tree.AppendCandidates(nil)
	tree.Reset(rules.NewGame(rules.Start()))
	tree.Search(1000)
	if want := tree.AppendCandidates(nil); !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v as of Search", got, want)
	}
	tree.Reset(rules.NewGame(position(t, "W:W25,31,43,44,47:B8,9,19,26,29")))
	tree.SearchUntil(1e6, never)
	if tree.Visits() > 5000 || tree.Proof().Points != 1 {
		t.Errorf("%d visits at a won root, proof %+v", tree.Visits(), tree.Proof())
	}
}

// Walkers stop when one is told to, each by its own question.
func TestWalkersStop(t *testing.T) {
	tree := NewTree(DefaultConfig(), Uniform{}, nil)
	tree.Reset(rules.NewGame(rules.Start()))
	var lock sync.Mutex
	parallel.Each(2, 2, func(int) {
		NewWalker(tree, Uniform{}, &lock).Search(1e6, func() bool { return tree.visits >= 1000 })
	})
	if got := tree.Visits(); got < 1000 || got > 1000+2*patience+2 {
		t.Errorf("%d visits, want 1000 and a few", got)
	}
}

// interrupted lets another walker search while it is itself at a position.
type interrupted struct{ by func() }

func (e *interrupted) Evaluate(p *rules.Position, d rules.DrawCounters, moves []rules.Move, priors []float32) Evaluation {
	e.by()
	return Uniform{}.Evaluate(p, d, moves, priors)
}

// Two walkers come to a new position at once: it becomes one node, of which both
// visits count, and what the second finds below it stays.
func TestWalkersMeet(t *testing.T) {
	tree := NewTree(DefaultConfig(), Uniform{}, nil)
	tree.Reset(rules.NewGame(position(t, "W:W46:B1,2,3"))) // 46-41 is the only move
	var lock sync.Mutex
	second := NewWalker(tree, Uniform{}, &lock)
	met := false
	first := NewWalker(tree, &interrupted{func() {
		if !met {
			met = true
			second.Search(11, never) // the first walker's visit is one of them
		}
	}}, &lock)
	first.Search(11, never)
	e := tree.rootEdges()[0]
	below := int32(0)
	for _, c := range tree.edgesOf(e.child) {
		below += c.visits
	}
	if e.visits != 11 || below != 9 {
		t.Errorf("%d visits, %d of them on from there; want 11 and 9", e.visits, below)
	}
}
