package alphabeta

import (
	"testing"

	"drafthorse/parallel"
	"drafthorse/rules"
)

// All threads together find what one finds, for a win is a win.
func TestThreads(t *testing.T) {
	n, tables := lively(t), tables(t)
	p, err := rules.ParseFEN("W:W25,31,43,44,47:B8,9,19,26,29") // 44-39 wins
	if err != nil {
		t.Fatal(err)
	}
	s := NewSearcher(Config{Threads: 3}, n, tables, NewTable(1))
	r := s.Search(rules.NewGame(p), Limits{Depth: 12})
	if got := p.MoveText(r.Moves[0].Move); got != "44-39" {
		t.Errorf("%s with score %d, want 44-39", got, r.Moves[0].Score)
	}
}

// Searchers on several goroutines share a table, and each may forget.
func TestThreadsShareATable(t *testing.T) {
	n, tables := lively(t), tables(t)
	p, err := rules.ParseFEN("W:W25,31,43,44,47:B8,9,19,26,29") // 44-39 wins
	if err != nil {
		t.Fatal(err)
	}
	table := NewTable(1)
	parallel.Each(3, 3, func(int) {
		s := NewSearcher(Config{Threads: 2}, n, tables, table)
		for range 3 {
			r := s.Search(rules.NewGame(p), Limits{Depth: 12})
			if got := p.MoveText(r.Moves[0].Move); got != "44-39" {
				t.Errorf("%s with score %d, want 44-39", got, r.Moves[0].Score)
			}
			s.Forget()
		}
	})
}

// Searches that begin at once on one table are counted all.
func TestThreadsAgeATable(t *testing.T) {
	table := NewTable(1)
	parallel.Each(4, 4, func(int) {
		for range 10_000 {
			table.grow()
			table.Forget()
		}
	})
	if got := table.stamp(); got.era() != 40_000 {
		t.Errorf("era %d after 40000 times Forget", got.era())
	}
	table = NewTable(1)
	parallel.Each(4, 4, func(int) {
		for range 10_005 {
			table.grow()
		}
	})
	if got, want := table.stamp(), stamp(4*10_005%ages); got != want {
		t.Errorf("stamp %d after 40020 searches, want %d", got, want)
	}
}

// No thread looks deeper than the limit: after one ply the table is empty, for it
// holds no position that is valued as it is.
func TestThreadsKeepToTheDepth(t *testing.T) {
	for _, threads := range []int{1, 2, 3} {
		table := NewTable(1)
		NewSearcher(Config{Threads: threads}, lively(t), nil, table).Search(rules.NewGame(rules.Start()), Limits{Depth: 1})
		kept := 0
		for i := range table.slots {
			for k := range table.slots[i] {
				if table.slots[i][k].entry.Load() != 0 {
					kept++
				}
			}
		}
		if kept > 0 {
			t.Errorf("%d threads have searched %d positions a ply deeper than the limit", threads, kept)
		}
	}
}
