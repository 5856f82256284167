package pdn

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// reported are the kinds of fault that users of such programs have reported,
// each with several inputs. A game is shown as describe shows it, then what
// Replay makes of it and the problems.
var reported = []struct {
	kind, text string
	want       []string
}{
	{"ambiguous capture, routes", `[FEN "W:WK35:B11,23,29,30"] 1. 35x24x33x6 *
		[FEN "W:WK35:B11,23,29,30"] 1. 35x19x28x6 *  [FEN "W:WK35:B11,23,29,30"] 1. 35x33x6 *`, []string{
		`FEN=W:WK35:B11,23,29,30 | 35x24x33x6 * : 1 ply`,
		`FEN=W:WK35:B11,23,29,30 | 35x19x28x6 * : 1 ply`,
		`FEN=W:WK35:B11,23,29,30 | 35x33x6 * : 1 ply`}},
	{"ambiguous capture, short", `[FEN "W:WK35:B11,23,29,30"] 1. 35x6 *`, []string{
		`FEN=W:WK35:B11,23,29,30 | 35x6 * : 0 plies, game 1: ply 1: move "35x6": ambiguous: it may be 35x19x28x6 or 35x24x33x6`}},
	{"captured squares in any order", `[FEN "W:WK26:B14,17,23,42"] 1. 26x47x42x17x23 *  [FEN "W:WK26:B14,17,23,42"] 1. 26x47x17x23x42 *`, []string{
		`FEN=W:WK26:B14,17,23,42 | 26x47x42x17x23 * : 1 ply`,
		`FEN=W:WK26:B14,17,23,42 | 26x47x17x23x42 * : 1 ply`}},
	{"hyphens and colons for captures, no blank after numbers", "1.32-28 19-23 2.28-19\n14:23 3.37-32\n\n10-14 *", []string{
		`| 32-28 19-23 28-19 14x23 37-32 10-14 * : 6 plies`}},

	{"blank lines within a game", "[White \"A\"]\n[Result \"1-1\"]\n\n1. 32-28 19-23\n\n2. 28x19 14x23 1-1\n\n[White \"A\"]\n[Result \"1-1\"]\n\n1. 32-28 19-23\n\n2. 28x19 14x23 1-1\n", []string{
		`White=A Result=1-1 | 32-28 19-23 28x19 14x23 1-1 : 4 plies`,
		`White=A Result=1-1 | 32-28 19-23 28x19 14x23 1-1 : 4 plies`}},
	{"blank lines between tags", "[White \"A\"]\n\n[Black \"B\"]\n\n\n1. 32-28\n\n\n\n19-23\n*", []string{`White=A Black=B | 32-28 19-23 * : 2 plies`}},
	{"blank lines of blanks", "[White \"A\"]\r\n \t \r\n1. 32-28\r\n \r\n19-23 *", []string{`White=A | 32-28 19-23 * : 2 plies`}},

	{"byte order mark", "\ufeff[White \"A\"]\n1. 32-28 *\n\ufeff[White \"B\"]\n1. 32-28 *", []string{`White=A | 32-28 * : 1 ply`, `White=B | 32-28 * : 1 ply`}},
	{"CR only", "[White \"A\"]\r\r1. 32-28\r19-23 *\r\r[White \"B\"]\r1. 31-26 *", []string{`White=A | 32-28 19-23 * : 2 plies`, `White=B | 31-26 * : 1 ply`}},

	{"Result tag and ending disagree", `[Result "2-0"] 1. 32-28 18-23 0-2  [Result "2-0"] 1. 32-28 *  [Result "1-0"] 1. 32-28 2-0`, []string{
		`Result=2-0 | 32-28 18-23 0-2 : 2 plies; game 1: the game ends with 0-2 but its Result tag says 2-0: want the same; the tag counts`,
		`Result=2-0 | 32-28 * : 1 ply`,
		`Result=1-0 | 32-28 2-0 : 1 ply`}},
	{"result inside the text", `[Result "*"] 1. 32-28 { 1-1 was agreed } 18-23 1-1  1. 31-26 {2-0} 19-23 2. 33-29 1-10 *`, []string{
		`Result=* | 32-28 { 1-1 was agreed } 18-23 1-1 : 2 plies`,
		`| 31-26 {2-0} 19-23 33-29 1-10 * : 3 plies, game 2: ply 4: move "1-10": 10 is occupied by a black man`}},

	{"quotes and brackets in tags", `[Event "Cup \"A\" [final] (1. 32-28)"] [White "O'Neil; \\o/"] 1. 32-28 *`, []string{
		`Event=Cup "A" [final] (1. 32-28) White=O'Neil; \o/ | 32-28 * : 1 ply`}},
	{"markup in tags", `[Event "<b>x</b> &amp; {y} % $1"] [Site "C:\pdn\new"] [White "\'"] 1. 32-28 *`, []string{
		`Event=<b>x</b> &amp; {y} % $1 Site=C:\pdn\new White=\' | 32-28 * : 1 ply`}},

	{"missing terminator, separate lines", "[White \"A\"]\n1. 32-28 19-23\n[White \"C\"]\n1. 33-29 *", []string{
		`White=A | 32-28 19-23 * : 2 plies; game 1: the game has no terminator: want a result or * at its end`, `White=C | 33-29 * : 1 ply`}},
	{"missing terminator, one line", `[White "A"] [Result "0-2"] 1. 32-28 19-23 [White "C"] 1. 33-29 *`, []string{
		`White=A Result=0-2 | 32-28 19-23 0-2 : 2 plies; game 1: the game has no terminator: want a result or * at its end`, `White=C | 33-29 * : 1 ply`}},
	{"missing terminator, no tags", "1. 32-28 19-23\n1. 33-29 19-23", []string{
		`| 32-28 19-23 * : 2 plies; game 1: the game has no terminator: want a result or * at its end`,
		`| 33-29 19-23 * : 2 plies; game 2: the game has no terminator: want a result or * at its end`}},

	{"null and unknown moves", `1. 32-28 -- 2. 37-32 *  41. - - 42. - - 1-1  1. 33-28 18-22 *`, []string{
		`| 32-28 -- 37-32 * : 1 ply, game 1: ply 2: the move is not known ("--" stands in its place)`,
		`| - - - - 1-1 : 0 plies, game 2: ply 1: the move is not known ("-" stands in its place)`,
		`| 33-28 18-22 * : 2 plies`}},

	{"signs, nested variations", `1. 32-28 ! { plan (open } ( { rather } 33-28 ?! 18-22 ( 1... 18-23 { b } ) { a } ) 18-23 *`, []string{
		`| 32-28! { plan (open } ({ rather } 33-28?! 18-22 (18-23 { b }) { a }) 18-23 * : 2 plies`}},
	{"signs apart, first and last variations", `(1. 31-26 $1) 1. 32-28 $4 (? ) 18-23 ?? {} ( 19-23 !? ) *`, []string{
		`| (31-26 $1) 32-28 $4 ({?}) 18-23?? {} (19-23!?) * : 2 plies; game 1: "?" stands behind no move: want it right behind the move`}},

	{"other variants in one file", `[GameType "20"] 1. 32-28 *
[GameType "25,W,8,8,A0,0"] 1. c3-d4 *
[GameType "40,W,10,10,N2,0"] 1. 32-28 *
[Event ""] 1. 11-15 *
[GameType "20,W,10,10,N1,0"] 1. 32-28 *
[GameType "27"] 1. 45-39 *
[Event ""] 1. 45-39 28-34 2. 51-45 *`, []string{
		`GameType=20 | 32-28 * : 1 ply`,
		`GameType=25,W,8,8,A0,0 | c3-d4 * : 0 plies, game 2: this is Russian draughts (GameType 25): want international draughts (GameType 20)`,
		`GameType=40,W,10,10,N2,0 | 32-28 * : 0 plies, game 3: this is Frisian draughts (GameType 40): want international draughts (GameType 20)`,
		`Event= | 11-15 * : 0 plies, game 4: ply 1: move "11-15" is illegal: this looks like English draughts: want international draughts, or the right GameType`,
		`GameType=20,W,10,10,N1,0 | 32-28 * : 1 ply`,
		`GameType=27 | 45-39 * : 0 plies, game 6: this is Canadian draughts (GameType 27): want international draughts (GameType 20)`,
		`Event= | 45-39 28-34 51-45 * : 0 plies, game 7: ply 1: move "45-39" is illegal: this looks like Canadian draughts: want international draughts, or the right GameType`}},
}

func TestReportedFaults(t *testing.T) {
	for _, test := range reported {
		t.Run(test.kind, func(t *testing.T) {
			games := readAll(t, test.text)
			var got []string
			for _, g := range games {
				got = append(got, describe(g)+" : "+verdict(g))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("of %s\n got %s\nwant %s", test.text, strings.Join(got, "\n     "), strings.Join(test.want, "\n     "))
			}
			checkRoundTrip(t, games)
			checkCopies(t, games)
		})
	}
}

// verdict says what Replay makes of a game, and the problems.
func verdict(g *Game) string {
	plies, err := g.Replay()
	text := fmt.Sprintf("%d plies", len(plies))
	if len(plies) == 1 {
		text = "1 ply"
	}
	if err != nil {
		text += ", " + unplacedText(err)
	}
	for _, p := range g.Problems {
		text += "; " + unplacedText(p)
	}
	return text
}

// unplacedText returns an error's text without its file and line.
func unplacedText(err error) string {
	_, text, _ := strings.Cut(err.Error(), ": ")
	return text
}
