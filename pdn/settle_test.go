package pdn

import (
	"strings"
	"testing"
)

// TestSettle reads records that the rules must complete. The positions with two
// captures of the same origin and target were counted by hand and by another
// move generator.
func TestSettle(t *testing.T) {
	const two = `[FEN "W:WK35,50:B11,23,29,30,20"] ` // 35x24x33x6 leaves the man on 23, 35x19x28x6 that on 29
	tests := []struct {
		name, text string
		want       string   // as describe shows the game after Replay
		problems   []string // of the reading and of Replay
		fault      string   // what Replay's error says
	}{
		{"ambiguous and last", two + `1. 35x6 *`, `FEN=W:WK35,50:B11,23,29,30,20 | 35x6 *`, nil,
			`ply 1: move "35x6": ambiguous: it may be 35x19x28x6 or 35x24x33x6`},
		{"one reading goes on", two + `1. 35x6 29-33 *`, `FEN=W:WK35,50:B11,23,29,30,20 | 35x19x28x6 29-33 *`, []string{
			`ply 1: move "35x6" is ambiguous: read as 35x19x28x6, the only one of 2 captures after which the rest of the game is legal: want the whole route`}, ""},
		{"the other goes on", two + `1. 35x6 23-29 *`, `FEN=W:WK35,50:B11,23,29,30,20 | 35x24x33x6 23-29 *`, []string{
			`ply 1: move "35x6" is ambiguous: read as 35x24x33x6, the only one of 2 captures after which the rest of the game is legal: want the whole route`}, ""},
		{"both go on", two + `1. 35x6 20-25 *`, `FEN=W:WK35,50:B11,23,29,30,20 | 35x6 20-25 *`, nil,
			`ply 1: move "35x6": ambiguous: it may be 35x19x28x6 or 35x24x33x6`},
		{"none goes on", two + `1. 35x6 1-7 *`, `FEN=W:WK35,50:B11,23,29,30,20 | 35x6 1-7 *`, nil,
			`ply 1: move "35x6": ambiguous: it may be 35x19x28x6 or 35x24x33x6`},
		{"long", two + `1. 35x24x33x6 *`, `FEN=W:WK35,50:B11,23,29,30,20 | 35x24x33x6 *`, nil, ""},

		{"Dutch print", `1. 32-28 (19-23) 2. 28x19 (14x23!) 3. 37-32 (10-14? {oops}) *`,
			`| 32-28 19-23 28x19 14x23! 37-32 10-14? {oops} *`, []string{
				`ply 2: (19-23) is no variation: single moves in parentheses are read as part of the main line, which is legal in no other way: want no parentheses`}, ""},
		{"Dutch print from a position, Black first", `[FEN "B:W28,37,38:B12,18,19"] 1. ... 18-23 2. 37-32 (23-29) 3. 28-22 *`,
			`FEN=B:W28,37,38:B12,18,19 | 18-23 37-32 23-29 28-22 *`, []string{
				`ply 3: (23-29) is no variation: `}, ""},
		{"a variation that replaces", `1. 32-28 (31-26) 19-23 *`, `| 32-28 (31-26) 19-23 *`, nil, ""},
		{"a variation that follows", `1. 32-28 {%eval "x" 0.16} (19-23 28x19) 18-23 *`, `| 32-28 {%eval "x" 0.16} (19-23 28x19) 18-23 *`, nil, ""},
		{"one in parentheses at the end", `1. 32-28 (19-23) *`, `| 32-28 (19-23) *`, nil, ""},
		{"in parentheses and illegal", `1. 32-28 (19-24) 2. 50-1 *`, `| 32-28 (19-24) 50-1 *`, []string{`move numbers do not count the moves: 2.: want numbers that do not count single moves in parentheses`},
			`ply 2: move "50-1": Black is to move, but the piece on 50 is White's: want a legal move; the move in parentheses before it was read as a variation, and as part of the main line it does not help`},

		{"illegal variations", "1. 32-28 (31-26 1-50) 19-23 (20-25 (5-6)\n31-32) *", `| 32-28 (31-26 1-50) 19-23 (20-25 (5-6) 31-32) *`, []string{
			`in a variation, which is kept as found: move "1-50": `, `in a variation, which is kept as found: move "5-6": `, `in a variation, which is kept as found: move "31-32": `}, ""},

		{"side given twice", `[FEN "W:W:W31-50:B1-20"] 1. 32-28 *`, `FEN=W:W:W31-50:B1-20 | 32-28 *`, []string{
			`FEN W:W:W31-50:B1-20 gives the side to move twice: read as W:W31-50:B1-20: want side:W pieces:B pieces`}, ""},
		{"side given twice, Black first", `[FEN "B:B:B1-20:W31-50:H0:F1"] 1... 19-23 *`, `FEN=B:B:B1-20:W31-50:H0:F1 | 19-23 *`, []string{
			`FEN B:B:B1-20:W31-50:H0:F1 gives the side to move twice: read as B:B1-20:W31-50:H0:F1: want side:W pieces:B pieces`}, ""},
		{"White without a piece", `[FEN "B:W:B19"] 1... 19-23 *`, `FEN=B:W:B19 | 19-23 *`, nil, ""},
		{"ghosts", `[FEN "W:WG32,28:BP5,14"] *`, `FEN=W:WG32,28:BP5,14 | *`, nil, `it has ghost pieces (G and P), which are taken but not yet lifted`},

		{"English", `1. 11-15 23-19 *`, `| 11-15 23-19 *`, nil, `ply 1: move "11-15" is illegal: this looks like English draughts`},
		{"English as GameType 20", `[GameType "20"] 1. 11-15 23-19 *`, `GameType=20 | 11-15 23-19 *`, nil, `ply 1: move "11-15" is illegal: this looks like English draughts`},
		{"English, another opening", `1. 9-13 22-18 2. 6-9 *`, `| 9-13 22-18 6-9 *`, nil, `this looks like English draughts`},
		{"8x8, White first", `1. 22-18 11-15 *`, `| 22-18 11-15 *`, nil, `this looks like a game on 8x8 squares, such as Italian or Brazilian draughts`},
		{"Canadian", `1. 44-38 26-31 2. 51-44 *`, `| 44-38 26-31 51-44 *`, nil, `this looks like Canadian draughts`},
		{"10x10 but illegal", `1. 11-15 40-34 *`, `| 11-15 40-34 *`, nil, `perhaps this is another variant, whose GameType is missing`},
		{"Frisian", `1. 32-28 20-24 2. 31-26 24-29 3. 28x30 *`, `| 32-28 20-24 31-26 24-29 28x30 *`, nil,
			`ply 5: move "28x30" is illegal: this looks like Frisian draughts, where pieces also capture along rows and columns`},
		{"letters", `1. c3-d4 d6-c5 *`, `| c3-d4 d6-c5 *`, nil, `this is a game whose squares are named by letters, such as Russian draughts`},
		{"an excerpt", `31. 34-30 13-19 *`, `| 34-30 13-19 *`, nil, `want a game from its first move, or a FEN tag: the numbers begin at 31`},
		{"null move", `1. 32-28 -- 2. 37-32 *`, `| 32-28 -- 37-32 *`, nil, `ply 2: the move is not known ("--" stands in its place)`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := readAll(t, test.text)[0]
			for range 2 { // the second time nothing is left to settle
				_, err := g.Replay()
				if (err == nil) != (test.fault == "") || err != nil && !strings.Contains(err.Error(), test.fault) {
					t.Errorf("Replay of %s\n got error %v\nwant %s", test.text, err, test.fault)
				}
				if got := describe(g); got != test.want {
					t.Errorf("Replay makes of %s\n     %s\nwant %s", test.text, got, test.want)
				}
				if len(g.Problems) != len(test.problems) {
					t.Fatalf("%s has problems %v, want %q", test.text, g.Problems, test.problems)
				}
				for i, p := range g.Problems {
					if !strings.Contains(p.Error(), test.problems[i]) {
						t.Errorf("problem of %s: %v, want %s", test.text, p, test.problems[i])
					}
				}
			}
		})
	}
}

