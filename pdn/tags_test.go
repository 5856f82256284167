package pdn

import (
	"slices"
	"strings"
	"testing"
)

// tagForms are games whose tags are spelled in ways that people and programs have,
// and what they mean.
var tagForms = []struct {
	name, text string
	want       []string // as describe shows the games, with the verdict where it is not "0 plies"
}{
	{"capitals: the variant", `[gametype "26"] 1. 32-28 *  [GAMETYPE "20"] 1. 32-28 *`, []string{
		`gametype=26 | 32-28 * : 0 plies, game 1: this is Brazilian draughts (GameType 26): want international draughts (GameType 20)`,
		`GAMETYPE=20 | 32-28 * : 1 ply`}},
	{"capitals: the start", `[fen "W:W28:B23"] 1. 28x19 *`, []string{`fen=W:W28:B23 | 28x19 * : 1 ply`}},
	{"capitals: the result", `[result "2-0"] 1. 32-28
		[Event "y"]`, []string{
		`result=2-0 | 32-28 2-0 : 1 ply; game 1: the game has no terminator: want a result or * at its end`, `Event=y | * : 0 plies`}},
	{"capitals: the club's score", `[RESULT "4-6"] 1. 32-28 4-6`, []string{`RESULT=4-6 | 32-28 4-6 : 1 ply`}},
	{"capitals: a contradiction", `[result "2-0"] 1. 32-28 0-2`, []string{
		`result=2-0 | 32-28 0-2 : 1 ply; game 1: the game ends with 0-2 but its Result tag says 2-0: want the same; the tag counts`}},
	{"capitals: tags only", "[event \"x\"]\n[white \"a\"]\n[event \"y\"]\n\n[WHITE \"b\"]\n\n[White \"c\"]\n", []string{
		`event=x white=a | * : 0 plies`, `event=y WHITE=b | * : 0 plies`, `White=c | * : 0 plies`}},
	{"capitals: given again", `[white "a"] [White "b"] 1. 32-28 *`, []string{
		`white=a White=b | 32-28 * : 1 ply; game 1: tag White is given again: want each tag once; the first counts`}},
	{"capitals: FILENAME below a game", "[white \"a\"]\n1. 32-28 *\n[filename \"f\"]\n\n[white \"b\"] *", []string{
		`white=a filename=f | 32-28 * : 1 ply`, `white=b | * : 0 plies`}},
	{"capitals: after an open comment", "1. 32-28 {a\n[event \"y\"]\n1. 31-26 {b\n\n[white \"z\"]\n1. 31-27 *", []string{
		`| 32-28 {a} * : 1 ply; game 1: comment is not closed before the next game: want a }; game 1: the game has no terminator: want a result or * at its end`,
		`event=y | 31-26 {b} * : 1 ply; game 2: comment is not closed before the next game: want a }; game 2: the game has no terminator: want a result or * at its end`,
		`white=z | 31-27 * : 1 ply`}},

	{"names: entities, digits and signs, first in a game", `[&#x00c9;v&#x00e9;nement "Finale"] [White "a"] 1. 32-28 *
		[1st-Round "x"] 1. 31-26 * [№ "3"] * [-1 "y"] [_z "u"] *`, []string{
		`&#x00c9;v&#x00e9;nement=Finale White=a | 32-28 * : 1 ply`, `1st-Round=x | 31-26 * : 1 ply`, `№=3 | * : 0 plies`, `-1=y _z=u | * : 0 plies`}},
	{"names: digits, after a game without an end", "1. 32-28 19-23\n[1st-Round \"x\"]\n[White \"a\"]\n1. 31-26 *", []string{
		`| 32-28 19-23 * : 2 plies; game 1: the game has no terminator: want a result or * at its end`, `1st-Round=x White=a | 31-26 * : 1 ply`}},
	{"names: remarks among the moves", `1. 32-28 [2 "minutes"] 19-23 [%clk "1:00"] 2. 28x19 ["no name"] 14x23 *`, []string{
		`| 32-28 {[2 "minutes"]} 19-23 {[%clk "1:00"]} 28x19 {["no name"]} 14x23 * : 4 plies; ` +
			`game 1: no notation, kept as a comment: "[2 \"minutes\"]": want a move, or text in {braces}; ` +
			`game 1: no notation, kept as a comment: "[%clk \"1:00\"]": want a move, or text in {braces}; ` +
			`game 1: no notation, kept as a comment: "[\"no name\"]": want a move, or text in {braces}`}},
	{"names: after an open comment", "1. 32-28 {a\n\n[Événement \"y\"]\n1. 31-26 *", []string{
		`| 32-28 {a} * : 1 ply; game 1: comment is not closed before the next game: want a }; game 1: the game has no terminator: want a result or * at its end`,
		`Événement=y | 31-26 * : 1 ply`}},

	{"quotes: curly", `[White “A”] [FEN “W:W28:B23”] [Event “the "x" [y] of “z””] 1. 28x19 *`, []string{
		`White=A FEN=W:W28:B23 Event=the "x" [y] of “z” | 28x19 * : 1 ply; game 1: ` + otherQuotes("White") + `; game 1: ` + otherQuotes("FEN") + `; game 1: ` + otherQuotes("Event") +
			`; game 1: tag Event has a bare quote in its value: want \"`}},
	{"quotes: German, French, single, none between", `[A „x“] [B «y»] [C 'O'Neill'] [D‘z’] [E“u”] [F ″v″] *`, []string{
		`A=x B=y C=O'Neill D‘z’= E=u F=v | * : 0 plies; game 1: ` + otherQuotes("A") + `; game 1: ` + otherQuotes("B") + `; game 1: ` + otherQuotes("C") +
			`; game 1: tag D‘z’ has no value in quotes: want [Name "value"]; game 1: ` + otherQuotes("E") + `; game 1: ` + otherQuotes("F")}},
	{"quotes: one of each kind", "[White \"A”]\n[Black “B\"]\n[Event \"the “cup” [“final”]\"] [Site \"C”] [Round \"D”] 1. 32-28 *", []string{
		`White=A Black=B Event=the “cup” [“final”] Site=C Round=D | 32-28 * : 1 ply; ` +
			`game 1: tag White ends with another quote than it begins with: want a " at both ends; game 1: ` + otherQuotes("Black") + `; ` +
			`game 1: tag Site ends with another quote than it begins with: want a " at both ends; ` +
			`game 1: tag Round ends with another quote than it begins with: want a " at both ends`}},
	{"quotes: a small name", `[white “A”] 1. 32-28 [elo ‘x’] *`, []string{
		`white=A | 32-28 {[elo ‘x’]} * : 1 ply; game 1: ` + otherQuotes("white") + `; game 1: no notation, kept as a comment: "[elo ‘x’]": want a move, or text in {braces}`}},
	{"quotes: a setup", `1. 32-28 /FEN “W::”/ 31-26 *`, []string{
		`| 32-28 /W::/ 31-26 * : 2 plies; ` +
			`game 1: setup has other quotes around its value: want /FEN "value"/`}},
	{"quotes: escaped elsewhere", `[White \"A\"] [Black &quot;B&quot;] 1. 32-28 *`, []string{
		`White=A Black=B | 32-28 * : 1 ply; game 1: tag White has no value in quotes, but in \" and \": want [Name "value"]; game 1: tag Black has no value in quotes, but in &quot; and &quot;: want [Name "value"]`}},
	{"quotes: not closed", "[White “A\n[Black “B”\n[Site “C\n\n1. 32-28 *", []string{
		`White=A Black=B Site=C | 32-28 * : 1 ply; game 1: ` + otherQuotes("White") + `; game 1: tag White is not closed at the end of its line: want a quote and a ]; game 1: ` +
			otherQuotes("Black") + `; game 1: tag Black is not closed behind its value: want a ]; game 1: ` + otherQuotes("Site") +
			`; game 1: tag Site is not closed at the end of its line: want a quote and a ]`}},
	{"quotes: after an open comment", "1. 32-28 {a\n[Event “y”]\n1. 31-26 *", []string{
		`| 32-28 {a} * : 1 ply; game 1: comment is not closed before the next game: want a }; game 1: the game has no terminator: want a result or * at its end`,
		`Event=y | 31-26 * : 1 ply; game 2: ` + otherQuotes("Event")}},
}

func otherQuotes(tag string) string {
	return "tag " + tag + ` has other quotes around its value: want [Name "value"]`
}

func TestTagForms(t *testing.T) {
	for _, test := range tagForms {
		t.Run(test.name, func(t *testing.T) {
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
