package pdn

import (
	"errors"
	"fmt"
	"slices"

	"drafthorse/rules"
)

// The bounds of what Replay tries.
const (
	maxTrials = 20_000 // moves played to settle ambiguous captures
	maxPrint  = 2_000  // plies of a game in Dutch print
)

// choose settles the ambiguous capture that is the element i of the main line,
// if all choices but one make what follows illegal. It returns err if it does
// not.
func (r *replay) choose(i int, err error) (rules.Move, error) {
	g := r.game
	move := g.Movetext[i].(Move)
	choices := choices(r.p, move.Text, err)
	var chosen []rules.Move
	for _, m := range choices {
		if r.completes(r.p.Play(m), i+1) {
			chosen = append(chosen, m)
		}
	}
	if len(chosen) != 1 || r.trials <= 0 {
		return rules.Move{}, err
	}
	route := r.p.RouteText(chosen[0])
	g.warn(move.Line, r.ply(), fmt.Sprintf("move %q is ambiguous: read as %s, the only one of %d captures after which the rest of the game is legal",
		move.Text, route, len(choices)), "the whole route")
	move.Text = route
	g.Movetext[i] = move
	return chosen[0], nil
}

// choices returns the captures that an ambiguous text of two squares may mean.
func choices(p rules.Position, text string, err error) []rules.Move {
	var e *rules.MoveError
	from, to, _, ok := twoSquares(text)
	if !errors.As(err, &e) || e.Kind != rules.Ambiguous || !ok {
		return nil
	}
	return slices.DeleteFunc(p.AppendMoves(nil), func(m rules.Move) bool { return m.From != from || m.To != to })
}

// completes reports whether the main line from its element i on is legal in p,
// its own ambiguous captures read in one way or another.
func (r *replay) completes(p rules.Position, i int) bool {
	for ; i < len(r.game.Movetext); i++ {
		switch e := r.game.Movetext[i].(type) {
		case Move:
			if r.trials--; r.trials <= 0 {
				return false
			}
			m, err := parseMove(p, e.Text)
			if err != nil {
				return slices.ContainsFunc(choices(p, e.Text, err), func(m rules.Move) bool {
					return r.completes(p.Play(m), i+1)
				})
			}
			p = p.Play(m)
		case Setup:
			var err error
			if p, _, err = setUp(p, e); err != nil {
				return false
			}
		}
	}
	return true
}

// openPrint takes a single move in parentheses before the element i into the
// main line, where that cannot be played without it, and returns its place; or
// -1. Behind the last move, it does so only in a game that has such moves.
//
// A book in Dutch prints Black's moves that way. What can replace the move
// before it stays a variation.
func (r *replay) openPrint(i int) int {
	g, at := r.game, r.single(i)
	if at < 0 || len(r.plies) == 0 || len(r.plies) >= maxPrint || i == len(g.Movetext) && !r.print {
		return -1
	}
	v := g.Movetext[at].(Variation)
	first := v.first()
	move := v[first].(Move)
	m, err := parseMove(r.p, move.Text)
	if err != nil {
		return -1
	}
	if _, err := parseMove(r.before, move.Text); err == nil {
		return -1
	}
	if i < len(g.Movetext) {
		next := g.Movetext[i].(Move).Text
		after := r.p.Play(m)
		if _, err := parseMove(after, next); err != nil && len(choices(after, next, err)) == 0 {
			return -1
		}
	}
	if !r.print {
		r.print = true
		g.Problems = slices.DeleteFunc(g.Problems, func(e *Error) bool { return e.Want == wantPrint })
		g.warn(move.Line, r.ply(), fmt.Sprintf("(%s) is no variation: single moves in parentheses are read as part of the main line, which is legal in no other way", move.Text),
			"no parentheses")
	}
	move.Back = 0
	v[first] = move
	g.Movetext = slices.Replace(g.Movetext, at, at+1, v...)
	return at
}

// single returns the place of the one variation that stands between the element
// i of the main line and the move before that, if it holds a single move; or -1.
func (r *replay) single(i int) int {
	at := -1
	for j := i - 1; j >= 0; j-- {
		switch e := r.game.Movetext[j].(type) {
		case Move:
			return at
		case Setup:
			return -1
		case Variation:
			if at >= 0 || !holdsOneMove(e) {
				return -1
			}
			at = j
		}
	}
	return -1
}

func holdsOneMove(v Variation) bool {
	moves := 0
	for _, e := range v {
		switch e.(type) {
		case Move:
			moves++
		case Variation, Setup:
			return false
		}
	}
	return moves == 1
}

func isMoveElement(e Element) bool {
	_, ok := e.(Move)
	return ok
}
