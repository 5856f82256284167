package rules

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// walk plays n plies from fen, chosen at random among the moves that allowed
// lets through, and returns the game, which was undecided before its last ply.
// It takes moves back where it gets stuck, and starts over when that takes long.
func walk(t *testing.T, fen string, n int, allowed func(g *Game, m Move) bool) *Game {
	t.Helper()
	g := NewGame(mustParse(t, fen))
	for seed := range uint64(1000) {
		rng := rand.New(rand.NewPCG(seed, 0))
		budget := 5000
		var on func() bool
		on = func() bool {
			if g.Ply() == n {
				return true
			}
			if budget--; budget < 0 || g.Outcome() != (Outcome{}) {
				return false
			}
			moves := slices.Clone(g.Moves())
			rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
			for _, m := range moves {
				if !allowed(g, m) {
					continue
				}
				g.Push(m)
				if on() {
					return true
				}
				g.Pop()
			}
			return false
		}
		if on() {
			return g
		}
	}
	t.Fatalf("no game of %d such plies found from %s", n, fen)
	return nil
}

func quiet(_ *Game, m Move) bool { return !m.IsCapture() }

// wins lets quiet moves through and on ply n only one that ends the game.
func winsOn(n int) func(*Game, Move) bool {
	return func(g *Game, m Move) bool {
		if g.Ply()+1 < n {
			return !m.IsCapture()
		}
		return len(g.Position().Play(m).AppendMoves(nil)) == 0
	}
}

func undecided(t *testing.T, what string, g *Game) {
	t.Helper()
	if o := g.Outcome(); o != (Outcome{}) {
		t.Errorf("%s: %v after %d plies, want undecided", what, o, g.Ply())
	}
}

func decided(t *testing.T, what string, g *Game, want Outcome) {
	t.Helper()
	if o := g.Outcome(); o != want {
		t.Errorf("%s: %v after %d plies, want %v", what, o, g.Ply(), want)
	}
}

// TestMoveCountRules plays each count to the ply before its end, to its end,
// and to its end with a winning move.
func TestMoveCountRules(t *testing.T) {
	for _, c := range []struct {
		rule  Rule
		plies int
		fen   string // Black to move, so that White, who is stronger, makes the last ply
	}{
		{TwentyFiveMoves, 50, "B:WK47,K48,K49:BK5,K4"},
		{TwentyFiveMoves, 50, "B:WK46,K47:BK4,K5"},
		{SixteenMoves, 32, "B:WK47,K48,K49:BK5"},
		{SixteenMoves, 32, "B:WK47,K48,26:BK5"},
		{FiveMoves, 10, "B:WK47,K48:BK5"},
		{FiveMoves, 10, "B:WK47:BK5"},
	} {
		only := func(allowed func(*Game, Move) bool) func(*Game, Move) bool {
			return func(g *Game, m Move) bool { // kings only
				return allowed(g, m) && g.Position().Men(g.Position().Turn())&m.From.Bit() == 0
			}
		}
		undecided(t, c.fen, walk(t, c.fen, c.plies-1, only(quiet)))
		decided(t, c.fen, walk(t, c.fen, c.plies, only(func(g *Game, m Move) bool {
			return quiet(g, m) && len(g.Position().Play(m).AppendMoves(nil)) > 0
		})), Outcome{Draw, c.rule})
		g := walk(t, c.fen, c.plies, only(winsOn(c.plies)))
		if o := g.Outcome(); o.Result != WhiteWins {
			t.Errorf("%s: %v though White's last ply of the count wins", c.fen, o)
		}
	}
}

func TestManMoveRestartsTwentyFiveMoves(t *testing.T) {
	manMovesOn := func(ply int) func(*Game, Move) bool {
		return func(g *Game, m Move) bool {
			man := g.Position().Men(White).Has(m.From) && g.Position().Turn() == White
			return quiet(g, m) && man == (g.Ply()+1 == ply)
		}
	}
	fen := "W:W41,K46,K47:BK4,K5"
	undecided(t, "man moved on ply 49", walk(t, fen, 50, manMovesOn(49)))
	undecided(t, "49 quiet plies after it", walk(t, fen, 49+49, manMovesOn(49)))
	decided(t, "50 quiet plies after it", walk(t, fen, 49+50, manMovesOn(49)), Outcome{Draw, TwentyFiveMoves})
}

