package annotate

import (
	"bytes"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"drafthorse/alphabeta"
	"drafthorse/analysis"
	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/net/shipped"
	"drafthorse/rules"
)

// What is solved is kept with the findings: the puzzles of a file of results are
// those of the searches, for any number of workers, and no position is solved
// again. Without it --from solves them all.
func TestSolutionsAreKept(t *testing.T) {
	const shots = `[FEN "W:W29,33,39,50:B1,7,17,19"] 1. 29-23 19x28 2. 33x2 2-0

[FEN "B:W32,34,44,50:B1,12,18,22"] 1... 1-6 *

[FEN "W:W22,28,32,40,41,43,49:B10,11,12,17,19,21,37"] 1. 43-39 37x46 2. 28-23 46x35 *
`
	dir, in := t.TempDir(), write(t, "in.pdn", shots)
	var first string
	for _, workers := range []string{"1", "4"} {
		os.Remove(dir + "/r.jsonl")
		called(t, 0, "--visits", "500", "--workers", workers, "--results", dir+"/r.jsonl", "--puzzles", dir+"/p.pdn", in)
		got := content(t, dir, "p.pdn")
		if first == "" {
			first = got
		}
		if got != first || strings.Count(got, "[Solution ") != 2 {
			t.Errorf("with %s workers the puzzles are\n%s\nwith 1\n%s", workers, got, first)
		}
	}
	solved := strings.Count(content(t, dir, "r.jsonl"), `{"schema":1,"puzzle":"`)
	called(t, 0, "--visits", "500", "--from", dir+"/r.jsonl", "--puzzles", dir+"/q.pdn", in)
	if got := content(t, dir, "q.pdn"); got != first {
		t.Errorf("by --from the puzzles are\n%s\nwant\n%s", got, first)
	}
	called(t, 0, "--visits", "500", "--results", dir+"/r.jsonl", "--puzzles", dir+"/p.pdn", in)
	if again := strings.Count(content(t, dir, "r.jsonl"), `{"schema":1,"puzzle":"`); again != solved || solved == 0 {
		t.Errorf("%d solutions in the file, %d after the same command again", solved, again)
	}
	called(t, 0, "--visits", "500", "--results", dir+"/bare.jsonl", in)
	if strings.Contains(content(t, dir, "bare.jsonl"), `"puzzle"`) {
		t.Error("without --puzzles something was solved")
	}
	called(t, 0, "--visits", "500", "--from", dir+"/bare.jsonl", "--puzzles", dir+"/q.pdn", in)
	if got := content(t, dir, "q.pdn"); got != first {
		t.Errorf("by --from, where nothing was solved, the puzzles are\n%s\nwant\n%s", got, first)
	}
}

// A position is solved once for all workers and the output, and what is kept in a
// file that is only read is not solved at all.
func TestSolvedOnce(t *testing.T) {
	p, err := rules.ParseFEN("W:W29,33,39,50:B1,7,17,19")
	if err != nil {
		t.Fatal(err)
	}
	kept, err := passingResults()
	if err != nil {
		t.Fatal(err)
	}
	defer kept.close()
	var mu sync.Mutex
	solvers := 0
	s := &solutions{results: kept, ctx: t.Context(), newSolver: func() *analysis.Solver {
		mu.Lock()
		defer mu.Unlock()
		solvers++
		return analysis.NetSolver(shipped.Net(), &endgame.Tables{}, 1<<18)
	}}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if z, err := s.newWorker()(p); err != nil || z == nil || len(z.Line) != 3 {
				t.Errorf("puzzle %+v, error %v, want one of three plies", z, err)
			}
		})
	}
	all.Wait()
	if solvers != 1 {
		t.Errorf("%d workers solved the position, want 1", solvers)
	}
	reading := &solutions{known: kept, ctx: t.Context()} // has no solver
	if z, err := reading.newWorker()(p); err != nil || z == nil {
		t.Errorf("puzzle %+v, error %v, want what is kept", z, err)
	}
}

// meeting is a second search that waits, the first time in each of four positions,
// until all four are searched.
type meeting struct {
	*alphabeta.Searcher
	met  *[4]atomic.Bool
	meet *sync.WaitGroup
}

func (m meeting) Search(g *rules.Game, l alphabeta.Limits) alphabeta.Result {
	if g.Ply() < len(m.met) && !m.met[g.Ply()].Swap(true) {
		m.meet.Done()
		m.meet.Wait()
	}
	return m.Searcher.Search(g, l)
}

// A collection of one game keeps all workers busy: its first four positions are
// searched only if all of them are searched at once.
func TestOneGameManyWorkers(t *testing.T) {
	n := shipped.Net()
	config := analysis.Config{Limits: analysis.Limits{Visits: 4, Nodes: 100}, Search: mcts.DefaultConfig()}
	var met [4]atomic.Bool
	var meet sync.WaitGroup
	meet.Add(len(met))
	b := newBatch(t, func() *analysis.Finder {
		second := alphabeta.NewSearcher(alphabeta.Config{Threads: 1}, n, nil, alphabeta.NewTable(1))
		return analysis.NewFinder(config, n.ID(), mcts.Uniform{}, &endgame.Tables{}, meeting{second, &met, &meet})
	}, io.Discard)
	var out bytes.Buffer
	if err := b.run(t.Context(), 4, games([]string{write(t, "in.pdn", "1. 32-28 19-24 2. 37-32 14-19 3. 41-37 *\n")}, nil), -1, &out); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "[%eval "); b.annotated != 1 || n != 5 {
		t.Errorf("%d games annotated, %d moves: want 1 and 5\n%s", b.annotated, n, &out)
	}
}
