package match

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"drafthorse/rules"
)

func TestParseControl(t *testing.T) {
	for text, want := range map[string]Control{
		"60s":              {Time: time.Minute},
		"60s+0.6s":         {Time: time.Minute, Increment: 600 * time.Millisecond},
		"40/1m30s+1s":      {Time: 90 * time.Second, Moves: 40, Increment: time.Second},
		"1/2ms":            {Time: 2 * time.Millisecond, Moves: 1},
		"40/1m30s+500ms":   {Time: 90 * time.Second, Moves: 40, Increment: 500 * time.Millisecond},
		"1000/1000h+1000h": {Time: maxTime, Moves: maxMoves, Increment: maxTime},
	} {
		got, err := ParseControl(text)
		if err != nil || got != want {
			t.Errorf("%q is %+v, %v: want %+v", text, got, err, want)
		}
		if again, err := ParseControl(got.String()); err != nil || again != got {
			t.Errorf("%q is written %q, which is %+v, %v", text, got, again, err)
		}
	}
	for text, want := range map[string]string{
		"":           "as in 60s+0.6s",
		"60":         "missing unit",
		"60s+":       "as in 60s+0.6s",
		"0s":         "no time",
		"x/60s":      "as in 60s+0.6s",
		"0/60s":      "0 moves",
		"-40/60s":    "-40 moves",
		"-5s":        "the time is -5s",
		"5s+-1s":     "the increment is -1s",
		"1001h":      "the time is 1001h0m0s",
		"1001/5s":    "for 1001 moves",
		"40/60s+1s,": "as in 60s+0.6s",
	} {
		if c, err := ParseControl(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %+v, %v: want an error with %q", text, c, err, want)
		}
	}
	for _, c := range []Control{{Move: -1}, {Moves: 3}, {Increment: 3}, {Move: 1, Increment: 3}} {
		if c.Validate() == nil {
			t.Errorf("%+v is valid", c)
		}
	}
	if got := (Control{Time: time.Minute, Move: time.Second}).String(); got != "1m0s, 1s a move" {
		t.Errorf("a control of both is %q", got)
	}
}

// sundial is a clock that stands still but while a player thinks.
type sundial struct{ now time.Time }

// thinker plays the first legal move, for which it takes as long as its list
// says, the last for all that come later. It writes down what its clock shows.
type thinker struct {
	dial  *sundial
	takes []time.Duration
	seen  []Clock
	moves int
}

func (p *thinker) Choose(g *rules.Game, c Clock, _ *rand.Rand) (rules.Move, error) {
	p.seen = append(p.seen, c)
	p.dial.now = p.dial.now.Add(p.takes[min(p.moves, len(p.takes)-1)])
	p.moves++
	return g.Moves()[0], nil
}

// timed plays one pair of games between two thinkers and returns the first game.
func timed(t *testing.T, c Control, margin time.Duration, white, black []time.Duration) (Game, *thinker, *thinker) {
	t.Helper()
	dial := new(sundial)
	first, second := &thinker{dial: dial, takes: white}, &thinker{dial: dial, takes: black}
	m := Match{
		Config: Config{Games: 2, MaxPlies: 60, Seed: 1}, Control: c, Margin: margin, Workers: 1,
		Now:    func() time.Time { return dial.now },
		First:  func() (Player, error) { return first, nil },
		Second: func() (Player, error) { return second, nil },
	}
	var game Game
	_, err := m.Play(t.Context(), func(g Game, _ Score) error {
		game = g
		return ErrEnough
	})
	if err != nil {
		t.Fatal(err)
	}
	return game, first, second
}

const ms = time.Millisecond

// TestClockOfAGame compares what the players see with sums made by hand.
func TestClockOfAGame(t *testing.T) {
	lefts := func(p *thinker, n int) []time.Duration {
		var all []time.Duration
		for _, c := range p.seen[:n] {
			all = append(all, c.Left)
		}
		return all
	}
	g, white, black := timed(t, Control{Time: 1000 * ms, Increment: 10 * ms}, 0, []time.Duration{100 * ms, 200 * ms, 0, 5 * ms}, []time.Duration{0})
	if g.Fault != nil {
		t.Fatal(g.Fault)
	}
	if got, want := lefts(white, 5), []time.Duration{1010 * ms, 920 * ms, 730 * ms, 740 * ms, 745 * ms}; !slices.Equal(got, want) {
		t.Errorf("White's clock shows %v, want %v", got, want)
	}
	if got, want := lefts(black, 3), []time.Duration{1010 * ms, 1020 * ms, 1030 * ms}; !slices.Equal(got, want) {
		t.Errorf("Black's clock shows %v, want %v", got, want)
	}
	if got, want := g.Times[:7], []time.Duration{100 * ms, 0, 200 * ms, 0, 0, 0, 5 * ms}; !slices.Equal(got, want) || len(g.Times) != len(g.Moves) {
		t.Errorf("%d moves took %v ..., want %v", len(g.Moves), got, want)
	}

	_, white, _ = timed(t, Control{Time: 1000 * ms, Moves: 2, Move: 400 * ms}, 0, []time.Duration{300 * ms}, []time.Duration{0})
	if got, want := lefts(white, 5), []time.Duration{1000 * ms, 700 * ms, 1400 * ms, 1100 * ms, 1800 * ms}; !slices.Equal(got, want) {
		t.Errorf("with time for two moves the clock shows %v, want %v", got, want)
	}
	if got, want := white.seen[3], (Clock{Move: 400 * ms, Left: 1100 * ms, Moves: 1}); got != want {
		t.Errorf("the fourth clock is %+v, want %+v", got, want)
	}

	if got, want := black.seen[2], (Clock{Left: 1030 * ms, Increment: 10 * ms}); got != want {
		t.Errorf("Black's third clock is %+v, want %+v", got, want)
	}
	// What is overdrawn looks like next to nothing, and not like no limit.
	_, white, _ = timed(t, Control{Time: 100 * ms}, 50*ms, []time.Duration{120 * ms, 10 * ms, 0}, []time.Duration{0})
	if got, want := lefts(white, 4), []time.Duration{100 * ms, 1, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("the overdrawn clock shows %v, want %v", got, want)
	}

	_, white, _ = timed(t, Control{Move: 20 * ms}, 0, []time.Duration{20 * ms}, []time.Duration{0})
	if got, want := white.seen[7], (Clock{Move: 20 * ms}); got != want {
		t.Errorf("with time for a move the clock is %+v, want %+v", got, want)
	}
}

