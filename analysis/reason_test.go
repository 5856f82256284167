package analysis

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"drafthorse/alphabeta"
	"drafthorse/mcts"
	"drafthorse/rules"
)

// given is what a finding says of a move: an expected score by both searches, or a
// proof, and the line.
type given struct {
	score float64
	proof mcts.Proof
	line  string
}

var (
	proofDraw = mcts.Proof{Known: true}
	proofWin  = mcts.Proof{Known: true, Points: 1, Plies: 7}
	proofLoss = mcts.Proof{Known: true, Points: -1, Plies: 8}
)

// finding returns one by hand, in which the moves that are not given have the score
// rest by the tree, and alpha-beta has no more to say of them.
func finding(t *testing.T, fen, played string, moves map[string]given, rest float64) Finding {
	t.Helper()
	p := position(t, fen)
	f := Finding{Key: Key{Position: p}, Confirmed: &Confirmation{Depth: 9}}
	for i, m := range p.AppendMoves(nil) {
		text := p.MoveText(m)
		if text == played {
			f.Played = m
		}
		x, ok := moves[text]
		if !ok {
			x.score = rest
		}
		f.Moves = append(f.Moves, Candidate{
			Move: m, Prior: 0.1, Look: 0.5, Visits: 100, Proof: x.proof,
			Evaluation: mcts.Evaluation{Win: float32(x.score), Loss: float32(1 - x.score)},
		})
		if !ok {
			continue
		}
		if f.Moves[i].Evaluation.Win > f.Moves[f.Best].Evaluation.Win {
			f.Best = i
		}
		line, q := []rules.Move{}, p
		for _, word := range strings.Fields(text + " " + x.line) {
			next, err := q.ParseMove(word)
			if err != nil {
				t.Fatal(err)
			}
			line, q = append(line, next), q.Play(next)
		}
		f.Confirmed.Moves = append(f.Confirmed.Moves, Confirmed{Move: m, Depth: 9, Score: alphabeta.Score((2*x.score - 1) * float64(alphabeta.Certain)), Line: line})
	}
	slices.SortStableFunc(f.Confirmed.Moves, func(a, b Confirmed) int { return cmp.Compare(b.Score, a.Score) })
	return f
}

// A move that throws a proved result away, or runs into one, does not throw away
// pieces, whatever the lines take: the proof is said, of whichever of both moves it
// is, and once.
func TestProofsBeforeMaterial(t *testing.T) {
	const shot = "W:W29,33,39,50:B1,7,17,19" // 29-23 wins two pieces
	won, none := "19x28 33x2", mcts.Proof{}
	for _, c := range []struct {
		best, mine   mcts.Proof
		score, other float64 // of the better move and the one played, as far as nothing is proved
		want         string
	}{
		{none, none, .9, .3, "misses 2 pieces: 29-23 was better, +0.60"},
		{proofWin, none, .9, .6, "misses a win: 29-23 wins in 4 moves (proved)"},
		{proofWin, proofDraw, .9, .3, "draws, 29-23 wins in 4 moves (proved)"},
		{proofWin, proofLoss, .9, .3, "loses in 4 moves, 29-23 wins in 4 moves (proved)"},
		{proofDraw, none, .9, .3, "misses a draw: 29-23 draws (proved)"},
		{proofDraw, proofLoss, .9, .3, "loses in 4 moves, 29-23 draws (proved)"},
		{none, proofLoss, .8, .3, "loses in 4 moves (proved): 29-23 was better, +0.80"},
		{none, proofDraw, .8, .3, "draws (proved): 29-23 was better, +0.30"},
		{none, proofDraw, .57, .3, "looks good, but draws (proved): 29-23 was better, +0.07"},
		{proofDraw, none, .9, .44, "looks good, but misses a draw: 29-23 draws (proved)"},
	} {
		f := finding(t, shot, "50-45", map[string]given{"29-23": {c.score, c.best, won}, "50-45": {c.other, c.mine, ""}}, 0)
		j := JudgeGame([]Finding{f}, DefaultThresholds())[0]
		if !j.Mark.IsError() || j.Text() != c.want {
			t.Errorf("%+v and %+v: mark %q, %q; want %q", c.best, c.mine, FMJD.Sign(j.Mark), j.Text(), c.want)
		}
	}
}

// What a move does for the material is the difference to the other line: what both
// lose, or both win, is not its doing.
func TestMaterialInWords(t *testing.T) {
	for _, c := range []struct {
		mine, other int    // pieces that the lines gain
		harm        string // where the other is better
		even, down  string // of a good move, where the other is next best: on level terms, and two pieces down
	}{
		{-3, -1, "loses 2 pieces", "", ""},
		{-2, -1, "loses a piece", "", ""},
		{-1, -1, "", "", ""},
		{-1, 0, "loses a piece", "", ""},
		{-2, 1, "loses 2 pieces", "", ""},
		{0, 1, "misses a piece", "", ""},
		{1, 3, "misses 2 pieces", "", ""},
		{0, 0, "", "", ""},
		{2, 2, "", "", ""},
		{-1, -3, "", "saves 2 pieces", "saves 2 pieces"},
		{-1, -2, "", "saves a piece", "saves a piece"},
		{0, -2, "", "saves 2 pieces", "saves 2 pieces"},
		{1, -1, "", "wins a piece", "wins a piece back"},
		{1, 0, "", "wins a piece", "wins a piece back"},
		{2, 0, "", "wins 2 pieces", "wins 2 pieces back"},
		{3, 0, "", "wins 3 pieces", "wins 2 pieces back and one more"},
		{4, -1, "", "wins 4 pieces", "wins 2 pieces back and 2 more"},
		{2, 1, "", "wins a piece", "wins a piece back"},
		{3, 1, "", "wins 2 pieces", "wins a piece back and one more"},
		{3, 2, "", "wins a piece", "wins a piece"},
		{4, 3, "", "wins a piece", "wins a piece"},
	} {
		for what, pair := range map[string][2]string{
			"harm": {harm(c.mine, c.other), c.harm}, "profit": {profit(c.mine, c.other, 0), c.even},
			"ahead": {profit(c.mine, c.other, -1), c.even}, "down": {profit(c.mine, c.other, 2), c.down},
		} {
			if got := strings.TrimSuffix(pair[0], ": "); got != pair[1] {
				t.Errorf("%s of %+d with %+d in the other line: %q, want %q", what, c.mine, c.other, got, pair[1])
			}
		}
	}
}

