package match

import (
	"math/rand/v2"

	"drafthorse/rules"
)

// Reference is a fixed player, a yardstick: alpha-beta to a depth in plies. A
// position is worth, to its side, 100 for each man, 300 for each king and 1 for
// each row that a man has advanced, less the same for the other side. A
// position with a capture pending is never valued but searched on. Among equal
// best moves it chooses at random.
//
// It knows no draw rule and nothing else. It must not change: a score against
// depth 5 has to mean the same next year.
type Reference struct {
	Depth int // 1 to MaxReferenceDepth

	moves []rules.Move // a stack of the move lists of the line under search
	nodes int
}

// MaxReferenceDepth is the largest depth of a reference player that a game can be
// played with: some minutes a move.
const MaxReferenceDepth = 15

// lost is the worth of having no move, before the plies it took are added.
const lost = -1_000_000

// Choose implements [Player].
func (r *Reference) Choose(g *rules.Game, _ Clock, rng *rand.Rand) (rules.Move, error) {
	p := g.Position()
	moves := g.Moves()
	best := lost * 2
	var equal []rules.Move
	for _, m := range moves {
		// The window is open by one below the best, so that an equal move gets
		// its exact worth and not a bound.
		v := -r.search(p.Play(m), r.Depth-1, 1, lost*2, -(best - 1))
		if v > best {
			best, equal = v, equal[:0]
		}
		if v == best {
			equal = append(equal, m)
		}
	}
	return equal[rng.IntN(len(equal))], nil
}

// search returns the worth of p to its side to move, ply plies from the root,
// by fail-soft alpha-beta.
func (r *Reference) search(p rules.Position, depth, ply, alpha, beta int) int {
	r.nodes++
	base := len(r.moves)
	r.moves = p.AppendMoves(r.moves)
	end := len(r.moves)
	defer func() { r.moves = r.moves[:base] }()
	if end == base {
		return lost + ply
	}
	if depth <= 0 && !r.moves[base].IsCapture() {
		return worth(p)
	}
	best := lost * 2
	for i := base; i < end; i++ {
		v := -r.search(p.Play(r.moves[i]), depth-1, ply+1, -beta, -max(alpha, best))
		best = max(best, v)
		if best >= beta {
			break
		}
	}
	return best
}

// worth values a quiet position for its side to move.
func worth(p rules.Position) int {
	us, them := p.Turn(), p.Turn().Opponent()
	return sideWorth(p, us) - sideWorth(p, them)
}

func sideWorth(p rules.Position, c rules.Color) int {
	w := 100*p.Men(c).Count() + 300*p.Kings(c).Count()
	for s := range p.Men(c).Squares() {
		if c == rules.White {
			s = s.Turned()
		}
		w += int(s-1) / 5 // rows advanced from the own back rank
	}
	return w
}