func TestNormalize(t *testing.T) {
	for text, want := range map[string]string{
		`1. 32-28 19-23 2. 28-19 14:23 *`:                       `| 32-28 19-23 28x19 14x23 *`,
		`1. 32-28! 19-23 (1. 19-23 2. 28-19 {x}) 2. 2819?! *`:   `| 32-28! 19-23 (19-23 28x19 {x}) 28x19?! *`,
		`[FEN "W:WK26:B14,17,23,42"] 26x47x42x17x23 *`:          `FEN=W:WK26:B14,17,23,42 | 26x12x29x47 *`,
		`[FEN "W:WK35:B11,23,29,30"] 35x30x24x29x33x11x6 *`:     `FEN=W:WK35:B11,23,29,30 | 35x30x24x29x33x11x6 *`,
		`[FEN "W:WK35:B11,23,29,30"] 35x6x11x29x30 *`:           `FEN=W:WK35:B11,23,29,30 | 35x24x33x6 *`,
		`[FEN "W:WK35:B11,23,29,30"] 35x33x6 (35x6x30x23x11) *`: `FEN=W:WK35:B11,23,29,30 | 35x24x33x6 (35x19x28x6) *`,
		`1. 32-28 19-23 2. 28-19 50-1 3. 37-32 *`:               `| 32-28 19-23 28x19 50-1 37-32 *`,
		`[GameType "40"] 1. 32-28 19-23 2. 28-19 *`:             `GameType=40 | 32-28 19-23 28-19 *`,
		`1. 32-28 19-23 /FEN "W:W28:B23"/ 28-19 *`:              `| 32-28 19-23 /W:W28:B23/ 28x19 *`,
	} {
		g := readAll(t, text)[0]
		_, replayed := readAll(t, text)[0].Replay()
		if err := g.Normalize(); (err == nil) != (replayed == nil) {
			t.Errorf("Normalize of %s: error %v, and of Replay %v", text, err, replayed)
		}
		if got := describe(g); got != want {
			t.Errorf("Normalize makes of %s\n     %s\nwant %s", text, got, want)
		}
	}
}
