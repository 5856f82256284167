package alphabeta

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/net/shipped"
	"drafthorse/rules"
)

// lively returns a network whose random weights tell positions well apart.
func lively(tb testing.TB) *net.Network {
	tb.Helper()
	n := net.Random(net.Size{Width: 32, Hidden: 16}, rand.New(rand.NewPCG(1, 1)))
	for _, t := range n.Tensors() {
		if t.Name == "value.weight" {
			for i := range t.Data {
				t.Data[i] *= 10
			}
		}
	}
	return n
}

func tables(tb testing.TB) *endgame.Tables {
	tb.Helper()
	t, err := endgame.Embedded()
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

// positions returns games that stand at positions of random play, none of them
// over; those of few pieces are what random play ends with.
func positions(count int) []*rules.Game {
	rng := rand.New(rand.NewPCG(2, 2))
	var list []*rules.Game
	for len(list) < count {
		g := rules.NewGame(rules.Start())
		for end := rng.IntN(120); g.Ply() < end && g.Outcome().Result == rules.Undecided; {
			moves := g.Moves()
			g.Push(moves[rng.IntN(len(moves))])
		}
		if g.Outcome().Result == rules.Undecided {
			list = append(list, g)
		}
	}
	return list
}

// minimax is the plain search that the fast one has to agree with: it looks at
// every move, and shares with it only what a node is worth by itself.
type minimax struct {
	evaluator *net.Evaluator
	tables    *endgame.Tables
	line      []rules.Position // from the root
}

func (m *minimax) search(g *rules.Game, depth int) Score {
	ply := len(m.line)
	p := g.Position()
	moves := slices.Clone(g.Moves())
	outcome := g.Outcome()
	repeated := slices.Contains(m.line, p)
	switch {
	case outcome.Result == rules.WonBy(p.Turn().Opponent()):
		return -WinIn(ply)
	case outcome.Result != rules.Undecided || repeated:
		return 0
	}
	if points, plies, known := m.tables.Prove(&p, g.Draws()); known {
		return Score(points) * WinIn(ply+plies)
	}
	if depth <= 0 && !moves[0].IsCapture() {
		priors := make([]float32, len(moves))
		return scoreOf(m.evaluator.Evaluate(&p, g.Draws(), moves, priors))
	}
	m.line = append(m.line, p)
	defer func() { m.line = m.line[:ply] }()
	best := -infinite
	for _, move := range moves {
		g.Push(move)
		best = max(best, -m.search(g, depth-1))
		g.Pop()
	}
	return best
}

// root returns the score of every root move.
func (m *minimax) root(g *rules.Game, depth int) map[rules.Move]Score {
	m.line = append(m.line[:0], g.Position())
	scores := map[rules.Move]Score{}
	for _, move := range slices.Clone(g.Moves()) {
		g.Push(move)
		scores[move] = -m.search(g, depth-1)
		g.Pop()
	}
	return scores
}

// near reports whether two scores are the same but for rounding in the network.
func near(a, b Score) bool { return a-b <= 1 && b-a <= 1 }

// Without reductions and with forced moves counted the search is minimax, however
// it cuts off; with several exact moves wanted, for each of them.
func TestEqualsMinimax(t *testing.T) {
	n, tables := lively(t), tables(t)
	plain := &minimax{evaluator: net.NewEvaluator(n), tables: tables}
	for name, without := range map[string]Technique{
		"all techniques that change no score": Reductions | Forced,
		"no techniques":                       all,
	} {
		for i, g := range positions(200) {
			depth, exact := 1+i%5, 1+i%3
			s := NewSearcher(Config{Without: without}, n, tables, NewTable(1))
			r := s.Search(g, Limits{Depth: depth, Exact: exact})
			want := plain.root(g, depth)
			sorted := make([]Score, 0, len(want))
			for _, s := range want {
				sorted = append(sorted, s)
			}
			slices.SortFunc(sorted, func(a, b Score) int { return int(b - a) })
			if r.Depth < depth { // settled
				if _, ok := r.Moves[0].Score.Proven(); !ok {
					t.Fatalf("%s: depth %d, want %d", name, r.Depth, depth)
				}
				continue
			}
			for k, m := range r.Moves {
				switch {
				case k < exact && (!m.Exact || !near(m.Score, sorted[k])):
					t.Fatalf("%s: %s, depth %d: move %d is worth %d, want %d", name, g.Position().FEN(), depth, k, m.Score, sorted[k])
				case m.Exact && !near(m.Score, want[m.Move]):
					t.Fatalf("%s: %s, depth %d: %v is worth %d, want %d", name, g.Position().FEN(), depth, m.Move, m.Score, want[m.Move])
				case !m.Exact && want[m.Move] > m.Score+1:
					t.Fatalf("%s: %s, depth %d: %v is worth at most %d, minimax says %d", name, g.Position().FEN(), depth, m.Move, m.Score, want[m.Move])
				}
			}
		}
	}
}

// The line of an exact move leads to the position whose evaluation is its score.
func TestLineLeadsToTheScore(t *testing.T) {
	n, tables := lively(t), tables(t)
	compared := 0
	for _, g := range positions(100) {
		before := g.Position()
		r := NewSearcher(Config{}, n, tables, NewTable(4)).Search(g, Limits{Depth: 6, Exact: 2})
		if g.Position() != before {
			t.Fatal("the search has moved on the board")
		}
		for _, m := range r.Moves {
			if _, proven := m.Score.Proven(); !m.Exact || proven {
				continue
			}
			if got := scoreOf(m.Evaluation); !near(got, m.Score) {
				t.Errorf("%s: %v: the line %v ends in %d, the score is %d", before.FEN(), m.Move, m.Line, got, m.Score)
			}
			compared++
		}
	}
	if compared < 100 {
		t.Errorf("%d lines compared, want 100", compared)
	}
}

// A proven win is one in the endgame tables, and the other way round: with the
// tables only below the root, a search of a few plies finds the same results and
// distances.
func TestProvenWinsAgreeWithTheTables(t *testing.T) {
	n, tables := lively(t), tables(t)
	rng := rand.New(rand.NewPCG(3, 3))
	wins := 0
	for _, c := range endgame.Classes(3) {
		for p := range c.All() {
			if rng.IntN(2000) > 0 || len(p.AppendMoves(nil)) == 0 {
				continue
			}
			points, plies, known := tables.Prove(&p, rules.NewDrawCounters(p))
			r := NewSearcher(Config{}, n, tables, NewTable(1)).Search(rules.NewGame(p), Limits{Depth: 2})
			best := r.Moves[0]
			end, proven := best.Score.Proven()
			switch {
			case !known:
				continue
			case points == 0 && best.Score != 0, points != 0 && (!proven || end != plies || (best.Score > 0) != (points > 0)):
				t.Errorf("%s: score %d, the tables say %d in %d plies", p.FEN(), best.Score, points, plies)
			case points > 0 && best.Evaluation != (mcts.Evaluation{Win: 1}), points < 0 && best.Evaluation != (mcts.Evaluation{Loss: 1}):
				t.Errorf("%s: the best move has the evaluation %+v, the tables say %d", p.FEN(), best.Evaluation, points)
			case points != 0:
				wins++
			}
		}
	}
	if wins < 20 {
		t.Errorf("%d wins and losses compared, want 20", wins)
	}
}

// Two plies along a proven win it is two plies nearer, though the table remembers
// it from before.
func TestWinsComeNearer(t *testing.T) {
	n, tables := lively(t), tables(t)
	compared := 0
	for _, g := range positions(800) {
		if g.Position().Count() > 14 {
			continue
		}
		s := NewSearcher(Config{}, n, tables, NewTable(1))
		best := s.Search(g, Limits{Depth: 6}).Moves[0]
		plies, proven := best.Score.Proven()
		if !proven || best.Score < 0 || len(best.Line) < 3 {
			continue
		}
		g.Push(best.Line[0])
		g.Push(best.Line[1])
		next := s.Search(g, Limits{Depth: 6}).Moves[0]
		if got, proven := next.Score.Proven(); !proven || next.Score < 0 || got > plies-2 {
			t.Errorf("%s: score %d, two plies on it is %d", g.Position().FEN(), best.Score, next.Score)
		}
		compared++
	}
	if compared < 20 {
		t.Errorf("%d wins followed, want 20", compared)
	}
}

// wander returns a game of kings in which nothing is taken for so many plies and
// no draw is reached: each side avoids what lets the other take, and positions
// that have stood before.
func wander(t *testing.T, rng *rand.Rand, plies int) *rules.Game {
	for range 1000 {
		squares := rng.Perm(50)
		p, err := rules.NewPosition(rules.Pieces{
			WhiteKings: rules.Square(squares[0]+1).Bit() | rules.Square(squares[1]+1).Bit(),
			BlackKings: rules.Square(squares[2]+1).Bit() | rules.Square(squares[3]+1).Bit(),
		}, rules.White)
		if err != nil {
			t.Fatal(err)
		}
		g := rules.NewGame(p)
		for g.Ply() < plies {
			moves := slices.DeleteFunc(slices.Clone(g.Moves()), func(m rules.Move) bool {
				g.Push(m)
				defer g.Pop()
				return m.IsCapture() || g.Draws().Repetitions > 0 || len(g.Moves()) == 0 || g.Moves()[0].IsCapture()
			})
			if len(moves) == 0 {
				break
			}
			g.Push(moves[rng.IntN(len(moves))])
		}
		if g.Ply() == plies {
			return g
		}
	}
	t.Fatal("the kings have not found a way")
	return nil
}

// What the table remembers of a position is found again with the same draw
// counters and with no others.
func TestTableKeepsDrawStatesApart(t *testing.T) {
	n := lively(t)
	rng := rand.New(rand.NewPCG(4, 4))
	found := 0
	for range 20 {
		late := wander(t, rng, 30)
		fresh := rules.NewGame(late.Position())
		table := NewTable(1)
		NewSearcher(Config{}, n, nil, table).Search(fresh, Limits{Depth: 4})
		for _, m := range slices.Clone(fresh.Moves()) {
			if m.IsCapture() { // after it the two games are the same
				continue
			}
			known := func(g *rules.Game) bool {
				g.Push(m)
				defer g.Pop()
				return table.find(tableKey(g.Position().Hash(), g.Draws())).bound != none
			}
			if known(fresh) {
				found++
			}
			if known(late) {
				t.Errorf("%s after %v: what is known with a fresh count is found with another", late.Position().FEN(), m)
			}
		}
	}
	if found < 20 {
		t.Errorf("%d positions are found again, want 20", found)
	}
}

// A position that comes back within the search is a draw; one that has only stood
// on the board before is not yet.
func TestRepetition(t *testing.T) {
	p, err := rules.ParseFEN("W:WK1:BK5")
	if err != nil {
		t.Fatal(err)
	}
	round := []string{"1-6", "5-10", "6-1", "10-5"}
	for before := range 2 { // plies of the round that were played before the search
		g := rules.NewGame(p)
		play := func(w *worker, text string) {
			m, err := g.Position().ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			if w == nil {
				g.Push(m)
			} else {
				w.push(m)
			}
		}
		for _, text := range round[:before] {
			play(nil, text)
		}
		w := &worker{line: net.NewLine(lively(t))}
		w.begin(&shared{table: NewTable(1)}, g)
		for ply := 1; ply <= len(round)-before; ply++ {
			play(w, round[before+ply-1])
			w.keys[ply] = g.Position().Hash()
			last := ply == len(round)-before
			if got, want := w.drawn(g.Draws(), ply), last && before == 0; got != want {
				t.Errorf("%d plies before the search, %d in it: drawn is %v, want %v", before, ply, got, want)
			}
		}
	}
}

func TestLimits(t *testing.T) {
	n := lively(t)
	s := NewSearcher(Config{}, n, nil, NewTable(1))
	g := rules.NewGame(rules.Start())
	if r := s.Search(g, Limits{Nodes: 20_000}); r.Nodes < 20_000 || r.Nodes > 20_000+2*lookEvery {
		t.Errorf("%d nodes, want 20000", r.Nodes)
	}
	if r := s.Search(g, Limits{Stop: func() bool { return true }}); r.Depth < 1 || len(r.Moves) != 9 {
		t.Errorf("depth %d and %d moves after a stop, want the first ply whole", r.Depth, len(r.Moves))
	}
	asked := 0
	enough := func() bool {
		asked++
		return asked == 3
	}
	s.Forget()
	third := s.Search(g, Limits{Enough: enough})
	s.Forget()
	if want := s.Search(g, Limits{Depth: 3}); asked != 3 || !reflect.DeepEqual(third, want) {
		t.Errorf("after %d questions %+v, want what 3 plies give, %+v", asked, third, want)
	}
	only := g.Moves()[3:5]
	r := s.Search(g, Limits{Depth: 3, Moves: slices.Clone(only), Exact: 2})
	if len(r.Moves) != 2 || !r.Moves[0].Exact || !r.Moves[1].Exact {
		t.Errorf("%v, want two moves with exact scores", r.Moves)
	}
}

// What a limit cuts short changes nothing about the result: its moves are those of a
// search that ends with the last whole iteration, the best first, none of them
// possibly worth more than the first. Only the move to play may be another.
func TestLimitsLeaveWholeIterations(t *testing.T) {
	n, tables := lively(t), tables(t)
	rng := rand.New(rand.NewPCG(5, 5))
	cut, better := 0, 0
	for i, g := range positions(150) {
		for _, exact := range []int{1, 3}[:1+(i%3)/2] {
			nodes := uint64(2000 + rng.IntN(20_000))
			s := NewSearcher(Config{}, n, tables, NewTable(1))
			r := s.Search(g, Limits{Nodes: nodes, Exact: exact})
			whole := NewSearcher(Config{}, n, tables, NewTable(1)).Search(g, Limits{Depth: r.Depth, Exact: exact})
			if !reflect.DeepEqual(r.Moves, whole.Moves) {
				t.Errorf("%s: %d nodes, depth %d:\n%+v\nwithout the limit\n%+v", g.Position().FEN(), nodes, r.Depth, r.Moves, whole.Moves)
			}
			last := infinite
			for i, m := range r.Moves {
				if i < exact && !m.Exact || m.Score > r.Moves[0].Score || m.Exact && m.Score > last {
					t.Errorf("%s: %d nodes: move %d of %+v is out of order", g.Position().FEN(), nodes, i, r.Moves)
				}
				if m.Exact {
					last = m.Score
				}
			}
			if !r.Best.Exact || !slices.Contains(g.Moves(), r.Best.Move) || r.Best.Line[0] != r.Best.Move {
				t.Errorf("%s: the move to play is %+v", g.Position().FEN(), r.Best)
			}
			if r.Nodes > whole.Nodes {
				cut++
			}
			if r.Best.Move != r.Moves[0].Move {
				better++
			}
			if exact > 1 && !reflect.DeepEqual(r.Best, r.Moves[0]) {
				t.Errorf("%s: the move to play is %+v, the first %+v", g.Position().FEN(), r.Best, r.Moves[0])
			}
		}
	}
	if cut < 100 || better < 5 {
		t.Errorf("%d searches were cut, and %d have found a better move a ply deeper: want 100 and 5", cut, better)
	}
}

// A search of a board where captures lead to captures without end is over soon
// after its limit, with a legal move.
func TestManyKings(t *testing.T) {
	fen := "W:WK5,K7,K38,K29,K48,K24,K31,K12,K23,K18,K28,K39,K22,K33,K4,K34,K37,K30,K25:BK36,K10,K9,K26,K11,K35,K13,K40,K1,K14,K46,K50,K8,K16,K19,K15,K6,K44,K42"
	p, err := rules.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	g := rules.NewGame(p)
	for _, threads := range []int{1, 2} {
		s := NewSearcher(Config{Threads: threads}, lively(t), tables(t), NewTable(1))
		r := s.Search(g, Limits{Nodes: 2048})
		if r.Nodes > 100_000 || len(r.Moves) != len(g.Moves()) {
			t.Errorf("%d threads: %d nodes for %d of %d moves", threads, r.Nodes, len(r.Moves), len(g.Moves()))
		}
	}
}

// The same searches give the same results.
func TestDeterminism(t *testing.T) {
	n, tables := lively(t), tables(t)
	results := func() (list []Result) {
		s := NewSearcher(Config{}, n, tables, NewTable(1))
		for range 2 {
			for _, g := range positions(20) {
				list = append(list, s.Search(g, Limits{Depth: 7}))
			}
			s.Forget()
		}
		return list
	}
	a, b := results(), results()
	b = append(b[20:], b[:20]...) // a searcher that has forgotten is like a new one
	for i := range a {
		if a[i].Nodes != b[i].Nodes || a[i].Moves[0].Score != b[i].Moves[0].Score || a[i].Moves[0].Move != b[i].Moves[0].Move {
			t.Errorf("position %d: %d nodes and score %d, then %d and %d", i, a[i].Nodes, a[i].Moves[0].Score, b[i].Nodes, b[i].Moves[0].Score)
		}
	}
}

var bench = map[string]string{
	"start":      rules.Start().FEN(),
	"opening":    "W:W27,28,32,33,35,36,37,38,39,40,43,45,48,49:B2,3,6,8,9,11,12,13,14,16,18,19,24,26",
	"middlegame": "W:W28,32,33,34,35,37,38,39,42,45,48:B8,9,12,13,14,16,18,19,23,24,26",
	"ending":     "W:W27,32,37,38,43:B9,13,16,19,24",
	"kings":      "W:WK47,K48,K49,35:BK4,K5,16",
}

// BenchmarkSearch searches deeper and deeper until 300,000 nodes are used. The
// branching factor is that of the last four plies: the fourth root of what the
// nodes grew by.
func BenchmarkSearch(b *testing.B) {
	n := shipped.Net()
	tables := tables(b)
	for name, fen := range bench {
		p, err := rules.ParseFEN(fen)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			s := NewSearcher(Config{}, n, tables, NewTable(16))
			g := rules.NewGame(p)
			search := func(depth int) uint64 {
				s.Forget()
				return s.Search(g, Limits{Depth: depth}).Nodes
			}
			last := s.Search(g, Limits{Nodes: 300_000}).Depth - 1
			branching := math.Pow(float64(search(last))/float64(search(last-4)), 0.25)
			var nodes uint64
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				nodes += search(last)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
			b.ReportMetric(float64(last), "depth")
			b.ReportMetric(branching, "branching")
		})
	}
}