// Positions of play, with what both lines take.
func TestMaterialOfLines(t *testing.T) {
	for _, c := range []struct{ fen, played, line, other, otherLine, want string }{
		{"W:W24,27,33,34,48:B9,25,41", "34-30", "25x34 27-22 34-40 22-17 40-45 17-11 45-50 11-6 50x28 24-20",
			"34-29", "41-47 27-22 47-36 22-17 36-18 17-11 18x45 11-6 45-1", "loses a piece: 34-29 was better"},
		{"B:W6,15,29,48:B14,45,K1", "1x40", "48-43 40-7 43-38 7-1 38-33 45-50 33-29 1x34",
			"1x34", "6-1 34-40 1-6 45-50 48-43 50-45 6-39 40-29", "wins a piece: 1x34 is next best"},
		{"B:W7,25,28,32,34,35,37,38,39,40,42,43,45,48,49:B1,3,4,6,9,12,13,14,15,18,19,20,23", "23-29",
			"34x23 18x29 7x18 13x44 43-39 44x33 35-30 20-24 40-35 15-20", "12-17", "7-2 1-7 2x22 18x27 32x21 23x41 42-37 41x32 38x27 6-11 21-16",
			"wins 2 pieces back and one more: 12-17 is next best"},
		{"W:W27,28,33,34,38,42:B16,17,19,23,24,25", "38-32", "17-21 42-37 24-30 27-22 30x39 33x44 25-30 44-39",
			"27-21", "23x43 21x12 43-48 12-7 48x26 7-1 26-42 33-28", "saves 2 pieces: 27-21 is next best"},
	} {
		mine, other := 0.7, 0.5
		if strings.HasPrefix(c.want, "loses") {
			mine, other = other, mine
		}
		f := finding(t, c.fen, c.played, map[string]given{c.played: {mine, mcts.Proof{}, c.line}, c.other: {other, mcts.Proof{}, c.otherLine}}, 0.3)
		for i := range f.Moves { // nothing is hard to find
			f.Moves[i].Prior = 0.3
		}
		if j := Judge(&f, Context{Ply: 1}, DefaultThresholds()); !strings.HasPrefix(j.Reason, c.want+", ") {
			t.Errorf("%s %s: %v, want %q", c.fen, c.played, &j, c.want)
		}
	}
}

// Whatever two searches say of the moves, the best move is worth no less than the
// one played, it is better to both where there is a loss, and else nothing with an
// exact score is worth more.
func TestBestIsNoWorse(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	p := position(t, quiet)
	legal := p.AppendMoves(nil)
	proofs := []mcts.Proof{proofDraw, proofWin, proofLoss, {Known: true, Points: 1, Plies: 31}}
	lossless, worse := 0, 0
	for range 5000 {
		moves := map[string]given{}
		for range 2 + rng.IntN(4) {
			x := given{score: rng.Float64()}
			if rng.IntN(6) == 0 {
				x.proof = proofs[rng.IntN(len(proofs))]
			}
			moves[p.MoveText(legal[rng.IntN(len(legal))])] = x
		}
		played := p.MoveText(legal[rng.IntN(len(legal))])
		moves[played] = given{score: rng.Float64()}
		f := finding(t, quiet, played, moves, rng.Float64())
		for i := range f.Moves { // the tree thinks otherwise
			x := rng.Float32()
			f.Moves[i].Evaluation = mcts.Evaluation{Win: x, Loss: 1 - x}
		}
		j := Judge(&f, Context{Ply: 1}, DefaultThresholds())
		values := f.values()
		mine, best := values[f.PlayedIndex()], values[slices.Index(legal, j.Better)]
		what := fmt.Sprintf("%v, the tree's first choice %s", &j, p.MoveText(f.Moves[f.Best].Move))
		switch {
		case j.Best < j.Score || j.Line[0] != j.Better:
			t.Fatalf("%s: the best move is worth less than the one played", what)
		case j.Worse != (j.Loss > 0.02):
			t.Fatalf("%s: worse is %v", what, j.Worse)
		case j.Loss > 0:
			worse++
			if best.tree <= mine.tree || best.second <= mine.second {
				t.Fatalf("%s: not better to both searches", what)
			}
			continue
		}
		lossless++
		for _, v := range values {
			if v.exact && v.mean() > j.Best {
				t.Fatalf("%s: %s is worth %.3f", what, p.MoveText(v.move), v.mean())
			}
		}
		if j.Best == j.Score && j.Better != j.Played {
			t.Fatalf("%s: no better than the one played", what)
		}
	}
	if lossless < 500 || worse < 500 {
		t.Errorf("%d moves without a loss, %d with one: want more of both", lossless, worse)
	}
}
