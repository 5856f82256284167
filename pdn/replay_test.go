package pdn

import (
	"errors"
	"strings"
	"testing"

	"drafthorse/rules"
)

func TestReplay(t *testing.T) {
	tests := []struct {
		name, text string
		want       string // the legal moves
		fault      string // how the error begins ... and ends; the reason is that of package rules
	}{
		{"main line only", "1. 32-28 {19-24} 19-23 (1... 20-25 2. 1-50) 2. 28x19 14x23 *", "32-28 19-23 28x19 14x23", ""},
		{"nothing", `[A "x"] *`, "", ""},
		{"long route and hyphen", "1. 33-29 20-24 2. 29-20 25x14x5 *", "33-29 20-24 29x20",
			`test.pdn:1: game 1: ply 4: move "25x14x5": `},
		{"illegal", "1. 32-28 19-23\n2. 28x19 14x24 3. 31-27 *", "32-28 19-23 28x19",
			`test.pdn:2: game 1: ply 4: move "14x24": `},
		{"unknown move", "1. 32-28 - *", "32-28", `test.pdn:1: game 1: ply 2: the move is not known ("-" stands in its place)`},
		{"English draughts without GameType", "1. 11-15 23-19 *", "",
			`test.pdn:1: game 1: ply 1: move "11-15" is illegal: this looks like English draughts: want international draughts, or the right GameType`},
		{"Black begins, 1. m", `[FEN "B:W28,33:B8,12,17"] 1. 17-22 2. 28x17 12x21 *`, "17-22 28x17 12x21", ""},
		{"Black begins, 1. ... m", `[FEN "B:W28,33:B8,12,17"] 1. ... 17-22 2. 28x17 12x21 *`, "17-22 28x17 12x21", ""},
		{"Black begins, 1... m", `[FEN "B:W28,33:B8,12,17"] 1... 17-22 2. 28x17 12x21 *`, "17-22 28x17 12x21", ""},
		{"FEN over two lines, full stop", "[FEN \"B:W28,3\n3:B8,12,17.\"] 1... 17-22 *", "17-22", ""},
		{"bad FEN", "\n[FEN \"W:W51:B1\"]\n1. 32-28 *", "", `test.pdn:2: game 1: FEN "W:W51:B1", column 4: `},
		{"null move", `1. 32-28 /FEN "W::"/ 31-26 /FEN "B::"/ 20-25 *`, "32-28 31-26 20-25", ""},
		{"setup", `1. 32-28 /FEN "B:W28:B12,17"/ 17-21 *`, "32-28 17-21", ""},
		{"bad setup", "1. 32-28\n/FEN \"x\"/ 17-21 *", "32-28", `test.pdn:1: game 1: ply 2: FEN "x", column 1: `},
		{"Frisian", `[GameType "40"] 1. 32-28 *`, "", `test.pdn:1: game 1: this is Frisian draughts (GameType 40): want international draughts (GameType 20)`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := readAll(t, test.text)[0]
			plies, err := g.Replay()
			var got []string
			for _, p := range plies {
				got = append(got, p.Before.MoveText(p.Move))
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("Replay of %q plays %q, want %q", test.text, got, test.want)
			}
			head, tail, _ := strings.Cut(test.fault, "...")
			if (err == nil) != (test.fault == "") ||
				err != nil && !(strings.HasPrefix(err.Error(), head) && strings.HasSuffix(err.Error(), tail)) {
				t.Errorf("Replay of %q\n got error %v\nwant error %s", test.text, err, test.fault)
			}
		})
	}
}