func TestTechniqueNames(t *testing.T) {
	for tq := Technique(0); tq <= all; tq++ {
		if back, err := ParseTechnique(tq.String()); tq != 0 && (back != tq || err != nil) {
			t.Errorf("%q is read as %q (%v)", tq, back, err)
		}
	}
	if _, err := ParseTechnique("history+lmr"); err == nil || !strings.Contains(err.Error(), `"lmr"`) || !strings.Contains(err.Error(), "reductions") {
		t.Errorf("history+lmr: %v; want the unknown name and the known ones", err)
	}
}

// What is told of each iteration is what a search to that depth finds.
func TestEachIteration(t *testing.T) {
	n, tables := lively(t), tables(t)
	compared := 0
	for _, g := range positions(20) {
		depth := 0
		last := NewSearcher(Config{}, n, tables, NewTable(1)).Search(g, Limits{Depth: 5, Each: func(r Result) {
			depth++
			shallow := NewSearcher(Config{}, n, tables, NewTable(1)).Search(g, Limits{Depth: depth})
			a, b := r.Moves[0], shallow.Moves[0]
			if r.Depth != depth || r.Nodes != shallow.Nodes || a.Move != b.Move || a.Score != b.Score || !slices.Equal(a.Line, b.Line) {
				t.Errorf("%s: iteration %d finds %+v, a search %+v", g.Position().FEN(), depth, r, shallow)
			}
			compared++
		}})
		if last.Depth != depth {
			t.Errorf("%s: %d iterations are told of %d", g.Position().FEN(), depth, last.Depth)
		}
	}
	if compared < 50 {
		t.Errorf("%d iterations compared, want 50", compared)
	}
}
