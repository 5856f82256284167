package query

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/rules"
)

var tables = sync.OnceValue(func() *endgame.Tables {
	t, err := endgame.Embedded()
	if err != nil {
		panic(err)
	}
	return t
})

// small is a network with random weights.
var small = sync.OnceValue(func() *net.Network {
	return net.Random(net.Size{Width: 32, Hidden: 16}, rand.New(rand.NewPCG(1, 1)))
})

func newAnalyst() *Analyst {
	return NewAnalyst(small(), tables(), mcts.DefaultConfig().ForPlay(), time.Now)
}

func never() bool { return false }

func parsed(t *testing.T, line string) *Query {
	t.Helper()
	r, err := Parse([]byte(line), 800)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return r.Query
}

// answered answers the query's only turn.
func answered(t *testing.T, a *Analyst, line string) Answer {
	t.Helper()
	q := parsed(t, line)
	return a.Answer(q, q.Turns[0], never)
}

func position(t *testing.T, fen string) rules.Position {
	t.Helper()
	p, err := rules.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// few returns positions of two to the given number of pieces, with a move to
// make.
func few(rng *rand.Rand, count, pieces int) []rules.Position {
	var list []rules.Position
	for len(list) < count {
		var sets rules.Pieces
		for _, s := range rng.Perm(50)[:2+rng.IntN(pieces-1)] {
			bit := rules.Square(s + 1).Bit()
			switch rng.IntN(4) {
			case 0:
				sets.WhiteMen |= bit
			case 1:
				sets.WhiteKings |= bit
			case 2:
				sets.BlackMen |= bit
			case 3:
				sets.BlackKings |= bit
			}
		}
		p, err := rules.NewPosition(sets, rules.Color(rng.IntN(2)))
		if err == nil && p.Side(rules.White) != 0 && p.Side(rules.Black) != 0 && rules.NewGame(p).Outcome().Result == rules.Undecided {
			list = append(list, p)
		}
	}
	return list
}

// said writes what a proof says; nil is nothing.
func said(p *Proof) string {
	switch {
	case p == nil:
		return "nothing"
	case p.Plies == nil:
		return p.Result
	}
	return fmt.Sprintf("%s in %d", p.Result, *p.Plies)
}

// known is what the tables hold of a position, for the side to move.
func known(t *testing.T, p rules.Position) string {
	v, ok := tables().Probe(&p)
	switch {
	case !ok:
		t.Fatalf("%s is not in the tables", p.FEN())
	case v.Won():
		return fmt.Sprintf("win in %d", v.Plies())
	case v.Lost():
		return fmt.Sprintf("loss in %d", v.Plies())
	}
	return "draw"
}

// turned is what a position with that value is worth to the side that moved
// there.
func turned(value string) string {
	var result string
	var plies int
	if n, _ := fmt.Sscanf(value, "%s in %d", &result, &plies); n < 2 {
		return "draw"
	}
	return fmt.Sprintf("%s in %d", map[string]string{"win": "loss", "loss": "win"}[result], plies+1)
}

// TestProofsAreThoseOfTheTables compares position and moves with the tables, and
// plays the lines of proven wins and losses to the end.
func TestProofsAreThoseOfTheTables(t *testing.T) {
	a := newAnalyst()
	for i, p := range few(rand.New(rand.NewPCG(3, 3)), 300, 4) {
		search := []string{"mcts", "alphabeta"}[i%2]
		answer := answered(t, a, fmt.Sprintf(`{"id":"1","fen":%q,"search":%q}`, p.FEN(), search))
		if got, want := said(answer.Root.Proof), known(t, p); got != want {
			t.Errorf("%s, %s: %s, want %s", p.FEN(), search, got, want)
		}
		legal := p.AppendMoves(nil)
		if len(answer.Moves) != len(legal) {
			t.Errorf("%s, %s: %d moves, want %d", p.FEN(), search, len(answer.Moves), len(legal))
		}
		for _, m := range answer.Moves {
			move, err := p.ParseMove(m.Text)
			if err != nil {
				t.Fatalf("%s, %s: %v", p.FEN(), search, err)
			}
			if got, want := said(m.Proof), turned(known(t, p.Play(move))); got != want {
				t.Errorf("%s, %s, %s: %s, want %s", p.FEN(), search, m.Text, got, want)
			} else if want == "draw" {
				continue
			}
			plays(t, p, m, *m.Proof.Plies)
		}
		if got, want := said(answer.Moves[0].Proof), said(answer.Root.Proof); got != want {
			t.Errorf("%s, %s: the first move is a %s in a position that is a %s", p.FEN(), search, got, want)
		}
	}
}

// plays checks that the line of a move of p that is proven won or lost can be
// played and leads to that end, in at least so many plies and in no more than the
// proof says.
func plays(t *testing.T, p rules.Position, m Move, least int) {
	t.Helper()
	g := rules.NewGame(p)
	for _, text := range m.Line {
		move, err := g.Position().ParseMove(text)
		if err != nil {
			t.Errorf("%s, %s, line %v: %v", p.FEN(), m.Text, m.Line, err)
			return
		}
		g.Push(move)
	}
	want := map[string]int{"win": 1, "loss": -1}[m.Proof.Result]
	if n := len(m.Line); g.Outcome().Result.For(p.Turn()) != want || n > *m.Proof.Plies || n < least {
		t.Errorf("%s, %s: %s, but the line %v ends %v", p.FEN(), m.Text, said(m.Proof), m.Line, g.Outcome())
	}
}

// TestProofsBySearch has positions that are not in the tables: what is proven there
// ends as the proof says, and the searches agree.
func TestProofsBySearch(t *testing.T) {
	a := newAnalyst()
	bySearch, both := 0, 0
	for _, p := range few(rand.New(rand.NewPCG(4, 4)), 200, 7) {
		if p.Count() < 5 {
			continue
		}
		tree := answered(t, a, fmt.Sprintf(`{"id":"1","fen":%q,"visits":300}`, p.FEN()))
		deep := answered(t, a, fmt.Sprintf(`{"id":"1","fen":%q,"search":"alphabeta","nodes":5000}`, p.FEN()))
		// With exact scores for all moves nothing is read out of a bound.
		whole := answered(t, a, fmt.Sprintf(`{"id":"1","fen":%q,"search":"alphabeta","depth":%d,"nodes":20000,"multipv":200}`, p.FEN(), min(deep.Depth, maxDepth)))
		results := map[string]string{}
		for _, answer := range []Answer{tree, whole, deep} {
			for i, m := range answer.Moves {
				if m.Proof == nil {
					continue
				}
				if m.Proof.By == "search" {
					bySearch++
				}
				if m.Proof.Plies != nil && (i == 0 || answer.Search == MCTS) {
					plays(t, p, m, 1)
				}
				if before, ok := results[m.Text]; ok {
					if both++; before != m.Proof.Result {
						t.Errorf("%s, %s: a %s by one search, a %s by another", p.FEN(), m.Text, before, m.Proof.Result)
					}
				} else if i := slices.IndexFunc(whole.Moves, func(w Move) bool { return w.Text == m.Text }); m.Proof.Result == "win" && whole.Moves[i].score() < 0.5 {
					t.Errorf("%s, %s: a win, but its exact score is %v", p.FEN(), m.Text, whole.Moves[i].score())
				}
				results[m.Text] = m.Proof.Result
			}
		}
	}
	if bySearch < 100 || both < 100 {
		t.Errorf("%d proofs by search, %d by several: too few to say anything", bySearch, both)
	}
}

// TestChancesAddUp checks the ranges and sums that doc.go promises.
func TestChancesAddUp(t *testing.T) {
	a := newAnalyst()
	for _, line := range []string{
		`{"id":"1","visits":500}`, `{"id":"1","search":"alphabeta","depth":5,"multipv":9}`,
	} {
		answer := answered(t, a, line)
		values := []Value{answer.Root}
		var priors, visits float64
		for _, m := range answer.Moves {
			values = append(values, m.Value)
			if m.Prior != nil {
				priors += *m.Prior
				visits += float64(*m.Visits)
			}
		}
		for _, v := range values {
			if v.Score == nil || v.Chances == nil {
				t.Fatalf("%s: there is no score: %+v", line, v)
			}
			if sum := v.Win + v.Draw + v.Loss; sum < 0.9998 || sum > 1.0002 {
				t.Errorf("%s: win, draw and loss add up to %v", line, sum)
			}
			if s := v.Win + v.Draw/2; s-*v.Score > 2e-4 || *v.Score-s > 2e-4 {
				t.Errorf("%s: the score is %v, by win and draw it is %v", line, *v.Score, s)
			}
		}
		if answer.Visits != nil && (priors < 0.999 || priors > 1.001 || visits != 500 || *answer.Visits != 500) {
			t.Errorf("%s: priors add up to %v, visits to %v", line, priors, visits)
		}
		if answer.Root.score() != answer.Moves[0].score() {
			t.Errorf("%s: the root's score is %v, the first move's %v", line, answer.Root.score(), answer.Moves[0].score())
		}
	}
}

func TestRootMoves(t *testing.T) {
	a := newAnalyst()
	for _, limits := range []string{`"visits":200`, `"search":"alphabeta","depth":4`} {
		answer := answered(t, a, `{"id":"1","root_moves":["31-27","35-30"],`+limits+`}`)
		var got []string
		for _, m := range answer.Moves {
			got = append(got, m.Text)
			if m.Visits != nil && *m.Visits != 100 {
				t.Errorf("%s has %d visits, want 100", m.Text, *m.Visits)
			}
			if m.Line[0] != m.Text {
				t.Errorf("the line of %s is %v", m.Text, m.Line)
			}
		}
		slices.Sort(got)
		if want := []string{"31-27", "35-30"}; !slices.Equal(got, want) {
			t.Errorf("%s: moves %v, want %v", limits, got, want)
		}
		if answer.Moves[0].score() < answer.Moves[1].score() || answer.Root.score() != answer.Moves[0].score() {
			t.Errorf("%s: the root has %v, the moves %v and %v", limits, answer.Root.score(), answer.Moves[0].score(), answer.Moves[1].score())
		}
	}
	// The move draws, and nothing is said of the win that others have.
	answer := answered(t, a, `{"id":"1","fen":"W:WK13,K18,K45:BK2","root_moves":["13-4"]}`)
	if got := said(answer.Root.Proof); got != "draw" {
		t.Errorf("13-4 is a %s, want a draw", got)
	}
}

// TestLimitedMovesAreBestFirst asks for searches that end in the middle of an
// iteration.
func TestLimitedMovesAreBestFirst(t *testing.T) {
	a := newAnalyst()
	for _, fen := range []string{"W:W31-50:B1-20", "W:W28,32,33,34,35,37,38,39,42,45,48:B8,9,12,13,14,16,18,19,23,24,26"} {
		for nodes := 5000; nodes < 40_000; nodes += 2500 {
			answer := answered(t, a, fmt.Sprintf(`{"id":"1","fen":%q,"search":"alphabeta","nodes":%d}`, fen, nodes))
			best, last := answer.Moves[0], 1.
			for _, m := range answer.Moves {
				if best.Bound != "exact" || m.score() > best.score() || m.Bound == "exact" && m.score() > last {
					t.Errorf("%s, %d nodes: %s is worth %v (%s) and stands behind moves worth %v and %v", fen, nodes, m.Text, m.score(), m.Bound, best.score(), last)
				}
				if m.Bound == "exact" {
					last = m.score()
				}
			}
		}
	}
}

// TestMultiPV: as many moves as asked for are exact, and the others' bounds do not
// contradict them.
func TestMultiPV(t *testing.T) {
	answer := answered(t, newAnalyst(), `{"id":"1","moves":["32-28"],"search":"alphabeta","depth":6,"multipv":4}`)
	fourth := answer.Moves[3].score()
	for i, m := range answer.Moves {
		switch {
		case i < 4 && (m.Bound != "exact" || m.Chances == nil):
			t.Errorf("move %d, %s, is not exact", i, m.Text)
		case i > 0 && i < 4 && m.score() > answer.Moves[i-1].score():
			t.Errorf("move %d, %s, is better than the one before", i, m.Text)
		case m.Bound == "upper" && (m.score() > fourth || m.Chances != nil):
			t.Errorf("move %d, %s: at most %v with chances %v, the fourth has %v", i, m.Text, m.score(), m.Chances, fourth)
		}
	}
	if len(answer.Moves) != 9 || answer.Moves[8].Bound != "upper" {
		t.Errorf("%d moves, the last %s", len(answer.Moves), answer.Moves[8].Bound)
	}
}

// TestDrawState: kings go to and fro. The position after four plies is the
// second of its kind, so a move that makes a third draws by the rules; and after
// eight plies the game is over.
func TestDrawState(t *testing.T) {
	const shuffle = `"46-41","5-10","41-46","10-5","46-41","5-10","41-46","10-5"`
	const fen = "W:WK46,32,37,38:BK5,9,14,13"
	for _, search := range []string{"mcts", "alphabeta"} {
		a := newAnalyst()
		q := parsed(t, fmt.Sprintf(`{"id":"1","fen":%q,"moves":[%s],"turns":[7,8,3],"search":%q}`, fen, shuffle, search))
		for _, turn := range q.Turns {
			answer := a.Answer(q, turn, never)
			i := slices.IndexFunc(answer.Moves, func(m Move) bool { return m.Text == "10-5" })
			switch turn.Ply {
			case 7:
				if p := answer.Moves[i].Proof; said(p) != "draw" || p.By != "rules" {
					t.Errorf("%s: the third repetition is a %s: want a draw by the rules", search, said(p))
				}
			case 8:
				if answer.Over != "repetition" || said(answer.Root.Proof) != "draw" || len(answer.Moves) != 0 || *answer.Root.Score != 0.5 {
					t.Errorf("%s: %+v after the third repetition", search, answer)
				}
			case 3:
				if p := answer.Moves[i].Proof; p != nil {
					t.Errorf("%s: the second repetition is a %s", search, said(p))
				}
			}
		}
	}
}

func TestGameOver(t *testing.T) {
	answer := answered(t, newAnalyst(), `{"id":"1","fen":"B:W46,41,47:B36"}`)
	if answer.Over != "no moves" || said(answer.Root.Proof) != "loss in 0" || answer.Root.Proof.By != "rules" || answer.ToMove != "black" {
		t.Errorf("%+v", answer)
	}
}

// TestNames has captures from cmd/analyze/README.md: one whose text needs the
// route, and the squares that are taken.
func TestNames(t *testing.T) {
	a := newAnalyst()
	for _, test := range []struct{ fen, text, want string }{
		{"W:WK35:B11,23,29,30", "35x19x28x6", `{"move":"35x19x28x6","route":"35x19x28x6","captured":[11,23,30]}`},
		{"W:W39:B12,13,23,33", "39x17", `{"move":"39x17","route":"39x28x19x8x17","captured":[12,13,23,33]}`},
		{"W:W28:B23,3", "28x19", `{"move":"28x19","captured":[23]}`},
		{"W:W28:B3", "28-23", `{"move":"28-23"}`},
	} {
		p := position(t, test.fen)
		m, err := p.ParseMove(test.text)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := json.Marshal(described(p, m)); string(got) != test.want {
			t.Errorf("%s: %s, want %s", test.fen, got, test.want)
		}
		answer := answered(t, a, fmt.Sprintf(`{"id":"1","fen":%q,"root_moves":[%q]}`, test.fen, test.text))
		if got := described(p, m).Text; len(answer.Moves) != 1 || answer.Moves[0].Text != got {
			t.Errorf("%s: %+v, want the one move %s", test.fen, answer.Moves, got)
		}
	}
}

// TestStop: a search that is stopped at once says what it has.
func TestStop(t *testing.T) {
	a := newAnalyst()
	for _, limits := range []string{`"visits":4000000`, `"visits":4000000,"root_moves":["31-27"]`, `"search":"alphabeta","depth":100`} {
		q := parsed(t, `{"id":"1",`+limits+`}`)
		answer := a.Answer(q, q.Turns[0], func() bool { return true })
		if answer.Root.Score == nil || len(answer.Moves[0].Line) == 0 || answer.Visits != nil && *answer.Visits > 1000 {
			t.Errorf("%s: %+v", limits, answer)
		}
	}
}

// TestTime has a clock that goes on by a millisecond at each look.
func TestTime(t *testing.T) {
	for _, search := range []string{"mcts", "alphabeta"} {
		looks := 0
		a := NewAnalyst(small(), tables(), mcts.DefaultConfig(), func() time.Time {
			looks++
			return time.UnixMilli(int64(looks))
		})
		answer := answered(t, a, fmt.Sprintf(`{"id":"1","time_ms":20,"search":%q}`, search))
		if looks != 21 || answer.Limits.Time != 20 {
			t.Errorf("%s: the clock was looked at %d times, want 21: %+v", search, looks, answer.Limits)
		}
	}
}

// TestLargeTreeIsGivenBack: memory of a large search does not stay.
func TestLargeTreeIsGivenBack(t *testing.T) {
	a := newAnalyst()
	answered(t, a, `{"id":"1","visits":100}`)
	if a.tree == nil {
		t.Error("the tree of a small search is not kept")
	}
	answered(t, a, `{"id":"1","visits":140000}`)
	if a.tree != nil {
		t.Error("the tree of a large search is kept")
	}
}

// TestJSONOfAnAnswer spells an answer's form out, for programs of users depend on
// it.
func TestJSONOfAnAnswer(t *testing.T) {
	answer := answered(t, newAnalyst(), `{"id":"<1>","fen":"W:W28:B22,3","search":"alphabeta","depth":2}`)
	answer.Net = "0123456789ab"
	got, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"id":"\u003c1\u003e","turn":0,"fen":"W:W28:B3,22","to_move":"white","net":"0123456789ab","search":"alphabeta",` +
		`"limits":{"depth":2},"depth":`
	if !strings.HasPrefix(string(got), want) {
		t.Errorf("%s\nwant %s...", got, want)
	}
}
