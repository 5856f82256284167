package analysis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/rules"
)

var tables = sync.OnceValue(func() *endgame.Tables {
	t, err := endgame.Embedded()
	if err != nil {
		panic(err)
	}
	return t
})

// prove judges a game with the endgame tables and an evaluator that knows
// nothing.
func prove(t *testing.T, text string) []Judgement {
	t.Helper()
	config := Config{Visits: 400, Search: mcts.DefaultConfig()}
	judgements, err := NewJudge(config, always(0.5), tables()).Game(readGame(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return judgements
}

// record writes a game in which each side plays, of the first moves, the one
// whose value choose likes best, until done says so.
func record(t *testing.T, fen string, choose func(g *rules.Game, next rules.Position, v endgame.Value) int, done func(g *rules.Game) bool) string {
	t.Helper()
	p, err := rules.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	g := rules.NewGame(p)
	text := fmt.Sprintf("[FEN %q] ", fen)
	for !done(g) {
		if g.Outcome().Result != rules.Undecided {
			t.Fatalf("the game ends too early: %s", text)
		}
		move, best := rules.Move{}, math.MinInt
		for _, m := range g.Moves() {
			next := g.Position().Play(m)
			v, _ := tables().Probe(&next)
			if c := choose(g, next, v.Before()); c > best {
				move, best = m, c
			}
		}
		if g.Ply()%2 == 0 {
			text += fmt.Sprintf("%d. ", g.Ply()/2+1)
		}
		text += g.Position().MoveText(move) + " "
		g.Push(move)
	}
	return text + "*"
}

// White wins here, by one move only.
const won = "W:WK13,K18,K45:BK2"

// A move that gives a proved win away is a blunder, and the comment says what
// it gave away for what.
func TestProvedBlunder(t *testing.T) {
	text := record(t, won, func(_ *rules.Game, _ rules.Position, v endgame.Value) int {
		if v == endgame.Drawn {
			return 1
		}
		return 0
	}, func(g *rules.Game) bool { return g.Ply() == 1 })
	g := readGame(t, text)
	j := prove(t, text)
	if j[0].Mark != VeryBad || j[0].Loss != 0.5 || j[0].Fact != "proved: a draw" {
		t.Errorf("mark %q, loss %.2f, fact %q; want ??, 0.50 and a draw", j[0].Mark, j[0].Loss, j[0].Fact)
	}
	Annotate(g, j, "test")
	for _, want := range []string{"??", "draws, ", " wins in ", "(proved)"} {
		if out := written(t, g); !strings.Contains(out, want) {
			t.Errorf("%q is not in the output:\n%s", want, out)
		}
	}
}

// A win on paper is not one on the board: Black, who has held the draw for
// twelve moves and more, errs when the rule of 16 moves is too near for White to
// profit. That is no blunder, and the comment says why.
func TestWinOnPaper(t *testing.T) {
	const quiet = 24
	rng := rand.New(rand.NewPCG(1, 1))
	var lost bool
	text := record(t, "W:WK47,K48,K49:BK5", func(g *rules.Game, next rules.Position, v endgame.Value) int {
		late := g.Ply() >= quiet && g.Position().Turn() == rules.Black
		switch {
		case late && v.Lost() && !endgame.WithinLimits(v.Plies(), g.Draws()):
			lost = true
			return 1000
		case v == endgame.Drawn && !next.AppendMoves(nil)[0].IsCapture():
			return rng.IntN(100)
		}
		return -1
	}, func(g *rules.Game) bool { return lost || g.Ply() > 30 })
	if !lost {
		t.Fatalf("Black has no such error in %s", text)
	}
	j := prove(t, text)
	if j[0].Fact != "proved: a draw" {
		t.Errorf("after the first move: %q", j[0].Fact)
	}
	last := j[len(j)-1]
	if last.Mark.IsError() {
		t.Errorf("the last move has mark %q", last.Mark)
	}
	if f := last.Fact; !strings.HasPrefix(f, "proved: a draw; White would win in ") || !strings.HasSuffix(f, "but the rule of 16 moves comes first") {
		t.Errorf("after the last move: %q", f)
	}
}
