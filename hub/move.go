package hub

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drafthorse/rules"
)

// MoveText writes m as "32-28", or as "28x19x23": from 28 to 19, capturing 23.
// Captured squares come in ascending order.
func MoveText(m rules.Move) string {
	if !m.IsCapture() {
		return fmt.Sprintf("%d-%d", m.From, m.To)
	}
	text := fmt.Sprintf("%dx%d", m.From, m.To)
	for s := range m.Captured.Squares() {
		text += "x" + s.String()
	}
	return text
}

// ParseMove reads the text of a legal move of p, as MoveText writes it, the
// captured squares in any order.
func ParseMove(p rules.Position, text string) (rules.Move, error) {
	m, err := splitMove(text)
	if err != nil {
		return m, err
	}
	if !slices.Contains(p.AppendMoves(nil), m) {
		return m, fmt.Errorf("%s is not legal in %s", text, p.FEN())
	}
	return m, nil
}

// splitMove reads the text of a move of any position.
func splitMove(text string) (rules.Move, error) {
	wrong := fmt.Errorf("%.40q is no move: want something like 32-28, or 28x19x23 with all captured squares behind the target", text)
	if from, to, ok := strings.Cut(text, "-"); ok {
		m := rules.Move{From: square(from), To: square(to)}
		if m.From == rules.NoSquare || m.To == rules.NoSquare {
			return rules.Move{}, wrong
		}
		return m, nil
	}
	var m rules.Move
	n := 0
	for part := range strings.SplitSeq(text, "x") {
		s := square(part)
		switch {
		case s == rules.NoSquare || m.Captured.Has(s):
			return rules.Move{}, wrong
		case n == 0:
			m.From = s
		case n == 1:
			m.To = s
		default:
			m.Captured |= s.Bit()
		}
		n++
	}
	if !m.IsCapture() {
		return rules.Move{}, wrong
	}
	return m, nil
}

// square reads a square's number of one or two digits; NoSquare if it is none.
func square(text string) rules.Square {
	n, err := strconv.ParseUint(text, 10, 8)
	if err != nil || len(text) > 2 || n > 50 {
		return rules.NoSquare
	}
	return rules.Square(n)
}

// texts writes moves with blanks between them.
func texts(moves []rules.Move) string {
	all := make([]string, len(moves))
	for i, m := range moves {
		all[i] = MoveText(m)
	}
	return strings.Join(all, " ")
}
