package mcts_test

import (
	"math/rand/v2"
	"testing"

	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/rules"
)

// fivePieces returns a game of five pieces, one more than the tables hold.
func fivePieces(rng *rand.Rand) *rules.Game {
	for {
		var sets [4]rules.Bitboard // White's men and kings, Black's
		for i, s := range rng.Perm(50)[:5] {
			sets[2*(i%2)+rng.IntN(2)] |= 1 << s
		}
		p, err := rules.NewPosition(rules.Pieces{
			WhiteMen: sets[0], WhiteKings: sets[1], BlackMen: sets[2], BlackKings: sets[3],
		}, rules.Color(rng.IntN(2)))
		if err != nil {
			continue
		}
		if g := rules.NewGame(p); g.Outcome().Result == rules.Undecided && len(g.Moves()) > 1 {
			return g
		}
	}
}

// The line of every move that is proven is legal and keeps what is proven: it
// ends where the tables, or the end of the game, say the same result in as many
// plies as are left.
func TestLinesOfProvenMovesAreTrue(t *testing.T) {
	tables, err := endgame.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 5))
	tree := mcts.NewTree(mcts.DefaultConfig(), mcts.Uniform{}, tables.Prove)
	var proven [3]int // lost, drawn, won
	longest, over := 0, 0
	for range 300 {
		g := fivePieces(rng)
		turn, start := g.Position().Turn(), g.Position().FEN()
		tree.Reset(g)
		tree.Search(1000)
		for _, c := range tree.AppendCandidates(nil) {
			line := tree.AppendLine(nil, c.Move, 1)
			if line[0] != c.Move {
				t.Fatalf("%s: the line of %v is %v", start, c.Move, line)
			}
			after := rules.NewGame(g.Position())
			for _, m := range line {
				if err := legal(after, m); err != "" {
					t.Fatalf("%s: line %v of %v: %s", start, line, c.Move, err)
				}
				after.Push(m)
			}
			if !c.Proof.Known {
				continue
			}
			proven[c.Proof.Points+1]++
			longest = max(longest, len(line))
			points, plies := 0, 0
			if o := after.Outcome(); o.Result != rules.Undecided {
				points = o.Result.For(turn)
				over++
			} else {
				p := after.Position()
				var known bool
				if points, plies, known = tables.Prove(&p, after.Draws()); !known {
					t.Errorf("%s: the line %v of %v, %+v, ends where nothing is known", start, line, c.Move, c.Proof)
				}
				if p.Turn() != turn {
					points = -points
				}
			}
			if points != int(c.Proof.Points) || points != 0 && len(line)+plies != int(c.Proof.Plies) {
				t.Errorf("%s: the line %v of %v ends with %d points, %d plies on; want %+v", start, line, c.Move, points, plies, c.Proof)
			}
		}
	}
	if min(proven[0], proven[1], proven[2]) < 50 || longest < 6 || over < 10 {
		t.Errorf("%v lines of lost, drawn and won moves, the longest of %d plies, %d to the end; want more", proven, longest, over)
	}
}

func legal(g *rules.Game, m rules.Move) string {
	if g.Outcome().Result != rules.Undecided {
		return "goes on after the end"
	}
	for _, l := range g.Moves() {
		if l == m {
			return ""
		}
	}
	return "has an illegal move"
}
