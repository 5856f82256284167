package pdn

import (
	"fmt"
	"slices"

	"drafthorse/rules"
)

// walker plays the lines of a game, variations within variations.
type walker struct {
	visit func(p rules.Position, m rules.Move, line []Element, i int) // a legal move, the element i of its line
	fault func(line int, err error)                                   // the first of a variation
}

// checkVariations plays the variations of the main line, up to its own first
// fault, and reports theirs. They stay as they are.
func (g *Game) checkVariations(p rules.Position) {
	if !slices.ContainsFunc(g.Movetext, func(e Element) bool { _, ok := e.(Variation); return ok }) {
		return
	}
	w := walker{
		visit: func(rules.Position, rules.Move, []Element, int) {},
		fault: func(line int, err error) {
			g.warn(line, 0, fmt.Sprintf("in a variation, which is kept as found: %v", err), "")
		},
	}
	w.line(g.Movetext, p, g.Line)
}

// line plays a line from p and the variations that stand in it. The depth is
// bounded by the Reader. It returns the error of the move it stops at, and that
// move's place in the file.
func (w *walker) line(line []Element, p rules.Position, place int) (int, error) {
	var past []rules.Position // before each move since the last setup
	for i, e := range line {
		switch e := e.(type) {
		case Move:
			place = e.Line
			m, err := parseMove(p, e.Text)
			if err != nil {
				return place, err
			}
			w.visit(p, m, line, i)
			past = append(past, p)
			p = p.Play(m)
		case Setup:
			next, _, err := setUp(p, e)
			if err != nil {
				return place, err
			}
			past, p = past[:0], next
		case Variation:
			if at, err := w.line(e, e.start(past, p), place); err != nil {
				w.fault(at, err)
			}
		}
	}
	return place, nil
}

// start returns the position that the variation begins with, where past are the
// positions before each move of its line and p is the one after them. Where its
// first move is legal there, it is the one that its number says. Else it replaces
// the move before it or follows that, as where an engine's line stands in
// parentheses: whichever is legal, and its Back says so from then on.
func (v Variation) start(past []rules.Position, p rules.Position) rules.Position {
	position := func(back int) rules.Position {
		if at := len(past) - 1 - back; at >= 0 && at < len(past) {
			return past[at]
		}
		return p
	}
	i := v.first()
	if i < 0 || len(past) == 0 {
		return position(0)
	}
	m := v[i].(Move)
	back := m.Back
	for _, m.Back = range []int{back, 0, -1} {
		at := position(m.Back)
		if _, err := parseMove(at, m.Text); err == nil {
			v[i] = m
			return at
		}
	}
	return position(back)
}
