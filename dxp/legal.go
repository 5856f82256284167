package dxp

import (
	"fmt"

	"drafthorse/rules"
)

// in returns the legal move of a game that m means: with the same origin, target
// and set of captured squares. A capture that names no captured square is the one
// with its origin and target, if there is only one.
func (m Move) in(g *rules.Game) (rules.Move, error) {
	fits := 0
	var legal rules.Move
	for _, l := range g.Moves() {
		if l.From != m.From || l.To != m.To {
			continue
		}
		if l.Captured == m.Captured {
			return l, nil
		}
		if m.Captured == 0 {
			legal = l
			fits++
		}
	}
	p := g.Position()
	switch {
	case fits == 1:
		return legal, nil
	case fits > 1:
		return rules.Move{}, fmt.Errorf("the peer's move %v in %s is one of %d captures: want the captured squares", m, p.FEN(), fits)
	}
	if err := p.Explain(m.String()); err != nil {
		return rules.Move{}, fmt.Errorf("the peer's move in %s is illegal: %w", p.FEN(), err)
	}
	return rules.Move{}, fmt.Errorf("the peer's move %v in %s is illegal: want all captured squares", m, p.FEN())
}
