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
	r := router{move: m, king: p.kings&bitOf[m.From] != 0, empty: p.Empty() | m.From.Bit()}
	r.visit = func(_, landing Square) { route = append(route, landing) }
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

// SeveralRoutes reports whether the legal move m of p can go by several routes, which
// take its victims in different orders. That a king may land on several squares
// of the same line makes no other route.
func (p Position) SeveralRoutes(m Move) bool {
	var order, first []Square
	r := router{move: m, king: p.kings&bitOf[m.From] != 0, empty: p.Empty() | m.From.Bit()}
	r.visit = func(victim, _ Square) { order = append(order, victim) }
	r.leave = func() { order = order[:len(order)-1] }
	r.found = func() bool {
		if first == nil {
			first = slices.Clone(order)
		}
		return !slices.Equal(order, first)
	}
	return m.IsCapture() && r.follow(m.From, m.Captured)
}

// router walks the routes of one capture, nearest landing squares first.
type router struct {
	move  Move
	king  bool
	empty Bitboard

	visit func(victim, landing Square)
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
			r.visit(victim, to)
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
	r := router{move: m, king: p.kings&bitOf[m.From] != 0, empty: p.Empty() | m.From.Bit()}
	r.visit = func(_, s Square) { landings = append(landings, s) }
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

// ParseMove reads the text of a legal move of p: "32-28", "28x19" (also with
// ':' or '×', or '-' for a capture), or a capture with some or all of its
// landing squares. It also reads the form of engine protocols, origin, target and
// then the captured squares in any order, as "26x47x17x23x42". The error is a
// [*MoveError].
func (p Position) ParseMove(text string) (Move, error) {
	squares, capture, reason := splitMove(text)
	if reason != "" {
		return Move{}, &MoveError{text, Unreadable, reason}
	}
	legal := p.AppendMoves(nil)
	from, to, via := squares[0], squares[len(squares)-1], squares[1:len(squares)-1]
	fits := slices.DeleteFunc(slices.Clone(legal), func(m Move) bool {
		if m.From != from || m.To != to || capture && !m.IsCapture() {
			return true
		}
		return len(via) > 0 && !p.passes(m, via)
	})
	if len(fits) == 0 && len(via) > 0 {
		fits = capturesNamed(legal, squares)
	}
	switch len(fits) {
	case 1:
		return fits[0], nil
	case 0:
		kind, reason := p.objection(text, squares, legal)
		return Move{}, &MoveError{text, kind, reason}
	}
	routes := make([]string, len(fits))
	for i, m := range fits {
		routes[i] = p.RouteText(m)
	}
	return Move{}, &MoveError{text, Ambiguous, "ambiguous: it may be " + strings.Join(routes, " or ")}
}

// capturesNamed returns the moves that the text means if it is in the form of
// engine protocols: origin, target, then the captured squares in any order.
func capturesNamed(legal []Move, squares []Square) []Move {
	var captured Bitboard
	for _, s := range squares[2:] {
		captured |= s.Bit()
	}
	i := slices.Index(legal, Move{squares[0], squares[1], captured})
	if i < 0 {
		return nil
	}
	return legal[i : i+1]
}

// hyphens are the hyphen and what people and programs write for it.
const hyphens = "-‐‑‒–−"

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
		case strings.ContainsRune(hyphens, r):
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
