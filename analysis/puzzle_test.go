package analysis

import (
	"fmt"
	"strings"
	"testing"

	"drafthorse/alphabeta"
	"drafthorse/net/shipped"
	"drafthorse/rules"
)

func position(t *testing.T, fen string) rules.Position {
	t.Helper()
	p, err := rules.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// solverMoves writes the moves of a line that its first side makes.
func solverMoves(p rules.Position, line []rules.Move) string {
	var texts []string
	for i, m := range line {
		if i%2 == 0 {
			texts = append(texts, p.MoveText(m))
		}
		p = p.Play(m)
	}
	return strings.Join(texts, " ")
}

// Problems with the solutions that their authors gave: the shot of the teaching
// texts, and three by Tjalling Goedemoed. What follows when the board is quiet is
// no part of it. The last of his four, 27-21 in a position of 11 against 11, takes
// 12 moves: its first move is found, but not that it wins.
func TestPuzzles(t *testing.T) {
	s := NetSolver(shipped.Net(), tables(), PuzzleNodes)
	for _, c := range []struct {
		fen, solution string
		given         int
	}{
		{"W:W29,33,39,50:B1,7,17,19", "29-23 33x2", 1},
		{"W:W22,28,32,40,41,43,49:B10,11,12,17,19,21,37", "43-39 28-23 23x5 5x40 49x40", 4},
		{"W:W21,22,27,28,32,33,37,43,44:B7,9,12,13,16,19,24,29,34", "22-18 28-23 23x3 3x35", 6},
		{"W:W24,26,29,31,32,34,38,40,41,47:B2,12,15,16,17,18,21,22,23,27,36", "24-19 47-42 32-28 31x11 26x8 38-33 34x1", 4},
	} {
		p := position(t, c.fen)
		z, err := s.Solve(p)
		if err != nil {
			t.Errorf("%s: %v", c.fen, err)
			continue
		}
		if got := solverMoves(p, z.Line); got != c.solution || z.Given != c.given || z.Gain+2*z.Kings < 1 {
			t.Errorf("%s: %s, %d given, %d pieces and %d kings gained: want %s and %d", c.fen, got, z.Given, z.Gain, z.Kings, c.solution, c.given)
		}
		turned, err := s.Solve(p.Turned())
		if err != nil || turned.Moves() != z.Moves() || turned.Line[0].From != z.Line[0].From.Turned() {
			t.Errorf("%s turned: %v, want the same turned", c.fen, err)
		}
	}
}

// Positions that are no puzzles, and why.
func TestNoPuzzle(t *testing.T) {
	s := NewSolver(NetSolver(shipped.Net(), tables(), PuzzleNodes).confirm, PuzzleNodes/8)
	for _, c := range []struct{ name, fen, want string }{
		{"the start", quiet, "want one move better"},
		{"the start of Black", strings.Replace(quiet, "W:W", "B:W", 1), "want one move better"},
		{"an offer among others", offer, "want one move better"},
		{"a capture", "W:W28,37:B23,1", "no choice"},
		{"two captures", "W:W28,37,34:B22,23,1,30", "something to take"},
		{"the only move", "W:W46:B5", "no choice"},
		{"a king wins in any case", "W:W29,33,39,K50:B1,7,17,19", "want one move better"},
	} {
		z, err := s.Solve(position(t, c.fen))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %+v, %v: want none, %q", c.name, z, err, c.want)
		}
	}
}

// scores is a search with scores from 0 to 1 that are written down: for each
// position, as moves from the first, its moves with what each is worth to the side
// that makes it, best first. Positions that are not there are worth rest.
type scores struct {
	at   map[string]string // "29-23 0.9, 50-45 0.4"
	rest float64
}

func (s scores) Forget() {}

func (s scores) Search(g *rules.Game, l alphabeta.Limits) alphabeta.Result {
	p := g.Start()
	var way []string
	for _, m := range g.Played() {
		way = append(way, p.MoveText(m))
		p = p.Play(m)
	}
	value := func(x float64) alphabeta.Score { return alphabeta.Score((2*x - 1) * float64(alphabeta.Certain)) }
	var r alphabeta.Result
	text, ok := s.at[strings.Join(way, " ")]
	if !ok {
		return alphabeta.Result{Moves: []alphabeta.Move{{Move: g.Moves()[0], Score: value(s.rest), Exact: true}}}
	}
	for _, part := range strings.Split(text, ", ") {
		words := strings.Fields(part)
		var score float64
		fmt.Sscan(words[len(words)-1], &score)
		q, line := p, []rules.Move(nil)
		for _, w := range words[:len(words)-1] {
			m, err := q.ParseMove(w)
			if err != nil {
				panic(err)
			}
			line, q = append(line, m), q.Play(m)
		}
		r.Moves = append(r.Moves, alphabeta.Move{Move: line[0], Line: line, Score: value(score), Exact: len(r.Moves) < l.Exact})
	}
	return r
}

