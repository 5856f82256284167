package analysis

import (
	"fmt"
	"strings"
	"testing"

	"drafthorse/rules"
)

// What is certain is signed once, where a rule ends the game it is signed with the
// rule's name, and if the record goes on all the same, once more at its end.
func TestPlayedOnAfterTheEnd(t *testing.T) {
	const third = "drawn: third repetition"
	for _, c := range []struct{ name, text, want string }{
		{"each position again", `[FEN "W:WK46,K47:BK5,K4"] 1. 47-36 4-15 2. 36-47 15-4 3. 47-36 4-15 4. 36-47 15-4 5. 47-36 4-15 6. 36-47 15-4 1-1`,
			"1= proved: a draw, 8= " + third + ", 12="},
		{"some again", `[FEN "W:WK46,K48:BK3"] 1. 48-34 3-25 2. 34-48 25-3 3. 46-41 3-25 4. 41-46 25-3 5. 46-41 3-25 6. 41-46 25-3 7. 48-34 3-25 1-1`,
			"1= proved: a draw, 8= " + third + ", 14="},
		{"ends with the repetition", `[FEN "W:WK46,K48:BK3"] 1. 48-34 3-25 2. 34-48 25-3 3. 46-41 3-25 4. 41-46 25-3 1-1`,
			"1= proved: a draw, 8= " + third},
		{"a last move to a new position", `[FEN "W:WK46,K48:BK3"] 1. 48-34 3-25 2. 34-48 25-3 3. 46-41 3-25 4. 41-46 25-3 5. 46-5 1-1`,
			"1= proved: a draw, 8= " + third + ", 9="},
		{"won on the board after all", `[FEN "W:WK46:BK3"] 1. 46-41 3-25 2. 41-46 25-3 3. 46-41 3-25 4. 41-46 25-3 5. 46-41 3-14 6. 41x5 2-0`,
			"1= proved: a draw, 8= " + third + ", 11+"},
		{"a new position after it", `[FEN "W:WK46,K48:BK3"] 1. 48-34 3-25 2. 34-48 25-3 3. 46-41 3-25 4. 41-46 25-3 5. 46-41 3-25 /FEN "W:W46,47:B36"/ 6. 46-41 *`,
			"1= proved: a draw, 8= " + third + ", 10=, 11+"},
		{"a won game after it", `[FEN "W:WK46,K47,31:BK2,6"] 1. 47-42 2-7 2. 42-47 7-2 3. 47-42 2-7 4. 42-47 7-2 5. 31-27 2-19 6. 46x5 6-11 7. 47-42 11-16 2-0`,
			"8= " + third + ", 10 proved: White wins in 4 moves, 11+"},
		{"an open game after it", `[FEN "W:WK46,K47,31,32:BK2,6,7"] 1. 47-33 2-8 2. 33-47 8-2 3. 47-33 2-8 4. 33-47 8-2 5. 32-28 *`,
			"8= " + third},
		{"won on paper at the third time and the fourth", `[FEN "W:WK6,K35,K39:BK50"] ` + strings.Repeat("6-33 50-45 33-6 45-50 ", 3) + "2-0",
			"1+ proved: White wins in 5 moves, 8= " + third},
		{"won on paper behind the count of 16 moves", `[FEN "W:WK6,K35,K39:BK50"] ` + strings.Repeat("6-33 50-45 33-6 45-50 ", 8) + "6-33 2-0",
			"1+ proved: White wins in 5 moves, 8= " + third},
	} {
		var got []string
		for _, j := range prove(t, c.text) {
			if j.Result != Open || j.Fact != "" {
				got = append(got, strings.TrimSpace(fmt.Sprintf("%d%s %s", j.Ply, j.Result.sign(), j.Fact)))
			}
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.name, text, c.want)
		}
	}
}

// Each rule has its name, in the comment and in the report.
func TestRuleOfADraw(t *testing.T) {
	for rule, want := range map[rules.Rule]string{
		rules.Repetition:      "third repetition",
		rules.TwentyFiveMoves: "25 moves each without a capture or man move",
		rules.SixteenMoves:    "16 moves each against a lone king",
		rules.FiveMoves:       "5 moves each against a lone king",
	} {
		f := finding(t, "W:WK46,K48:BK3", "48-34", map[string]given{"48-34": {score: 0.5}}, 0.5)
		f.After.Outcome = rules.Outcome{Result: rules.Draw, Rule: rule}
		j := JudgeGame([]Finding{f}, DefaultThresholds())[0]
		if j.Text() != "drawn: "+want || j.Proved() != "a draw by "+want || j.Result != Drawn {
			t.Errorf("%v: %q, %q", rule, j.Text(), j.Proved())
		}
	}
}

// An error by which a rule makes a draw of a win says both.
func TestWinDrawnByARule(t *testing.T) {
	f := finding(t, "W:WK46,K48:BK3", "48-34", map[string]given{"48-34": {score: 0.5, proof: proofDraw}, "48-31": {score: 0.9, proof: proofWin}}, 0.5)
	f.After.Outcome = rules.Outcome{Result: rules.Draw, Rule: rules.Repetition}
	const want = "draws, 48-31 wins in 4 moves (proved); drawn: third repetition"
	if j := JudgeGame([]Finding{f}, DefaultThresholds())[0]; j.Text() != want {
		t.Errorf("%q, want %q", j.Text(), want)
	}
}

// sign returns "+", "=" or "".
func (r Result) sign() string { return [...]string{"", "+", "="}[r] }