// TestOverstepping finds the move with which a player has taken more than its
// time and the margin. It loses, and that move is not played.
func TestOverstepping(t *testing.T) {
	for _, test := range []struct {
		name         string
		control      Control
		margin       time.Duration
		white, black []time.Duration
		plies        int // of the game, 60 without a fault
		fault        string
	}{
		{"in time to the last", Control{Move: 20 * ms}, 0, []time.Duration{20 * ms}, []time.Duration{20 * ms}, 60, ""},
		{"too long for a move", Control{Move: 20 * ms}, 0, []time.Duration{20 * ms}, []time.Duration{20 * ms, 20 * ms, 21 * ms}, 5, "out of time: it took 21ms for a move and had 20ms"},
		{"within the margin", Control{Move: 20 * ms}, 5 * ms, []time.Duration{25 * ms}, []time.Duration{0}, 60, ""},
		{"beyond the margin", Control{Move: 20 * ms}, 5 * ms, []time.Duration{25*ms + 1}, []time.Duration{0}, 0, "out of time: it took 25ms for a move and had 20ms"},
		{"all time used", Control{Time: 300 * ms}, 0, []time.Duration{100 * ms, 100 * ms, 100 * ms, 0}, []time.Duration{0}, 60, ""},
		{"one move too many", Control{Time: 300 * ms}, 0, []time.Duration{100 * ms}, []time.Duration{0}, 6, "out of time: it took 100ms for a move and had 0s left"},
		{"the margin is not given twice", Control{Time: 300 * ms}, 50 * ms, []time.Duration{100 * ms, 100 * ms, 100 * ms, 40 * ms}, []time.Duration{0}, 8, "out of time: it took 40ms for a move and had 0s left"},
		{"the increment is enough", Control{Time: 10 * ms, Increment: 10 * ms}, 0, []time.Duration{20 * ms, 10 * ms}, []time.Duration{0}, 60, ""},
		{"hanging", Control{Time: time.Hour}, time.Minute, []time.Duration{0}, []time.Duration{0, 2 * time.Hour}, 3, "out of time: it took 2h0m0s for a move and had 1h0m0s left"},
	} {
		g, _, _ := timed(t, test.control, test.margin, test.white, test.black)
		if len(g.Moves) != test.plies {
			t.Errorf("%s: %d plies, fault %v, want %d", test.name, len(g.Moves), g.Fault, test.plies)
		}
		switch {
		case test.fault == "" && g.Fault != nil:
			t.Errorf("%s: %v", test.name, g.Fault)
		case test.fault != "" && (g.Fault == nil || g.Fault.Error() != test.fault):
			t.Errorf("%s: fault %v, want %s", test.name, g.Fault, test.fault)
		case test.fault != "":
			if winner := rules.WonBy(rules.Color(test.plies % 2).Opponent()); g.Outcome != (rules.Outcome{Result: winner}) || len(g.Times) != test.plies+1 {
				t.Errorf("%s: %+v with %d times, want result %v and the time of the last move", test.name, g.Outcome, len(g.Times), winner)
			}
		}
	}
}

// A player that says itself that it has failed is believed.
func TestFaultOfAPlayerComesFirst(t *testing.T) {
	dead := errors.New("has died")
	m := Match{
		Config: Config{Games: 2, MaxPlies: 60, Seed: 1}, Control: Control{Move: time.Nanosecond}, Workers: 1, Now: time.Now,
		First: func() (Player, error) { return faultyPlayer{err: dead}, nil }, Second: reference(1),
	}
	m.Play(t.Context(), func(g Game, _ Score) error {
		if g.Number == 0 && !errors.Is(g.Fault, dead) {
			t.Errorf("fault %v, want %v", g.Fault, dead)
		}
		return nil
	})
}
