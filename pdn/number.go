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

// firstNumber returns the number of the game's first move, setups in its movetext
// aside.
func (g *Game) firstNumber() MoveNumber {
	return MoveNumber{max(g.FirstMove, 1), fenTurn(g.Tag("FEN"))}
}

// Numbers returns the number of each move of the main line, as the Writer writes it.
func (g *Game) Numbers() []MoveNumber {
	var numbers []MoveNumber
	n := g.firstNumber()
	for _, e := range g.Movetext {
		switch e := e.(type) {
		case Move:
			numbers = append(numbers, n)
			n = n.Next()
		case Setup:
			n = n.setUp(e, len(numbers) > 0)
		}
	}
	return numbers
}

// fenTurn returns the side that a FEN or Setup gives the move, White in doubt:
// move numbers alone depend on it.
func fenTurn(fen string) rules.Color {
	if strings.HasPrefix(strings.TrimSpace(fen), "B") {
		return rules.Black
	}
	return rules.White
}
