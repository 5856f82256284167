package match

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// TestBudgetNeverOversteps plays whole games by the clock of many controls, in
// which each move takes all it may and the lag, and compares with what the
// clock has.
func TestBudgetNeverOversteps(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	span := func(most time.Duration) time.Duration { // with many short ones
		return time.Duration(float64(most) * rng.Float64() * rng.Float64() * rng.Float64())
	}
	for range 20_000 {
		lag := span(50 * time.Millisecond)
		c := Control{Time: span(10 * time.Minute)}
		n := horizon // how many moves can be vouched for
		if rng.IntN(2) == 0 {
			c.Moves = 1 + rng.IntN(80)
			n = 3 * c.Moves
		}
		switch rng.IntN(3) {
		case 0:
			c.Increment = span(10 * time.Second)
		case 1: // more than the lag
			c.Increment = lag + 1 + span(time.Second)
			n = 300
		}
		if rng.IntN(4) == 0 {
			c.Move = 2*lag + span(time.Second)
		}
		need := horizon
		if c.Moves > 0 {
			need = c.Moves
		}
		c.Time += time.Duration(need) * lag
		side := timer{control: c}
		for move := range n {
			clock := side.next()
			soft, hard := clock.Budget(lag)
			if soft < 1 || soft > hard {
				t.Fatalf("%v, lag %v: %+v gives %v and %v: want 1 ns or more, soft first", c, lag, clock, soft, hard)
			}
			took := hard + lag
			if rng.IntN(3) == 0 { // or less
				took = soft
			}
			// A nanosecond for each move is what the least thinking takes.
			if err := side.spend(took, time.Duration(n)); err != nil {
				t.Fatalf("%v, lag %v, move %d: %+v gives %v: %v", c, lag, move, clock, hard, err)
			}
		}
	}
}

// TestBudgetIsSpent has a player that always thinks for the soft limit use up
// all its time by the last move of the control, but for the lags.
func TestBudgetIsSpent(t *testing.T) {
	for _, c := range []Control{
		{Time: time.Minute, Moves: 40},
		{Time: time.Second, Moves: 1},
		{Time: 5 * time.Second, Moves: 7, Increment: 100 * time.Millisecond},
	} {
		const lag = 3 * time.Millisecond
		side := timer{control: c}
		for range c.Moves {
			soft, _ := side.next().Budget(lag)
			if err := side.spend(soft, 0); err != nil {
				t.Fatal(err)
			}
		}
		if most := time.Duration(c.Moves)*lag + time.Microsecond; side.left > most {
			t.Errorf("%v: %v are left, want no more than %v", c, side.left, most)
		}
	}
}

// TestBudgetOfLongTimes plays by controls as long as there may be, and by clocks as
// long as can be.
func TestBudgetOfLongTimes(t *testing.T) {
	check := func(c Clock) {
		t.Helper()
		soft, hard := c.Budget(lag)
		n := time.Duration(c.Moves)
		if n == 0 {
			n = horizon
		}
		if soft < c.Left/n-lag-1 || soft < 1 || soft > hard || hard > c.Left {
			t.Errorf("%+v gives %v and %v: want no less than an even share and no more than what is left", c, soft, hard)
		}
	}
	for _, moves := range []int{0, 1, 2, 40, maxMoves} {
		for _, increment := range []time.Duration{0, 1, time.Hour, maxTime} {
			c := Control{Time: maxTime, Moves: moves, Increment: increment}
			if err := c.Validate(); err != nil {
				t.Fatal(err)
			}
			side := timer{control: c}
			for range 2 * maxMoves { // of which none takes any time
				check(side.next())
				side.spend(0, 0)
			}
		}
	}
	const most = 1e9 * time.Second
	for _, moves := range []int{0, 1, 1e6, math.MaxInt} {
		check(Clock{Left: 2 * most, Increment: most, Moves: moves})
		check(Clock{Left: 1, Increment: most, Moves: moves})
	}
}

// Figures computed by hand from the comment of Budget.
func TestBudget(t *testing.T) {
	for _, test := range []struct {
		clock           Clock
		lag, soft, hard time.Duration
	}{
		{Clock{}, ms, 0, 0},
		{Clock{Move: 20 * ms}, ms, 19 * ms, 19 * ms},
		{Clock{Move: 20 * ms}, 15 * ms, 10 * ms, 10 * ms},
		{Clock{Move: 1}, ms, 1, 1},
		{Clock{Left: 3030 * ms}, ms, 100 * ms, 400 * ms},
		{Clock{Left: 3030 * ms, Increment: 30 * ms}, ms, 129 * ms, 516 * ms},
		{Clock{Left: 3030 * ms, Move: 200 * ms}, 0, 101 * ms, 200 * ms},
		{Clock{Left: 1000 * ms, Moves: 1}, 10 * ms, 990 * ms, 990 * ms},
		{Clock{Left: 1000 * ms, Moves: 2}, 10 * ms, 490 * ms, 490 * ms},
		{Clock{Left: 1000 * ms, Moves: 10}, 10 * ms, 90 * ms, 360 * ms},
		{Clock{Left: 1}, ms, 1, 1},
		{Clock{Left: 29 * ms, Increment: 20 * ms}, ms, 1, 1},
	} {
		if soft, hard := test.clock.Budget(test.lag); soft != test.soft || hard != test.hard {
			t.Errorf("%+v with lag %v gives %v and %v: want %v and %v", test.clock, test.lag, soft, hard, test.soft, test.hard)
		}
	}
	if soft, hard := (Clock{Left: 3030 * ms}).budget(150 * ms); soft != 100*ms || hard != 150*ms {
		t.Errorf("with a limit of its own %v and %v, want 100ms and 150ms", soft, hard)
	}
}
