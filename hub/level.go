package hub

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"drafthorse/match"
)

// Level is what limits a search; the zero Level limits nothing.
type Level struct {
	Depth int    // plies; 0: no limit
	Nodes uint64 // 0: no limit

	Move      time.Duration // for this move; 0: no limit of its own
	Time      time.Duration // for this move and those to come; 0: no limit
	Increment time.Duration // that comes to Time before each move, this one too
	Moves     int           // for how many moves Time is; 0: for the rest of the game
}

// clock returns l's limits of time.
func (l Level) clock() match.Clock {
	c := match.Clock{Move: l.Move}
	if l.Time > 0 {
		c.Left, c.Increment, c.Moves = l.Time+l.Increment, l.Increment, l.Moves
	}
	return c
}

// under returns l with the limits of time that a match's clock sets.
func (l Level) under(c match.Clock) Level {
	if c.Move > 0 {
		l.Move = c.Move
	}
	if c.Left > 0 {
		l.Time, l.Increment, l.Moves = max(c.Left-c.Increment, leastTime), c.Increment, c.Moves
	}
	return l
}

// The shortest and the longest times and the most moves that a Level gets,
// whatever a line says: a clock may have run out. A [match.Control] has the same
// bounds, within which no sum of times overflows.
const (
	leastTime = time.Millisecond
	mostTime  = 1000 * time.Hour
	mostMoves = 1000
)

// add adds what a line says to l. Of a wrong argument the limit stays as it was, and
// the error says what is wrong with the first of them.
func (l *Level) add(line Line) error {
	var wrong error
	for _, a := range line.Arguments {
		next := *l
		var err error
		switch a.Name {
		case "depth":
			next.Depth, err = count(a)
		case "nodes":
			var n int
			n, err = count(a)
			next.Nodes = uint64(n)
		case "moves":
			next.Moves, err = moves(a)
		case "move-time":
			next.Move, err = seconds(a, leastTime)
		case "time":
			next.Time, err = seconds(a, leastTime)
		case "inc":
			next.Increment, err = seconds(a, 0)
		case "infinite":
			next = Level{}
		}
		if err == nil {
			*l = next
		}
		wrong = cmp.Or(wrong, err)
	}
	if wrong == nil && *l == (Level{Moves: l.Moves, Increment: l.Increment}) && *l != (Level{}) {
		wrong = errors.New("moves and inc limit nothing without a time: want one, as in time=60 inc=0.5")
	}
	return wrong
}

func count(a Argument) (int, error) {
	n, err := strconv.Atoi(a.Value)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%s is %.40q: want a number from 1 on", a.Name, a.Value)
	}
	return n, nil
}

// moves reads for how many moves a time is. Some programs write none as 0 or -1.
func moves(a Argument) (int, error) {
	n, err := strconv.Atoi(a.Value)
	if err != nil {
		return 0, fmt.Errorf("%s is %.40q: want a number", a.Name, a.Value)
	}
	return min(max(n, 0), mostMoves), nil
}

// seconds reads a time. Some programs write the decimal point as a comma.
func seconds(a Argument, least time.Duration) (time.Duration, error) {
	x, err := strconv.ParseFloat(strings.Replace(a.Value, ",", ".", 1), 64)
	if err != nil || math.IsNaN(x) {
		return 0, fmt.Errorf("%s is %.40q: want seconds, as in 0.5", a.Name, a.Value)
	}
	return time.Duration(min(max(x*float64(time.Second), float64(least)), float64(mostTime))), nil
}

// lines writes l in version 2.
func (l Level) lines() []Line {
	var all []Line
	level := Line{Command: "level"}
	inSeconds := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }
	if l.Depth > 0 {
		all = append(all, level.with("depth", strconv.Itoa(l.Depth)))
	}
	if l.Nodes > 0 {
		all = append(all, level.with("nodes", strconv.FormatUint(l.Nodes, 10)))
	}
	if l.Move > 0 {
		all = append(all, level.with("move-time", inSeconds(l.Move)))
	}
	if l.Time > 0 {
		game := level
		if l.Moves > 0 {
			game = game.with("moves", strconv.Itoa(l.Moves))
		}
		game = game.with("time", inSeconds(l.Time))
		if l.Increment > 0 {
			game = game.with("inc", inSeconds(l.Increment))
		}
		all = append(all, game)
	}
	if all == nil {
		all = append(all, Line{"level", []Argument{{Name: "infinite", Flag: true}}})
	}
	return all
}

// timed reports whether l has a limit of time.
func (l Level) timed() bool { return l.Move > 0 || l.Time > 0 }

// lag is by how much a move may come later than the search ends.
const lag = 5 * time.Millisecond

// most returns the longest that a search may take by l's clocks, if l is timed.
func (l Level) most() time.Duration {
	switch {
	case l.Time == 0:
		return l.Move
	case l.Move == 0:
		return l.Time + l.Increment
	}
	return min(l.Move, l.Time+l.Increment)
}
