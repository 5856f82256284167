package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"drafthorse/alphabeta"
	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/pdn"
	"drafthorse/rules"
)

// said is what a script says of a move, as expected scores of the side that makes
// it: by a shallow look, by the tree below it, and by the second search.
type said struct {
	prior              float64
	look, tree, second float64
	proven             alphabeta.Score // of the second search, in place of second
	line               string          // of the second search, after the move
}

// script says what both searches find in one position of a game. It is the
// evaluator of a tree and the confirmer beside it, so that marks depend on no
// net's strength. Moves that it does not name are like rest.
type script struct {
	game  *rules.Game
	ply   int // of the position
	moves map[string]said
	rest  said
	seen  map[rules.Move]bool
}

func newScript(g *rules.Game, moves map[string]said, rest said) *script {
	return &script{g, g.Ply(), moves, rest, map[rules.Move]bool{}}
}

func (s *script) of(m rules.Move) said {
	p := s.game.Start()
	for _, earlier := range s.game.Played()[:s.ply] {
		p = p.Play(earlier)
	}
	if x, ok := s.moves[p.MoveText(m)]; ok {
		return x
	}
	return s.rest
}

// Evaluate implements [mcts.Evaluator]. The tree moves on the script's game.
func (s *script) Evaluate(p *rules.Position, d rules.DrawCounters, moves []rules.Move, priors []float32) mcts.Evaluation {
	mcts.Uniform{}.Evaluate(p, d, moves, priors)
	if s.game.Ply() == s.ply {
		var sum float32
		for i, m := range moves {
			priors[i] = float32(max(s.of(m).prior, 0.001))
			sum += priors[i]
		}
		for i := range priors {
			priors[i] /= sum
		}
		return mcts.Evaluation{Draw: 1}
	}
	root := s.game.Played()[s.ply]
	x := s.of(root)
	score := x.tree
	if quiet := !moves[0].IsCapture(); quiet && !s.seen[root] {
		s.seen[root] = true
		score = x.look
	}
	e := mcts.Evaluation{Win: float32(score), Loss: float32(1 - score)}
	if (s.game.Ply()-s.ply)%2 == 1 {
		e = e.Turned()
	}
	return e
}

func (s *script) Forget() {}

// Search implements [Confirmer].
func (s *script) Search(g *rules.Game, l alphabeta.Limits) alphabeta.Result {
	moves := l.Moves
	if moves == nil {
		moves = slices.Clone(g.Moves())
	}
	r := alphabeta.Result{Depth: 9, Nodes: 1000}
	for _, m := range moves {
		x := s.of(m)
		score := x.proven
		if score == 0 {
			score = alphabeta.Score(math.Round((2*x.second - 1) * float64(alphabeta.Certain)))
		}
		line, p := []rules.Move{m}, g.Position().Play(m)
		for _, text := range strings.Fields(x.line) {
			next, err := p.ParseMove(text)
			if err != nil {
				panic(err)
			}
			line, p = append(line, next), p.Play(next)
		}
		r.Moves = append(r.Moves, alphabeta.Move{Move: m, Score: score, Line: line})
	}
	slices.SortStableFunc(r.Moves, func(a, b alphabeta.Move) int { return cmp.Compare(b.Score, a.Score) })
	for i := range r.Moves {
		r.Moves[i].Exact = i < max(1, l.Exact)
	}
	return r
}

// byScore is an evaluator with even priors and White's expected score given by a
// function of the position, and the confirmer that searches on it two plies deep
// and on through captures.
type byScore func(p *rules.Position) float64

func always(score float64) byScore { return func(*rules.Position) float64 { return score } }

// material is a logistic curve of the difference in men, a king counting three.
func material(p *rules.Position) float64 {
	side := func(c rules.Color) float64 { return float64(p.Men(c).Count() + 3*p.Kings(c).Count()) }
	return 1 / (1 + math.Exp(side(rules.Black)-side(rules.White)))
}

// Evaluate implements [mcts.Evaluator].
func (f byScore) Evaluate(p *rules.Position, d rules.DrawCounters, moves []rules.Move, priors []float32) mcts.Evaluation {
	mcts.Uniform{}.Evaluate(p, d, moves, priors)
	w := float32(f(p))
	if p.Turn() == rules.Black {
		w = 1 - w
	}
	return mcts.Evaluation{Win: w, Loss: 1 - w}
}

