package endgame

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync"
	"testing"

	"drafthorse/rules"
)

var four = flag.Bool("four", false, "build the classes of four pieces from nothing too")

// tables are those of the program, decoded once for all tests.
var tables = sync.OnceValue(func() *Tables {
	t, err := Embedded()
	if err != nil {
		panic(err)
	}
	return t
})

// counted holds how many positions of each class are won, drawn and lost, as an
// independent program's four-piece databases have them; the classes of two and
// three pieces were confirmed by a solver of another kind.
func counted(t *testing.T) map[string]Counts {
	all := map[string]Counts{}
	for _, row := range records(t, "testdata/counts.csv") {
		var n [4]int
		for i := range n {
			var err error
			if n[i], err = strconv.Atoi(row[i+1]); err != nil {
				t.Fatal(err)
			}
		}
		all[row[0]] = Counts{Positions: n[0], Won: n[1], Drawn: n[2], Lost: n[3]}
	}
	return all
}

// records returns the rows of a file but the first, which names the columns.
func records(t *testing.T, name string) [][]string {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// TestCounts compares the tables of the program with those counts.
func TestCounts(t *testing.T) {
	want := counted(t)
	classes := 0
	for pieces := 2; pieces <= 4; pieces++ {
		for _, c := range Classes(pieces) {
			classes++
			n := tables().Count(c)
			n.Longest = 0
			if n != want[c.String()] {
				t.Errorf("%v: %+v, want %+v", c, n, want[c.String()])
			}
		}
	}
	if classes != 41 || len(want) != 41 {
		t.Errorf("%d classes, %d counts, want 41", classes, len(want))
	}
}

// TestBuild builds the classes from nothing. They must be those of the program
// to the last byte, whose counts TestCounts compares.
func TestBuild(t *testing.T) {
	most := 3
	if *four {
		most = 4
	} else {
		t.Log("two and three pieces only: go test ./endgame -four builds four too")
	}
	built := &Tables{}
	for pieces := 2; pieces <= most; pieces++ {
		for _, c := range Classes(pieces) {
			if !built.Holds(c) {
				if err := built.Build(context.Background(), c, 2); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal((*built.slot(c)).values, (*tables().slot(c)).values) {
				t.Errorf("%v differs from the table of the program", c)
			}
		}
	}
}

// TestBuildStops sees a build end when its context does, with nothing added.
func TestBuildStops(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("enough")
	cancel(cause)
	built := &Tables{}
	c := Class{OwnKings: 1, OpponentKings: 1}
	if err := built.Build(ctx, c, 2); !errors.Is(err, cause) || built.Holds(c) {
		t.Errorf("%v, holds %v: want the cause and no table", err, built.Holds(c))
	}
}

// TestSamples looks positions up whose values an independent program's databases gave.
// In some of them a capture is pending.
func TestSamples(t *testing.T) {
	rows := records(t, "testdata/samples.csv")
	if len(rows) < 100 {
		t.Errorf("%d samples", len(rows))
	}
	for _, row := range rows {
		value, p := row[0], parse(t, row[1])
		v, ok := tables().Probe(&p)
		if !ok || v.Won() != (value == "win") || v.Lost() != (value == "loss") {
			t.Errorf("%s: %v, %v, want a %s", row[1], v, ok, value)
		}
	}
}

func parse(t *testing.T, fen string) rules.Position {
	p, err := rules.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// random returns a position drawn evenly from a class.
func random(c Class, rng *rand.Rand) rules.Position {
	s := newSpace(c)
	for {
		if p := s.pieces(rng.IntN(s.size())); !overlap(&p) {
			return position(&p)
		}
	}
}

// consistent checks a position against its moves: it is won in n if a move
// leads to a loss in n-1 and none to a shorter one, lost in n if all moves lead
// to wins, the longest in n-1, and else drawn.
func consistent(p *rules.Position) error {
	v, _ := tables().Probe(p)
	shortest, longest, others := 1000, 0, 0
	for _, m := range p.AppendMoves(nil) {
		next := p.Play(m)
		w, ok := tables().Probe(&next)
		switch {
		case !ok:
			return fmt.Errorf("%s: %s leads out of the tables", p.FEN(), p.MoveText(m))
		case w.Lost():
			shortest = min(shortest, w.Plies()+1)
		case w.Won():
			longest = max(longest, w.Plies()+1)
		default:
			others++
		}
	}
	want := "drawn"
	switch {
	case shortest < 1000:
		want = fmt.Sprintf("won in %d plies", shortest)
	case others == 0:
		want = fmt.Sprintf("lost in %d plies", longest)
	}
	if v.String() != want {
		return fmt.Errorf("%s: %v, by its moves %s", p.FEN(), v, want)
	}
	return nil
}

// TestDistances checks every position of two and three pieces and a million of
// four. As the shortest distance is that of a side without moves or pieces, the
// distances are right if each fits those a ply away.
func TestDistances(t *testing.T) {
	for pieces := 2; pieces <= 3; pieces++ {
		for _, c := range Classes(pieces) {
			for p := range c.All() {
				if err := consistent(&p); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	n := 1_000_000
	if testing.Short() {
		n /= 100
	}
	for range n {
		classes := Classes(4)
		p := random(classes[rng.IntN(len(classes))], rng)
		if rng.IntN(2) == 1 {
			p = p.Turned() // with Black to move
		}
		if err := consistent(&p); err != nil {
			t.Fatal(err)
		}
	}
}

// TestNumbers goes through all numbers of a class: each position has its own,
// and there are as many positions as there should be.
func TestNumbers(t *testing.T) {
	for _, c := range []Class{{0, 1, 0, 1}, {1, 0, 1, 0}, {1, 1, 1, 0}, {0, 1, 2, 0}, {2, 0, 1, 0}, {0, 3, 0, 1}} {
		s := newSpace(c)
		n := 0
		for i, pieces := range s.between(0, s.size()) {
			if s.index(pieces) != i || s.pieces(i) != *pieces || classOf(pieces) != c {
				t.Fatalf("%v: number %d: %+v", c, i, pieces)
			}
			n++
		}
		if want := counted(t)[c.String()].Positions; n != want {
			t.Errorf("%v: %d positions, want %d", c, n, want)
		}
	}
}

// TestPredecessors compares the moves taken back with the moves of all
// positions of a class.
func TestPredecessors(t *testing.T) {
	type step struct{ from, to int }
	for _, c := range []Class{{1, 1, 1, 0}, {2, 0, 0, 1}} {
		before, after := newSpace(c), newSpace(c.Turned())
		played, back := map[step]bool{}, map[step]bool{}
		capture := map[int]bool{}
		for i, pieces := range before.between(0, before.size()) {
			p := position(pieces)
			for _, m := range p.AppendMoves(nil) {
				next := p.Play(m).Turned().Pieces()
				if m.IsCapture() {
					capture[i] = true
				} else if classOf(&next) == c.Turned() {
					played[step{i, after.index(&next)}] = true
				}
			}
		}
		for i, pieces := range after.between(0, after.size()) {
			for n := range predecessors(&before, pieces) {
				if !capture[n] {
					back[step{n, i}] = true
				}
			}
		}
		if len(played) == 0 {
			t.Errorf("%v: no moves", c)
		}
		for s := range played {
			if !back[s] {
				t.Fatalf("%v: the move %v is not taken back", c, s)
			}
		}
		if len(back) != len(played) {
			t.Errorf("%v: %d moves taken back, %d played", c, len(back), len(played))
		}
	}
}

// TestLongest holds what Prove relies on: with three pieces against a lone king
// no win takes more plies than the rule of 16 moves allows from its start, with
// two or one none more than the rule of 5 moves.
func TestLongest(t *testing.T) {
	for pieces := 2; pieces <= 4; pieces++ {
		limit := rules.FiveLimit
		if pieces == 4 {
			limit = rules.SixteenLimit
		}
		for _, c := range Classes(pieces) {
			lone := func(c Class) bool { return c.OwnMen == 0 && c.OwnKings == 1 && c.OpponentKings > 0 }
			if !lone(c) && !lone(c.Turned()) {
				continue
			}
			if n := tables().Count(c).Longest; n > limit {
				t.Errorf("%v: %d plies, the rule allows %d", c, n, limit)
			}
		}
	}
}

// TestProve compares Prove with a search through all that can follow on the
// board by the rules of the game, in positions where a limited ending's count
// is nearly full, so that the search has an end.
func TestProve(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	endings := map[Class]int{
		{0, 2, 0, 1}: rules.FiveLimit, {1, 1, 0, 1}: rules.FiveLimit, {0, 1, 0, 1}: rules.FiveLimit,
		{0, 3, 0, 1}: rules.SixteenLimit, {1, 2, 0, 1}: rules.SixteenLimit, {2, 1, 0, 1}: rules.SixteenLimit,
	}
	classes := slices.SortedFunc(func(yield func(Class) bool) {
		for c := range endings {
			if !yield(c) || !yield(c.Turned()) {
				return
			}
		}
	}, func(a, b Class) int { return bytes.Compare([]byte(a.String()), []byte(b.String())) })
	var won, cut int
	for _, c := range classes {
		limit := max(endings[c], endings[c.Turned()])
		for compared := 0; compared < 100; {
			g := rules.NewGame(random(c, rng))
			left := 1 + rng.IntN(3)
			for g.Ply() < limit-left && g.Outcome().Result == rules.Undecided {
				moves := g.Moves()
				g.Push(moves[rng.IntN(len(moves))])
			}
			p := g.Position()
			if g.Outcome().Result != rules.Undecided || g.Ply() < limit-left {
				continue
			}
			compared++
			want := bestResult(g)
			points, _, known := tables().Prove(&p, g.Draws())
			if !known || points != want {
				t.Fatalf("%s, %+v: %d, %v, by search %d", p.FEN(), g.Draws(), points, known, want)
			}
			v, _ := tables().Probe(&p)
			if points != 0 {
				won++
			} else if v != Drawn {
				cut++
			}
		}
	}
	if won < 30 || cut < 30 {
		t.Errorf("%d won or lost, %d wins cut short: want many of both", won, cut)
	}
}

// bestResult returns the points of the side to move when both sides play their
// best until the game ends.
func bestResult(g *rules.Game) int {
	if o := g.Outcome(); o.Result != rules.Undecided {
		return o.Result.For(g.Position().Turn())
	}
	best := -1
	for _, m := range slices.Clone(g.Moves()) {
		g.Push(m)
		best = max(best, -bestResult(g))
		g.Pop()
		if best == 1 {
			break
		}
	}
	return best
}

// TestProveWaitsForTheQuietCount leaves a win alone that the rule of 25 moves
// may come before.
func TestProveWaitsForTheQuietCount(t *testing.T) {
	p := parse(t, "W:W46:B16")
	v, _ := tables().Probe(&p)
	d := rules.NewDrawCounters(p)
	for quiet, want := range map[int]bool{0: true, rules.QuietLimit - v.Plies(): true, rules.QuietLimit - v.Plies() + 1: false} {
		d.Quiet = uint8(quiet)
		if _, _, known := tables().Prove(&p, d); known != want {
			t.Errorf("%v after %d quiet plies: known %v", v, quiet, known)
		}
	}
}

// TestNoTable asks for what is not held.
func TestNoTable(t *testing.T) {
	start := rules.Start()
	if _, ok := tables().Probe(&start); ok {
		t.Error("the start position is in the tables")
	}
	five := parse(t, "W:WK46,K47,K48,K49:BK3")
	if _, _, known := tables().Prove(&five, rules.NewDrawCounters(five)); known {
		t.Error("five pieces are in the tables")
	}
	none := parse(t, "W:W:BK3")
	if v, ok := tables().Probe(&none); !ok || !v.Lost() || v.Plies() != 0 {
		t.Errorf("no pieces: %v, %v, want lost in 0 plies", v, ok)
	}
}
