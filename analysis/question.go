package analysis

import (
	"iter"

	"drafthorse/pdn"
	"drafthorse/rules"
)

// Question is a position of a game and the move played in it: what a [Finder] is
// asked. The game belongs to whoever yields it.
type Question struct {
	Game   *rules.Game
	Played rules.Move
}

// Questions yields the positions of a replayed game. Where a setup has replaced a
// position, history begins anew.
func Questions(plies []pdn.Ply) iter.Seq[Question] {
	return func(yield func(Question) bool) {
		if len(plies) == 0 {
			return
		}
		g := rules.NewGame(plies[0].Before)
		for _, ply := range plies {
			if g.Position() != ply.Before {
				g.Reset(ply.Before)
			}
			if !yield(Question{g, ply.Move}) {
				return
			}
			g.Push(ply.Move)
		}
	}
}

// history returns a hash of the positions of g that can still repeat, each as
// often as it has stood, in any order; 0 if there are none. A man's move or a
// capture leaves none behind it.
func history(g *rules.Game) uint64 {
	quiet := min(int(g.Draws().Quiet), g.Ply())
	if quiet == 0 {
		return 0
	}
	p := g.Start()
	var sum uint64
	add := func(ply int) {
		if g.Ply()-ply <= quiet && ply < g.Ply() {
			x := p.Hash() * 0x9e3779b97f4a7c15
			x ^= x >> 32
			sum += x * 0x9e3779b97f4a7c15
		}
	}
	add(0)
	for i, m := range g.Played() {
		p = p.Play(m)
		add(i + 1)
	}
	return sum
}
