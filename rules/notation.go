package rules

import (
	"fmt"
	"slices"
	"strings"
)

// MoveText writes the legal move m of p as players do: "32-28", "28x19", and
// the whole route "26x17x28" where two captures share origin and target.
func (p Position) MoveText(m Move) string {
	if !m.IsCapture() {
		return fmt.Sprintf("%d-%d", m.From, m.To)
	}
	for _, other := range p.AppendMoves(nil) {
		if other.From == m.From && other.To == m.To && other != m {
			return p.RouteText(m)
		}
	}
	return fmt.Sprintf("%dx%d", m.From, m.To)
}

// RouteText writes the legal move m of p with every landing square. Where a
// king goes on along the same line, that is the square just behind the piece it
// took. Of several routes that are one move it writes the same one always.
func (p Position) RouteText(m Move) string {
	if !m.IsCapture() {
		return p.MoveText(m)
	}
	route := []Square{m.From}
	r := router{move: m, king: p.kings[p.turn].Has(m.From), empty: p.Empty() | m.From.Bit()}
	r.visit = func(landing Square) { route = append(route, landing) }
	r.leave = func() { route = route[:len(route)-1] }
	r.found = func() bool { return true }
	if !r.follow(m.From, m.Captured) {
		panic(fmt.Sprintf("BUG: %+v is no capture of %s", m, p.FEN()))
	}
	texts := make([]string, len(route))
	for i, s := range route {
		texts[i] = s.String()
	}
	return strings.Join(texts, "x")
}

// router walks the routes of one capture, nearest landing squares first.
type router struct {
	move  Move
	king  bool
	empty Bitboard

	visit func(landing Square)
	leave func()
	found func() bool // at the end of a route; true ends the walk
}

// follow continues a route from a square with the given victims left to take
// and reports whether found ended the walk.
func (r *router) follow(at Square, left Bitboard) bool {
	if left == 0 {
		return at == r.move.To && r.found()
	}
	for d := upLeft; d <= downRight; d++ {
		victim := next[d][at]
		for r.king && victim != NoSquare && r.empty.Has(victim) {
			victim = next[d][victim]
		}
		if victim == NoSquare || !left.Has(victim) {
			continue
		}
		for to := next[d][victim]; to != NoSquare && r.empty.Has(to); to = next[d][to] {
			r.visit(to)
			if r.follow(to, left&^victim.Bit()) {
				return true
			}
			r.leave()
			if !r.king {
				break
			}
		}
	}
	return false
}

// passes reports whether some route of the capture m lands on the squares of
// via in this order, perhaps with others between them.
func (p Position) passes(m Move, via []Square) bool {
	if len(via) >= m.Captured.Count() {
		return false
	}
	var landings []Square
	r := router{move: m, king: p.kings[p.turn].Has(m.From), empty: p.Empty() | m.From.Bit()}
	r.visit = func(s Square) { landings = append(landings, s) }
	r.leave = func() { landings = landings[:len(landings)-1] }
	r.found = func() bool {
		want := via
		for _, s := range landings[:len(landings)-1] {
			if len(want) > 0 && want[0] == s {
				want = want[1:]
			}
		}
		return len(want) == 0
	}
	return r.follow(m.From, m.Captured)
}

// MoveError says why a text is no move of a position.
type MoveError struct {
	Text   string
	Reason string
}

func (e *MoveError) Error() string { return fmt.Sprintf("move %q: %s", e.Text, e.Reason) }

// ParseMove reads the text of a legal move of p: "32-28", "28x19" (also with
// ':' or '×', or '-' for a capture), or a capture with some or all of its
// landing squares. The error is a [*MoveError]; it names both choices where the
// text fits several captures.
func (p Position) ParseMove(text string) (Move, error) {
	squares, capture, reason := splitMove(text)
	if reason != "" {
		return Move{}, &MoveError{text, reason}
	}
	legal := p.AppendMoves(nil)
	from, to, via := squares[0], squares[len(squares)-1], squares[1:len(squares)-1]
	fits := slices.DeleteFunc(slices.Clone(legal), func(m Move) bool {
		if m.From != from || m.To != to || capture && !m.IsCapture() {
			return true
		}
		return len(via) > 0 && !p.passes(m, via)
	})
	switch {
	case len(fits) == 1:
		return fits[0], nil
	case len(fits) > 1:
		routes := make([]string, len(fits))
		for i, m := range fits {
			routes[i] = p.RouteText(m)
		}
		return Move{}, &MoveError{text, "ambiguous: it may be " + strings.Join(routes, " or ")}
	}
	return Move{}, &MoveError{text, p.objection(from, legal)}
}

// objection says what keeps a piece on from from making a move that is not
// among the legal ones.
func (p Position) objection(from Square, legal []Move) string {
	switch {
	case len(legal) == 0:
		return fmt.Sprintf("%s has no move: the game is over", p.turn)
	case p.Empty().Has(from):
		return fmt.Sprintf("there is no piece on %d", from)
	case !p.Side(p.turn).Has(from):
		return fmt.Sprintf("the piece on %d is not %s's, who is to move", from, p.turn)
	case legal[0].IsCapture():
		return fmt.Sprintf("not legal: %s must take %d, as in %s", p.turn, legal[0].Captured.Count(), p.RouteText(legal[0]))
	}
	return fmt.Sprintf("not legal: the piece on %d does not move like that here", from)
}

// splitMove takes a move's text apart into its squares. capture is true where
// the text says so by its separator.
func splitMove(text string) (squares []Square, capture bool, reason string) {
	number, digits := 0, 0
	flush := func() bool {
		if digits == 0 || digits > 2 || number < 1 || number > 50 {
			return false
		}
		squares = append(squares, Square(number))
		number, digits = 0, 0
		return true
	}
	for _, r := range text {
		switch {
		case r >= '0' && r <= '9':
			number = number*10 + int(r-'0')
			if digits++; digits > 2 {
				return nil, false, "a square has more than two digits: want 1 to 50"
			}
			continue
		case strings.ContainsRune("xX:×", r):
			capture = true
		case strings.ContainsRune("-‐‑–−", r):
		default:
			return nil, false, fmt.Sprintf("%q is no part of a move: want something like 32-28 or 28x19", r)
		}
		if !flush() {
			return nil, false, "a square is missing or not one of 1 to 50"
		}
	}
	if !flush() {
		return nil, false, "a square is missing or not one of 1 to 50"
	}
	if len(squares) < 2 {
		return nil, false, "one square only: want something like 32-28 or 28x19"
	}
	return squares, capture, ""
}
