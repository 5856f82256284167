package pdn

import (
	"fmt"
	"strings"

	"drafthorse/rules"
)

// MoveNumber is the number of a move and the side that makes it.
type MoveNumber struct {
	Number int
	Turn   rules.Color
}

// String returns the number as it stands before a move that something else than
// White's move goes before: "12." of White's, "12..." of Black's.
func (n MoveNumber) String() string {
	if n.Turn == rules.Black {
		return fmt.Sprintf("%d...", n.Number)
	}
	return fmt.Sprintf("%d.", n.Number)
}

// Next returns the number of the move behind n's.
func (n MoveNumber) Next() MoveNumber {
	if n.Turn == rules.Black {
		n.Number++
	}
	n.Turn = n.Turn.Opponent()
	return n
}

// ply returns how many plies there are before the move, from a first one of White's
// with the number 0.
func (n MoveNumber) ply() int { return 2*n.Number + int(n.Turn) }

// plies returns the number of the move that comes so many plies after n's.
func (n MoveNumber) plies(count int) MoveNumber {
	ply := n.ply() + count
	return MoveNumber{ply >> 1, rules.Color(ply & 1)}
}

// setUp returns the number of the move behind a setup, which would be n without it.
// A setup that gives the other side the move is half a move on, but before the first
// move: there it says who begins.
func (n MoveNumber) setUp(s Setup, moved bool) MoveNumber {
	switch turn := fenTurn(string(s)); {
	case turn == n.Turn:
	case moved:
		return n.Next()
	default:
		n.Turn = turn
	}
	return n
}

// counter numbers the moves of a line.
type counter struct {
	at     MoveNumber // of the next move
	before MoveNumber // of the last move, which a variation replaces
	moves  int        // since the line's last setup
	moved  bool       // there has been a move, so a setup may be half a move on
}

func newCounter(first MoveNumber) counter { return counter{at: first, before: first} }

func (c *counter) move() {
	c.before, c.at, c.moved = c.at, c.at.Next(), true
	c.moves++
}

func (c *counter) setUp(s Setup) {
	if c.at = c.at.setUp(s, c.moved); c.moved {
		c.before = c.at
	} else {
		c.before = c.before.setUp(s, false)
	}
	c.moves = 0
}

// count counts the moves and setups of a line.
func (c *counter) count(line []Element) {
	for _, e := range line {
		switch e := e.(type) {
		case Move:
			c.move()
		case Setup:
			c.setUp(e)
		}
	}
}

// variation returns the counter of a variation that stands here, with the Back of its
// first move. What stands before that move is numbered as if Back were 0, because a
// reader of it cannot know Back yet.
func (c *counter) variation(back int) counter {
	return counter{at: c.before.plies(-back), before: c.before}
}

// back returns the Back of a first move with that number, if there is one.
func (c *counter) back(first MoveNumber) (int, bool) {
	back := c.before.ply() - first.ply()
	return back, back == 0 || c.moves > 0 && back >= -1 && back < c.moves
}

// firstNumber returns the number of the game's first move, setups in its movetext
// aside.
func (g *Game) firstNumber() MoveNumber {
	return MoveNumber{max(g.FirstMove, 1), fenTurn(g.Tag("FEN"))}
}

// Numbers returns the number of each move of the main line, as the Writer writes it.
func (g *Game) Numbers() []MoveNumber {
	var numbers []MoveNumber
	c := newCounter(g.firstNumber())
	for _, e := range g.Movetext {
		switch e := e.(type) {
		case Move:
			numbers = append(numbers, c.at)
			c.move()
		case Setup:
			c.setUp(e)
		}
	}
	return numbers
}

// fenTurn returns the side that a FEN or Setup gives the move, White in doubt:
// move numbers alone depend on it.
func fenTurn(fen string) rules.Color {
	if strings.HasPrefix(strings.ToUpper(strings.TrimSpace(fen)), "B") {
		return rules.Black
	}
	return rules.White
}
