package match

import (
	"math/rand/v2"
	"sync"
	"testing"

	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/rules"
)

var tables = sync.OnceValue(func() *endgame.Tables {
	t, err := endgame.Embedded()
	if err != nil {
		panic(err)
	}
	return t
})

// defender holds out as long as the endgame tables say one can, and plays for a
// draw by the rules of 16 and 5 moves where there is one.
type defender struct{}

func (defender) Choose(g *rules.Game, _ Clock, _ *rand.Rand) (rules.Move, error) {
	best, longest := rules.Move{}, -1
	for _, m := range append([]rules.Move(nil), g.Moves()...) {
		g.Push(m)
		p := g.Position()
		points, plies, _ := tables().Prove(&p, g.Draws())
		g.Pop()
		if points == 0 {
			plies = 1000
		}
		if plies > longest {
			best, longest = m, plies
		}
	}
	return best, nil
}

// TestWonEndingsAreWon gives a searcher with 200 visits and an evaluator that
// knows nothing a thousand won endings of four pieces against the best defence.
func TestWonEndingsAreWon(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	var positions []rules.Position
	classes := endgame.Classes(4)
	for _, c := range classes {
		n := 0
		for p := range c.All() {
			if v, _ := tables().Probe(&p); !v.Won() {
				continue
			}
			// Reservoir sampling of as many positions from each class.
			const each = 40
			if n++; n <= each {
				positions = append(positions, p)
			} else if i := rng.IntN(n); i < each {
				positions[len(positions)-each+i] = p
			}
		}
	}
	rng.Shuffle(len(positions), func(i, j int) { positions[i], positions[j] = positions[j], positions[i] })
	winner := NewSearcher(mcts.DefaultConfig(), mcts.Uniform{}, tables().Prove, 200)
	won, fit := 0, 0
	longest := 0
	for _, p := range positions[:1000] {
		if rng.IntN(2) == 1 {
			p = p.Turned()
		}
		g := rules.NewGame(p)
		v, _ := tables().Probe(&p)
		if points, _, _ := tables().Prove(&p, g.Draws()); points > 0 {
			fit++
		}
		players := [2]Player{winner, defender{}}
		for g.Outcome().Result == rules.Undecided {
			m, err := players[g.Ply()%2].Choose(g, Clock{}, rng)
			if err != nil {
				t.Fatal(err)
			}
			g.Push(m)
		}
		if g.Outcome().Result == rules.WonBy(p.Turn()) {
			won++
		} else {
			t.Errorf("%s, won in %d plies, ends with %v after %d", p.FEN(), v.Plies(), g.Outcome(), g.Ply())
		}
		if g.Ply() > v.Plies() {
			t.Errorf("%s, won in %d plies, takes %d", p.FEN(), v.Plies(), g.Ply())
		}
		longest = max(longest, g.Ply())
	}
	t.Logf("%d of 1000 won, of %d whose distance fits the limits; the longest took %d plies", won, fit, longest)
}
