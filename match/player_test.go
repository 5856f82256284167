package match

import (
	"testing"
	"time"

	"drafthorse/alphabeta"
	"drafthorse/mcts"
	"drafthorse/net/shipped"
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
	s := NewThreadedSearcher(mcts.DefaultConfig(), 2, func() mcts.Evaluator { return mcts.Uniform{} }, nil, 5000)
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

// With a clock in place of a limit of its own a searcher has a millisecond less:
// here 10 of 11, and so 640 visits as above.
func TestSearchByTheClock(t *testing.T) {
	var now time.Time
	looks := 0
	tick := func() time.Time {
		looks++
		now = now.Add(time.Millisecond)
		return now
	}
	s := NewSearcher(mcts.DefaultConfig(), mcts.Uniform{}, nil, 1e6)
	s.Now = tick
	for _, test := range []struct {
		own    time.Duration
		clock  Clock
		visits int
	}{
		{0, Clock{Move: 11 * ms}, 640},
		{0, Clock{Move: 5 * time.Millisecond, Left: time.Hour}, 256},
		{0, Clock{Left: 330 * ms}, 640},
		{3 * ms, Clock{Left: time.Hour}, 192},
		{time.Hour, Clock{Move: 11 * ms}, 640},
		{0, Clock{Left: 1}, 64},
	} {
		s.Time = test.own
		s.Choose(rules.NewGame(rules.Start()), test.clock, nil)
		if got := s.tree.Visits(); got != test.visits {
			t.Errorf("%+v and %v: %d visits, want %d", test.clock, test.own, got, test.visits)
		}
	}

	// A forced move takes no look at the clock.
	forced := rules.NewGame(rules.Start())
	for _, text := range []string{"32-28", "19-23"} {
		m, err := forced.Position().ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		forced.Push(m)
	}
	ab := &AlphaBeta{Searcher: alphabeta.NewSearcher(alphabeta.Config{}, shipped.Net(), nil, alphabeta.NewTable(1)), Now: tick}
	for name, p := range map[string]Player{"tree search": s, "alpha-beta": ab} {
		looks = 0
		if m, err := p.Choose(forced, Clock{Left: time.Minute}, nil); err != nil || m.From != 28 || m.To != 19 || looks != 0 {
			t.Errorf("%s: %v, %v after %d looks at the clock: want 28x19 at once", name, m, err, looks)
		}
	}
	// Where every look takes a millisecond, an alpha-beta search that has used up
	// its share begins nothing new, and one in the middle of an iteration ends.
	for _, test := range []struct {
		clock       Clock
		least, most int // looks
	}{{Clock{Left: 330 * ms}, 10, 30}, {Clock{Move: 11 * ms}, 11, 12}} {
		looks = 0
		if _, err := ab.Choose(rules.NewGame(rules.Start()), test.clock, nil); err != nil || looks < test.least || looks > test.most {
			t.Errorf("alpha-beta looks at the clock %d times with %+v, %v: want %d to %d", looks, test.clock, err, test.least, test.most)
		}
	}
}
