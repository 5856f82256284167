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
	before := p
	for i, e := range line {
		switch e := e.(type) {
		case Move:
			place = e.Line
			m, err := parseMove(p, e.Text)
			if err != nil {
				return place, err
			}
			w.visit(p, m, line, i)
			before, p = p, p.Play(m)
		case Setup:
			next, err := setUp(p, e)
			if err != nil {
				return place, err
			}
			before, p = next, next
		case Variation:
			from := before
			if goesOn(e, before, p) {
				from = p
			}
			if at, err := w.line(e, from, place); err != nil {
				w.fault(at, err)
			}
		}
	}
	return place, nil
}

// goesOn reports whether a variation does not replace the last move but follows
// it, as where an engine's line stands in parentheses.
func goesOn(v Variation, before, p rules.Position) bool {
	i := slices.IndexFunc(v, isMoveElement)
	if i < 0 {
		return false
	}
	text := v[i].(Move).Text
	if _, err := parseMove(before, text); err == nil {
		return false
	}
	_, err := parseMove(p, text)
	return err == nil
}