func (f byScore) Forget() {}

// Search implements [Confirmer] by minimax.
func (f byScore) Search(g *rules.Game, l alphabeta.Limits) alphabeta.Result {
	moves := l.Moves
	if moves == nil {
		moves = slices.Clone(g.Moves())
	}
	r := alphabeta.Result{Depth: 3}
	for _, m := range moves {
		g.Push(m)
		score, line := f.minimax(g, 2)
		g.Pop()
		r.Moves = append(r.Moves, alphabeta.Move{Move: m, Score: -score, Exact: true, Line: append([]rules.Move{m}, line...)})
	}
	slices.SortStableFunc(r.Moves, func(a, b alphabeta.Move) int { return cmp.Compare(b.Score, a.Score) })
	for i := range r.Moves {
		r.Moves[i].Exact = i < max(1, l.Exact)
	}
	return r
}

func (f byScore) minimax(g *rules.Game, depth int) (alphabeta.Score, []rules.Move) {
	switch o := g.Outcome(); {
	case o.Result == rules.Draw:
		return 0, nil
	case o.Result != rules.Undecided:
		return -alphabeta.WinIn(0), nil
	}
	moves := slices.Clone(g.Moves())
	if depth <= 0 && !moves[0].IsCapture() {
		p := g.Position()
		score := f(&p)
		if p.Turn() == rules.Black {
			score = 1 - score
		}
		return alphabeta.Score(math.Round((2*score - 1) * float64(alphabeta.Certain))), nil
	}
	best, line := alphabeta.Score(-1<<20), []rules.Move(nil)
	for _, m := range moves {
		g.Push(m)
		s, rest := f.minimax(g, depth-1)
		g.Pop()
		if s = -s; s > best {
			best, line = s, append([]rules.Move{m}, rest...)
		}
	}
	return best, line
}

func testConfig(visits int) Config {
	return Config{Limits: Limits{Visits: visits}, Search: mcts.DefaultConfig()}
}

func readGame(t *testing.T, text string) *pdn.Game {
	t.Helper()
	r := pdn.NewReader(strings.NewReader(text), "test.pdn")
	if !r.Next() {
		t.Fatal(r.Err())
	}
	return r.Game()
}

// judge judges a game without endgame tables: the function alone decides.
func judge(t *testing.T, f byScore, text string) []Judgement {
	t.Helper()
	findings, err := NewFinder(testConfig(400), "test", f, &endgame.Tables{}, f).Game(readGame(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return JudgeGame(findings, DefaultThresholds())
}

// judgeScript judges the last move of a game whose last position has a script.
func judgeScript(t *testing.T, fen, before, played string, moves map[string]said, rest said, th Thresholds) Judgement {
	t.Helper()
	p, err := rules.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	g := rules.NewGame(p)
	c := Context{Ply: 1}
	for _, text := range strings.Fields(before) {
		m, err := g.Position().ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		c = Context{Ply: c.Ply + 1, Exchange: m.IsCapture()}
		if next, err := g.Position().Play(m).ParseMove(played); err == nil {
			c.Recapture = m.IsCapture() && next.Captured.Has(m.To)
		}
		g.Push(m)
	}
	m, err := g.Position().ParseMove(played)
	if err != nil {
		t.Fatal(err)
	}
	for text := range moves {
		if _, err := g.Position().ParseMove(text); err != nil {
			t.Fatal(err)
		}
	}
	s := newScript(g, moves, rest)
	f := NewFinder(testConfig(100), "script", s, &endgame.Tables{}, s).Find(g, m)
	return Judge(&f, c, th)
}

// written returns the game as a file has it.
func written(t *testing.T, g *pdn.Game) string {
	t.Helper()
	var b strings.Builder
	if err := pdn.NewWriter(&b).Write(g); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func (j *Judgement) String() string {
	return fmt.Sprintf("%s %v (best %s %.3f, played %.3f, loss %.3f; %s)", j.Position.MoveText(j.Played), j.Signs(FMJD), j.Position.MoveText(j.Better), j.Best, j.Score, j.Loss, j.Text())
}
