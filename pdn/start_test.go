package pdn

import (
	"strings"
	"testing"

	"drafthorse/rules"
)

// The FENs of records as people and programs write them, read or refused for what
// is wrong in them.
func TestStart(t *testing.T) {
	start := rules.Start().FEN()
	for text, want := range map[string]string{
		"w:w31-50:b1-20":         start,
		"b:w31-50:b1-20":         "B" + start[1:],
		"W:W31 32 33:B1 2":       `W:W31,32,33:B1,2; FEN W:W31 32 33:B1 2 has blanks between its squares: read as W:W31,32,33:B1,2: want side:W pieces:B pieces`,
		"W:W31, 32, 33 : B 1, 2": "W:W31,32,33:B1,2",
		"W:WK6 K7:BK1 2":         `W:WK6,K7:B2,K1; FEN W:WK6 K7:BK1 2 has blanks between its squares: read as W:WK6,K7:B2,K1: want side:W pieces:B pieces`,
		"W:W031:B01":             "W:W31:B1",
		"W:W31–35:B1–5":          "W:W31,32,33,34,35:B1,2,3,4,5",
		"W:W31,3\n2:B1,2":        "W:W31,32:B1,2",
		"W:W31,32:B1,1\n2":       "W:W31,32:B1,12",
		"W:W31,32:B8,1\n2":       `W:W31,32:B8,12; FEN W:W31,32:B8,1 2 has a blank between digits: read as W:W31,32:B8,12: want side:W pieces:B pieces`,
		"W:W:W31-50:B1-20":       start + "; FEN W:W:W31-50:B1-20 gives the side to move twice: read as W:W31-50:B1-20: want side:W pieces:B pieces",
		"w : w : b1-20 : w31-50": start + "; FEN w : w : b1-20 : w31-50 gives the side to move twice: read as w:b1-20:w31-50: want side:W pieces:B pieces",
		"W:W31 32 53:B1 2":       `FEN "W:W31 32 53:B1 2", column 10: there is no square 53: want 1 to 50`,
		"W:W3\n1,51:B1":          `FEN "W:W31,51:B1", column 7: there is no square 51: want 1 to 50`,
		"x:W51:B1":               `FEN "x:W51:B1", column 1: the side to move is 'x': want W or B; column 4: there is no square 51: want 1 to 50`,
		"W:Wc3,e3:Bd6":           "this is a game whose squares are named by letters, such as Russian draughts: want international draughts (GameType 20)",
		"w:wc3,e3:bd6":           "this is a game whose squares are named by letters, such as Russian draughts: want international draughts (GameType 20)",
		"b:bb4:wa1":              "this is a game whose squares are named by letters, such as Russian draughts: want international draughts (GameType 20)",
		"W:WG31,33:B1 2":         `FEN "W:WG31,33:B1 2", column 4: 'G' stands where a square is due; it has ghost pieces (G and P), which are taken but not yet lifted: it stands in the middle of a capture, want a position between two moves`,
	} {
		games := readAll(t, `[FEN "`+text+`"] *`)
		_, err := games[0].Replay()
		got := ""
		if err != nil {
			_, got, _ = strings.Cut(unplacedText(err), ": ")
		} else if p, err := games[0].Start(); err != nil {
			t.Errorf("%q: Replay gives no error, Start %v", text, err)
		} else {
			got = p.FEN()
		}
		for _, p := range games[0].Problems {
			_, problem, _ := strings.Cut(unplacedText(p), ": ")
			got += "; " + problem
		}
		if got != want {
			t.Errorf("%q is read as\n%s, want\n%s", text, got, want)
		}
		checkRoundTrip(t, games)
	}
}

// A setup in the movetext is read as the FEN tag is.
func TestSetupForms(t *testing.T) {
	g := readAll(t, `1. 32-28 /FEN "b::"/ 1... 19-23 /FEN "b:w28 29:b12 17"/ 17-21 /FEN "w::"/ 28-22 *`)[0]
	plies, err := g.Replay()
	if err != nil || len(plies) != 4 || plies[2].Before.FEN() != "B:W28,29:B12,17" {
		t.Errorf("%d plies, error %v", len(plies), err)
	}
	const want = "game 1: ply 3: FEN b:w28 29:b12 17 has blanks between its squares: read as B:W28,29:B12,17: want side:W pieces:B pieces"
	if len(g.Problems) != 1 || unplacedText(g.Problems[0]) != want {
		t.Errorf("problems %v, want %s", g.Problems, want)
	}
	if got := g.Numbers()[2].String(); got != "2..." {
		t.Errorf("the move after the setup has number %s", got)
	}
}
