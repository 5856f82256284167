package match

import (
	"testing"
	"time"

	"drafthorse/mcts"
	"drafthorse/rules"
)

// A clock that goes on by a millisecond whenever it is looked at runs out after
// ten looks, which are 640 visits: a search looks
// after every 64.
func TestSearchByTime(t *testing.T) {
	p, err := rules.ParseFEN("W:W25,31,43,44,47:B8,9,19,26,29")
	if err != nil {
		t.Fatal(err)
	}
	var now time.Time
	looks := 0
	timed := NewSearcher(mcts.DefaultConfig(), mcts.Uniform{}, nil, 1e6)
	timed.Time = 10 * time.Millisecond
	timed.Now = func() time.Time {
		looks++
		now = now.Add(time.Millisecond)
		return now
	}
	timed.Choose(rules.NewGame(rules.Start()), Clock{}, nil)
	if got := timed.tree.Visits(); got != 640 || looks != 11 {
		t.Errorf("%d visits and %d looks at the clock, want 640 and 11", got, looks)
	}
	// What is proven is not searched on, however much time there is.
	timed.Time = time.Hour
	if m, _ := timed.Choose(rules.NewGame(p), Clock{}, nil); p.MoveText(m) != "44-39" || timed.tree.Proof().Points != 1 {
		t.Errorf("with an hour %s, proof %+v; want 44-39 and a win", p.MoveText(m), timed.tree.Proof())
	}
}

func TestSearchOnSeveralThreads(t *testing.T) {
	p, err := rules.ParseFEN("W:W25,31,43,44,47:B8,9,19,26,29")
	if err != nil {
		t.Fatal(err)
	}
	s := NewThreadedSearcher(mcts.DefaultConfig(), []mcts.Evaluator{mcts.Uniform{}, mcts.Uniform{}}, nil, 5000)
	for range 3 { // one walker's memory is used again
		if m, _ := s.Choose(rules.NewGame(p), Clock{}, nil); p.MoveText(m) != "44-39" || s.tree.Proof().Plies != 7 {
			t.Errorf("%s, proof %+v; want 44-39 and a win in 7 plies", p.MoveText(m), s.tree.Proof())
		}
	}
	g := rules.NewGame(rules.Start())
	s.Choose(g, Clock{}, nil)
	if got := s.tree.Visits(); got != 5000 {
		t.Errorf("%d visits, want 5000", got)
	}
}
