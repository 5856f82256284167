package analysis

import (
	"strings"
	"testing"

	"drafthorse/pdn"
	"drafthorse/rules"
)

// An asker leaps about in two games, one with a setup in its middle, and poses the
// questions that a replay from each game's start poses.
func TestAskerLeaps(t *testing.T) {
	const text = `1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 14-19 *

[FEN "W:WK50,K45,31:BK1,K2"] 1. 50-44 2-8 2. 44-50 8-2 /FEN "B:W40:BK3"/ 2... 3-9 3. 40-35 9-3 *
`
	var games [][]pdn.Ply
	for g := range pdn.NewReader(strings.NewReader(text), "two games").All() {
		plies, fault := g.Replay()
		if fault != nil {
			t.Fatal(fault)
		}
		games = append(games, plies)
	}
	by := Settings{}
	want := map[[2]int]Key{}
	for n, plies := range games {
		g := rules.NewGame(plies[0].Before)
		for i, ply := range plies {
			if g.Position() != ply.Before {
				g.Reset(ply.Before)
			}
			want[[2]int{n, i}] = by.Key(g, ply.Move)
			g.Push(ply.Move)
		}
	}
	if len(games) != 2 || len(want) != 15 {
		t.Fatalf("%d games, %d positions, want 2 and 15", len(games), len(want))
	}
	var a Asker
	for _, at := range [][2]int{{0, 0}, {0, 5}, {0, 5}, {1, 6}, {1, 2}, {1, 4}, {0, 7}, {0, 2}, {1, 3}, {1, 6}} {
		q := a.Question(games[at[0]], at[1])
		if got := by.Key(q.Game, q.Played); got != want[at] {
			t.Errorf("game %d, ply %d: %+v, want %+v", at[0], at[1], got, want[at])
		}
	}
}
