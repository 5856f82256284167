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

// Questions yields the positions of a replayed game.
func Questions(plies []pdn.Ply) iter.Seq[Question] {
	return func(yield func(Question) bool) {
		var a Asker
		for ply := range plies {
			if !yield(a.Question(plies, ply)) {
				return
			}
		}
	}
}

// Asker makes questions of replayed games. It keeps the game of its last question,
// so a later position of the same game costs only the moves in between. Where a
// setup replaces a position, history begins again.
type Asker struct {
	plies []pdn.Ply
	game  *rules.Game
	at    int // index in plies of the game's position
}

// Question returns the position before the ply of that index. Its game is good
// until the next call.
func (a *Asker) Question(plies []pdn.Ply, ply int) Question {
	same := a.game != nil && len(plies) == len(a.plies) && &plies[0] == &a.plies[0]
	if !same || ply < a.at {
		*a = Asker{plies: plies, game: rules.NewGame(plies[0].Before)}
	}
	for {
		if plies[a.at].Set {
			a.game.Reset(plies[a.at].Before)
		}
		if a.at == ply {
			return Question{a.game, plies[ply].Move}
		}
		a.game.Push(plies[a.at].Move)
		a.at++
	}
}

// history returns a hash of the positions of g that can still repeat, each as
// often as it has stood, in any order; 0 if there are none. A man's move or a
// capture leaves none behind it.
func history(g *rules.Game) uint64 {
	var sum uint64
	for ply := max(0, g.Ply()-int(g.Draws().Quiet)); ply < g.Ply(); ply++ {
		p := g.PositionAt(ply)
		x := p.Hash() * 0x9e3779b97f4a7c15
		x ^= x >> 32
		sum += x * 0x9e3779b97f4a7c15
	}
	return sum
}