// A record may give the game to the wrong side. Draws by rule are a matter of claims.
func TestResultAgainstTheBoard(t *testing.T) {
	const over = "the game is over on the board: Black has no move left, but the record says "
	for text, want := range map[string]string{
		`[FEN "W:W46,47:B36"] 1. 46-41 2-0`:            "",
		`[FEN "W:W46,47:B36"] 1. 46-41 *`:              "",
		`[FEN "W:W46,47:B36"] 1. 46-41 0-0`:            "",
		`[FEN "W:W46,47:B36"] 1. 46-41 0-2`:            "game 1: ply 1: " + over + "0-2: want 2-0",
		`[FEN "W:W46,47:B36"] 1. 46-41 1-1`:            "game 1: ply 1: " + over + "1-1: want 2-0",
		`[Result "0-1"] [FEN "W:W46,47:B36"] 1. 46-41`: "game 1: ply 1: " + over + "0-2: want 2-0",
		`[FEN "W:W32:B28"] 1. 32x23 0-1`:               "game 1: ply 1: " + over + "0-2: want 2-0",
		`[FEN "B:W32:B28"] 1. 28x37 2-0`:               "game 1: ply 1: the game is over on the board: White has no move left, but the record says 2-0: want 0-2",
		`[FEN "W:WK46:BK3"] 1. 46-41 2-0`:              "",
		`[FEN "W:W46,47:B36"] 1. 46-41 1... 36x41 0-2`: "",
		"1. 32-28 19-23 0-2":                           "",
		`[FEN "W:W46,47:B36"] 0-2`:                     "",
	} {
		g := readAll(t, text)[0]
		g.Problems = nil
		g.Replay()
		g.Replay()
		got := ""
		for _, p := range g.Problems {
			got += unplacedText(p)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestReplayErrorCauses(t *testing.T) {
	_, err := readAll(t, "1. 32-27 1-2 *")[0].Replay()
	var e *Error
	var move *rules.MoveError
	if !errors.As(err, &e) || !errors.As(err, &move) || e.Ply != 2 || move.Text != "1-2" {
		t.Errorf("Replay of an illegal move gives %#v", err)
	}
	_, err = readAll(t, `[FEN "W:W1:B2"] *`)[0].Start()
	var fen *rules.FENError
	if !errors.As(err, &fen) {
		t.Errorf("Start of a man on its promotion row gives %#v", err)
	}
	_, err = readAll(t, `[GameType "25"] *`)[0].Replay()
	if !errors.Is(err, ErrVariant) {
		t.Errorf("Replay of Russian draughts gives %#v", err)
	}
}

// The GameTypes are those of the PDN 3.0 standard, lidraughts and PlayOK.
func TestVariant(t *testing.T) {
	for text, want := range map[string]string{
		`[A "x"] 1. 32-28 *`:                "",
		`[GameType "20"] *`:                 "",
		`[GameType "20,W,10,10,N2,0"] *`:    "",
		`[GameType "20,W,10,10,N1,0"] *`:    "",
		`[GameType " 20 "] *`:               "",
		`[GameType "99"] *`:                 "",
		`[GameType "?"] *`:                  "",
		`[GameType "21,B,8,8,N1,0"] *`:      "English draughts (GameType 21)",
		`[GameType "25"] *`:                 "Russian draughts (GameType 25)",
		`[GameType "27,W,12,12,N2,0"] *`:    "Canadian draughts (GameType 27)",
		`[GameType "40"] *`:                 "Frisian draughts (GameType 40)",
		`[GameType "96"] *`:                 "Breakthrough draughts (GameType 96)",
		`[GameType "97"] *`:                 "Frysk! (GameType 97)",
		`[GameType "98"] *`:                 "Antidraughts (GameType 98)",
		`[GameType "77"] *`:                 "an unknown game (GameType 77)",
		`1. c3-d4 *`:                        "a game whose squares are named by letters, such as Russian draughts",
		`[GameType "20"] 1. A3-B4 *`:        "a game whose squares are named by letters, such as Russian draughts",
		`[FEN "W:Wa3,c3:Bb8"] *`:            "a game whose squares are named by letters, such as Russian draughts",
		`[FEN "B:WK4,31:B1,K6:H3:F12"] *`:   "",
		`1. 32-28 {c3-d4} (c3-d4) 19-23 *`:  "",
		`[GameType "International"] 1. - *`: "",
	} {
		if got := readAll(t, text)[0].Variant(); got != want {
			t.Errorf("Variant of %s is %q, want %q", text, got, want)
		}
	}
}

func TestOutcome(t *testing.T) {
	for text, want := range map[string]rules.Result{
		`1. 32-28 2-0`:                    rules.WhiteWins,
		`1. 32-28 0-1`:                    rules.BlackWins,
		`1. 32-28 1/2-1/2`:                rules.Draw,
		`1. 32-28 0-0`:                    rules.Undecided,
		`1. 32-28 *`:                      rules.Undecided,
		`[Result " 0-1"] 1. 32-28 *`:      rules.BlackWins,
		`[Result "1-1"] 1. 32-28 2-0`:     rules.Draw,
		`[Result "?"] 1. 32-28 2-0`:       rules.WhiteWins,
		`[Result "4-6"] 1. 32-28 4-6`:     rules.Undecided,
		`[Result "*"] 1. 32-28 19-23 0-2`: rules.BlackWins,
	} {
		if got := readAll(t, text)[0].Outcome(); got != want {
			t.Errorf("Outcome of %s is %v, want %v", text, got, want)
		}
	}
}
