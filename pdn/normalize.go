package pdn

import "drafthorse/rules"

// Normalize gives the moves of g their standard texts: 32-28, 28x19, and the
// whole route of a capture where two captures share origin and target. A line,
// main or variation, is normalised up to its first fault and stays as found
// behind it. The error is Replay's.
func (g *Game) Normalize() error {
	_, err := g.Replay()
	p, _, startErr := g.begin()
	if startErr != nil {
		return err
	}
	w := walker{
		visit: func(p rules.Position, m rules.Move, line []Element, i int) {
			move := line[i].(Move)
			if text := p.MoveText(m); text != move.Text {
				move.Text = text
				line[i] = move
			}
		},
		fault: func(int, error) {},
	}
	w.line(g.Movetext, p, g.Line)
	return err
}
