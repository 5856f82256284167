package analysis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"drafthorse/alphabeta"
	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/net/shipped"
	"drafthorse/rules"
)

var tables = sync.OnceValue(func() *endgame.Tables {
	t, err := endgame.Embedded()
	if err != nil {
		panic(err)
	}
	return t
})

// prove judges a game with the endgame tables and searches that know nothing.
func prove(t *testing.T, text string) []Judgement {
	t.Helper()
	f := always(0.5)
	findings, err := NewFinder(testConfig(400), "test", f, tables(), f).Game(readGame(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return JudgeGame(findings, DefaultThresholds())
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
	Annotate(g, j, FMJD, "test")
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

// Whatever is said to be proved of a position with few pieces is what the endgame
// tables say of it, a star and a sign of the result included, when both searches
// do their best to find out by themselves: here they have no tables.
func TestProofsAgainstTheTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	n := shipped.Net()
	config := Config{Limits: Limits{Visits: 300}, Search: mcts.DefaultConfig()}
	without := NetFinder(config, n, &endgame.Tables{})
	with := NetFinder(config, n, tables())
	var claims, stars int
	for game := range 60 {
		p := fewPieces(rng)
		g := rules.NewGame(p)
		for g.Ply() < 6 && g.Outcome().Result == rules.Undecided && len(g.Moves()) > 0 {
			m := g.Moves()[rng.IntN(len(g.Moves()))]
			finder := without
			if game%2 == 1 {
				finder = with
			}
			f := finder.Find(g, m)
			j := Judge(&f, Context{Ply: 1}, DefaultThresholds())
			for i, v := range f.values() {
				if v.proof.Known {
					claims++
					if want := pointsAfter(g, f.Moves[i].Move); int(v.proof.Points) != want {
						t.Errorf("%s %s is claimed to be worth %d points, the tables say %d", g.Position().FEN(), g.Position().MoveText(v.move), v.proof.Points, want)
					}
				}
			}
			if j.Certain.Known {
				claims++
				if want := pointsAfter(g, m); int(j.Certain.Points) != want {
					t.Errorf("%s after %s: %d points are claimed, the tables say %d", g.Position().FEN(), g.Position().MoveText(m), j.Certain.Points, want)
				}
			}
			if j.Only {
				stars++
				for _, other := range slices.Clone(g.Moves()) {
					if points := pointsAfter(g, other); (other == m) != (points >= 0) {
						t.Errorf("%s: star for %s, but %s is worth %d points", g.Position().FEN(), g.Position().MoveText(m), g.Position().MoveText(other), points)
					}
				}
			}
			g.Push(m)
		}
	}
	t.Logf("%d claims, %d stars", claims, stars)
	if claims < 500 || stars < 3 {
		t.Errorf("only %d claims and %d stars: want more to look at", claims, stars)
	}
}

// fewPieces returns a random position of two to four pieces, with a move.
func fewPieces(rng *rand.Rand) rules.Position {
	for {
		var sets [4]rules.Bitboard
		for i := range 2 + rng.IntN(3) {
			k := rng.IntN(2)
			if i < 2 {
				k = 0
			}
			sets[2*(i%2)+k] |= rules.Square(1 + rng.IntN(50)).Bit()
		}
		p, err := rules.NewPosition(rules.Pieces{WhiteMen: sets[0], WhiteKings: sets[1], BlackMen: sets[2], BlackKings: sets[3]}, rules.Color(rng.IntN(2)))
		if err == nil && len(p.AppendMoves(nil)) > 1 {
			return p
		}
	}
}

// pointsAfter returns what the tables and the draw rules make of the move m.
func pointsAfter(g *rules.Game, m rules.Move) int {
	turn := g.Position().Turn()
	g.Push(m)
	defer g.Pop()
	if o := g.Outcome(); o.Result != rules.Undecided {
		return o.Result.For(turn)
	}
	p := g.Position()
	points, _, known := tables().Prove(&p, g.Draws())
	if !known {
		panic("BUG: no table for " + p.FEN())
	}
	return -points
}

// A win that alpha-beta alone has found outranks what the tree believes.
func TestScoreThatIsAProof(t *testing.T) {
	for _, c := range []struct {
		score alphabeta.Score
		want  mcts.Proof
	}{
		{alphabeta.WinIn(7), mcts.Proof{Known: true, Points: 1, Plies: 7}},
		{-alphabeta.WinIn(8), mcts.Proof{Known: true, Points: -1, Plies: 8}},
		{9999, mcts.Proof{}}, {-10000, mcts.Proof{}}, {0, mcts.Proof{}},
	} {
		if got := proofOf(c.score); got != c.want {
			t.Errorf("score %d is %+v, want %+v", c.score, got, c.want)
		}
	}
}