// When 3 against 1 becomes 2 against 1 after 13 moves, 3 moves are left, not 5.
func TestLimitedEndingsCountApart(t *testing.T) {
	takesOn26 := func(g *Game, m Move) bool { return m.IsCapture() == (g.Ply()+1 == 26) }
	fen := "W:WK47,K48,K49:BK5"
	g := walk(t, fen, 26, takesOn26)
	if d := g.Draws(); d.Sixteen != 26 || d.Five != 0 {
		t.Errorf("counters %+v after the capture on ply 26; want 26 of the one and 0 of the other", d)
	}
	undecided(t, "one ply before", walk(t, fen, 31, takesOn26))
	decided(t, "16 moves", walk(t, fen, 32, takesOn26), Outcome{Draw, SixteenMoves})

	takesOn4 := func(g *Game, m Move) bool { return m.IsCapture() == (g.Ply()+1 == 4) }
	undecided(t, "one ply before", walk(t, fen, 13, takesOn4))
	decided(t, "5 moves", walk(t, fen, 14, takesOn4), Outcome{Draw, FiveMoves})
}

// The move that creates the material is not counted, and a promotion that turns
// one such material into another restarts nothing.
func TestLimitedEndingsBeginAndGoOn(t *testing.T) {
	g := NewGame(mustParse(t, "W:W6,11,K48:BK15"))
	if d := g.Draws(); d.Sixteen != 0 || d.Five != NotCounting {
		t.Fatalf("counters %+v at the start of 1 king and 2 men against a king; want 0 and none", d)
	}
	for i, text := range []string{"6-1", "15-4", "11-7", "4-15", "7-2"} {
		pushText(t, g, text)
		if d := g.Draws(); int(d.Sixteen) != i+1 || d.Five != NotCounting {
			t.Errorf("counters %+v after %s; want %d and none", d, text, i+1)
		}
	}
	g = NewGame(mustParse(t, "W:W6,11,12:BK5"))
	if d := g.Draws(); d.Sixteen != NotCounting {
		t.Errorf("counters %+v with 3 men against a king; want none", d)
	}
	pushText(t, g, "6-1")
	if d := g.Draws(); d.Sixteen != 0 {
		t.Errorf("counters %+v after the promotion that makes it 1 king and 2 men; want 0", d)
	}
}

func TestRepetition(t *testing.T) {
	g := NewGame(mustParse(t, "W:WK50,K45,31:BK1,K2"))
	cycle := []string{"50-44", "2-8", "44-50", "8-2"}
	for ply := 1; ply <= 8; ply++ {
		undecided(t, "before the third time", g)
		pushText(t, g, cycle[(ply-1)%4])
	}
	decided(t, "third time", g, Outcome{Draw, Repetition})
	g.Pop()
	undecided(t, "taken back", g)
}

// The same board with the other side to move is another position.
func TestRepetitionNeedsTheSameSideToMove(t *testing.T) {
	seen := map[Position]int{}
	g := walk(t, "W:WK46,K47:BK5,K4", 49, quiet)
	moves := g.Played()
	g.Reset(g.Start())
	seen[g.Position()]++
	for _, m := range moves {
		g.Push(m)
		if got, want := int(g.Draws().Repetitions), seen[g.Position()]; got != want {
			t.Errorf("ply %d: %d earlier times, want %d", g.Ply(), got, want)
		}
		seen[g.Position()]++
	}
}

// Pop must undo Push in every part that Outcome and the counters look at.
func TestPopUndoesPush(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	g := NewGame(Start())
	for g.Outcome() == (Outcome{}) {
		before, draws := g.Position(), g.Draws()
		m := g.Moves()[rng.IntN(len(g.Moves()))]
		g.Push(m)
		g.Outcome()
		g.Pop()
		if g.Position() != before || g.Draws() != draws || len(g.Moves()) != len(before.AppendMoves(nil)) {
			t.Fatalf("ply %d: Push and Pop of %v changed the game", g.Ply(), m)
		}
		g.Push(m)
	}
}

func pushText(t *testing.T, g *Game, text string) {
	t.Helper()
	m, err := g.Position().ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	g.Push(m)
}

// A cache that is keyed by the position and this number must tell apart all
// counters that the draw rules tell apart.
func TestDrawCountersKey(t *testing.T) {
	seen := map[uint32]DrawCounters{}
	for quiet := range uint8(QuietLimit + 1) {
		for sixteen := int8(NotCounting); sixteen <= SixteenLimit; sixteen++ {
			for five := int8(NotCounting); five <= FiveLimit; five++ {
				for repetitions := range uint8(3) {
					d := DrawCounters{quiet, sixteen, five, repetitions}
					if other, have := seen[d.Key()]; have {
						t.Fatalf("%+v and %+v have the same key", d, other)
					}
					seen[d.Key()] = d
				}
			}
		}
	}
}
