package match

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Control says how much time each side has in a game. The zero Control sets no
// limit.
type Control struct {
	Move      time.Duration // for each move; 0: no limit of its own
	Time      time.Duration // for the game, or for so many Moves; 0: no limit
	Moves     int           // after as many moves Time is added; 0: never
	Increment time.Duration // added for each move, before it is made
}

// The most of a control: beyond it a sum of times might overflow.
const (
	maxTime  = 1000 * time.Hour
	maxMoves = 1000
)

// Validate refuses a control that cannot be.
func (c Control) Validate() error {
	for _, t := range []struct {
		name string
		time time.Duration
	}{{"the time for a move", c.Move}, {"the time", c.Time}, {"the increment", c.Increment}} {
		if t.time < 0 || t.time > maxTime {
			return fmt.Errorf("%s is %v: want 0s to %v", t.name, t.time, maxTime)
		}
	}
	switch {
	case c.Moves < 0 || c.Moves > maxMoves:
		return fmt.Errorf("the time is for %d moves: want 0 to %d", c.Moves, maxMoves)
	case c.Time == 0 && (c.Moves > 0 || c.Increment > 0):
		return errors.New("moves and an increment go with a time, as in 60s+0.6s")
	}
	return nil
}

// ParseControl reads a control of a whole game as in "60s", "60s+0.6s" or
// "40/60s+0.6s": the moves, if the time is for so many, the time and the
// increment.
func ParseControl(text string) (Control, error) {
	var c Control
	var err error
	times := text
	if moves, rest, ok := strings.Cut(text, "/"); ok {
		if c.Moves, err = strconv.Atoi(moves); err == nil && c.Moves < 1 {
			err = fmt.Errorf("%d moves", c.Moves)
		}
		times = rest
	}
	base, increment, more := strings.Cut(times, "+")
	if err == nil {
		c.Time, err = time.ParseDuration(base)
	}
	if err == nil && more {
		c.Increment, err = time.ParseDuration(increment)
	}
	if err == nil && c.Time == 0 {
		err = errors.New("no time")
	}
	if err != nil {
		return Control{}, fmt.Errorf("%q: %w: want a time and what is added for each move, as in 60s+0.6s or 40/60s+0.6s", text, err)
	}
	return c, c.Validate()
}

// String writes c as in "40/1m0s+600ms, 5s a move"; no limit is "none".
func (c Control) String() string {
	var parts []string
	if c.Time > 0 {
		text := c.Time.String()
		if c.Moves > 0 {
			text = fmt.Sprintf("%d/%s", c.Moves, text)
		}
		if c.Increment > 0 {
			text += "+" + c.Increment.String()
		}
		parts = append(parts, text)
	}
	if c.Move > 0 {
		parts = append(parts, c.Move.String()+" a move")
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// timer is a side's clock in a game.
type timer struct {
	control Control
	left    time.Duration // of Time; below 0 within the margin
	moves   int           // still to be made with it, if the control counts them
	running bool          // it has been looked at
}

// next credits what comes with the next move and returns what its player sees.
func (t *timer) next() Clock {
	c := t.control
	if c.Time == 0 {
		return Clock{Move: c.Move}
	}
	if !t.running || c.Moves > 0 && t.moves == 0 {
		t.left += c.Time
		t.moves = c.Moves
		t.running = true
	}
	t.left += c.Increment
	// What is overdrawn within the margin must not look like no limit.
	return Clock{Move: c.Move, Left: max(t.left, 1), Moves: t.moves, Increment: c.Increment}
}

// spend takes what a move took from the clock. It returns an error if the player
// has overstepped its time by more than the margin.
func (t *timer) spend(took, margin time.Duration) error {
	c := t.control
	if c.Move > 0 && took > c.Move+margin {
		return fmt.Errorf("out of time: it took %v for a move and had %v", took.Round(time.Microsecond), c.Move)
	}
	if c.Time == 0 {
		return nil
	}
	had := t.left
	t.left -= took
	if c.Moves > 0 {
		t.moves--
	}
	if t.left < -margin {
		return fmt.Errorf("out of time: it took %v for a move and had %v left", took.Round(time.Microsecond), max(had, 0).Round(time.Microsecond))
	}
	return nil
}