// What makes a puzzle and what does not, by scores that are given.
func TestPuzzleByScores(t *testing.T) {
	const (
		shot   = "W:W29,33,39,50:B1,7,17,19"                    // 29-23 19x28 33x2
		choice = "W:W21,26,27,35,40:B6,7,8,15,28"               // 27-22 28x17, then 21x1 or 21x3
		middle = "W:W11,17,21,33,34,44,45:B1,10,13,23,24,26,31" // 11-7 1x12, then 17x28 or 17x30, and 26x17
		saved  = "W:W37,38,40,49:B19,28,35,36"                  // 38-32 35x44 32x14, and 44 hangs: 44-50 saves it
		two    = "W:W7,8,12,24,29,30,35:B1,4,17,21,27,37,43"    // by 8-2 or 8-3
	)
	for _, c := range []struct {
		name string
		fen  string
		at   map[string]string
		rest float64
		want string // of the line and what else ends it, or of the error
	}{
		{"a shot", shot, map[string]string{"": "29-23 0.95, 50-45 0.5"}, 0.1, "29-23 19x28 33x2"},
		{"seen in the end", shot, map[string]string{"": "29-23 0.6, 50-45 0.5"}, 0.05, "29-23 19x28 33x2"},
		{"not seen at first", shot, map[string]string{"": "29-23 0.54, 50-45 0.5"}, 0.05, "29-23 is worth 0.54 and 50-45 0.50"},
		{"not better in the end", shot, map[string]string{"": "29-23 0.95, 50-45 0.5"}, 0.4, "29-23 is worth 0.60 and 50-45 0.50"},
		{"another move is nearly as good", shot, map[string]string{"": "29-23 0.95, 50-45 0.8"}, 0.05, "29-23 is worth 0.95 and 50-45 0.80"},
		{"another move wins", shot, map[string]string{"": "29-23 1, 50-45 0.91"}, 0, "50-45 wins, too"},
		{"another move wins pieces by a shot of its own", two, map[string]string{"": "8-2 17x8 2x34 1x12 0.9, 8-3 17x8 3x34 1x12 0.5"}, 0.1, "8-3 wins, too"},
		{"nothing has to be taken", shot, map[string]string{"": "50-45 0.95, 29-23 0.5"}, 0.05, "after 50-45 nothing has to be taken"},
		{"nothing comes back", shot, map[string]string{"": "29-24 0.95, 50-45 0.5", "29-24 19x30": "50-45 0.95, 33-28 0.5"}, 0.05, "nothing is won"},
		{"the last move may be another", choice, map[string]string{"": "27-22 0.95, 21-16 0.4", "27-22 28x17": "21x1 0.95, 21x3 0.9"}, 0.05, "27-22 28x17 21x1 or 21x3"},
		{"but not a worse one", choice, map[string]string{"": "27-22 0.95, 21-16 0.4", "27-22 28x17": "21x1 0.95, 21x3 0.7"}, 0.05, "27-22 28x17 21x1"},
		{"a move on the way may not", middle, map[string]string{"": "11-7 0.95, 44-39 0.4", "11-7 1x12": "17x28 0.95, 17x30 0.9"}, 0.05, "17x30 does as well as 17x28, move 2 of the solution"},
		{"one on the way", middle, map[string]string{"": "11-7 0.95, 44-39 0.4", "11-7 1x12": "17x28 0.95, 17x30 0.6", "11-7 1x12 17x28 26x17": "44-40 0.95, 44-39 0.9"}, 0.95, "11-7 1x12 17x28 26x17"},
		{"what hangs is taken, too", saved, map[string]string{"": "38-32 0.95, 38-33 0.4", "38-32 35x44 32x14": "36-41 37x46 0.1, 44-50 0.05"}, 0.05, "38-32 35x44 32x14 36-41 37x46"},
		{"or it is saved", saved, map[string]string{"": "38-32 0.95, 38-33 0.4", "38-32 35x44 32x14": "44-50 37-31 0.1, 36-41 0.05"}, 0.05, "38-32 35x44 32x14"},
		{"or it is given for another", saved, map[string]string{"": "38-32 0.95, 38-33 0.4", "38-32 35x44 32x14": "36-41 49x40 41x32 0.1, 44-50 0.05"}, 0.05, "38-32 35x44 32x14"},
	} {
		p := position(t, c.fen)
		z, err := NewSolver(scores{c.at, c.rest}, 1).Solve(p)
		var got string
		if err != nil {
			got = err.Error()
		} else {
			end := p
			for i, m := range z.Line {
				got += end.MoveText(m) + " "
				if i < len(z.Line)-1 {
					end = end.Play(m)
				}
			}
			for _, m := range z.Also {
				got += "or " + end.MoveText(m)
			}
		}
		if got = strings.TrimSpace(got); got != c.want && (err == nil || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// What a puzzle brings, in words.
func TestPrize(t *testing.T) {
	for _, c := range []struct {
		p    Puzzle
		want string
	}{
		{Puzzle{Gain: 1, Score: 0.9}, "a piece"},
		{Puzzle{Gain: 2, Score: 0.5}, "2 pieces and saves the game"},
		{Puzzle{Gain: 1, Kings: 1, Score: 0.9}, "a piece and a king"},
		{Puzzle{Kings: 2, Score: 0.9}, "2 kings"},
		{Puzzle{Gain: -1, Kings: 1, Score: 0.9}, "a king for a piece"},
		{Puzzle{Gain: -1, Score: 1, Wins: true}, "the game"},
	} {
		if got := c.p.Prize(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.p, got, c.want)
		}
	}
}
