package analysis

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"drafthorse/mcts"
	"drafthorse/pdn"
	"drafthorse/rules"
)

// machineTexts are texts of every kind that a judgement can have.
func machineTexts(t *testing.T) []string {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 3))
	proof := func() mcts.Proof {
		if random.IntN(2) == 0 {
			return mcts.Proof{}
		}
		return mcts.Proof{Known: true, Points: int8(random.IntN(3) - 1), Plies: int16(1 + random.IntN(60))}
	}
	var reasons, facts []string
	f := finding(t, "W:WK46,K48:BK3", "48-34", map[string]given{"48-34": {score: 0.5}, "48-31": {score: 0.6}}, 0.4)
	for range 3000 {
		values := f.values()
		l := look{Finding: &f, values: values, played: &values[0], best: &values[1], next: &values[1], loss: random.Float32(), othersProved: random.IntN(2) == 0}
		l.played.proof, l.best.proof = proof(), proof()
		l.played.tree, l.best.tree = random.Float32(), random.Float32()
		reasons = append(reasons, l.reason(Mark(random.IntN(8)), random.IntN(4) == 0))
		reasons = append(reasons, harm(random.IntN(9)-4, random.IntN(9)-4)+"28x19x30 was better, +0.12")
		reasons = append(reasons, profit(random.IntN(9)-4, random.IntN(9)-4, random.IntN(5))+"28-22 is next best, -1.00")
		facts = append(facts, fact{known: true, winner: rules.Color(random.IntN(2)), moves: random.IntN(30), rule: []int{0, 5, 16}[random.IntN(3)]}.sentence())
	}
	reasons = append(reasons, "gives up a piece for a while, and nothing is better", "gives up 3 pieces for a while: 1-6 is next best, -0.20")
	for _, r := range []rules.Rule{rules.Repetition, rules.TwentyFiveMoves, rules.SixteenMoves, rules.FiveMoves} {
		facts = append(facts, "drawn: "+drawRule(r))
	}
	var texts []string
	for i, reason := range reasons {
		j := Judgement{Reason: reason, Fact: facts[i%len(facts)]}
		texts = append(texts, j.Text())
		j.Fact = ""
		texts = append(texts, j.Text())
	}
	return append(texts, facts...)
}

// Whatever the machine says is known as its own, whole; what people write behind it
// is not.
func TestOwnWords(t *testing.T) {
	seen := map[string]bool{}
	for _, text := range machineTexts(t) {
		if seen[text] {
			continue
		}
		seen[text] = true
		own := string(machineComment("0.12", []string{"??", "+1"}, text))
		if rest, _, found := unwritten(pdn.Comment(own)); !found || rest != "" {
			t.Fatalf("of the machine's %q is left %q", own, rest)
		}
		for _, note := range []string{"my note", "?", "2. 28x19", "proved nothing"} {
			if rest, _, _ := unwritten(pdn.Comment(own + " " + note)); string(rest) != note {
				t.Fatalf("of %q behind the machine's %q is left %q", note, own, rest)
			}
		}
	}
	if len(seen) < 200 {
		t.Errorf("only %d texts", len(seen))
	}
}

// Programs that keep one comment a move join those that there are, add commands, and
// break lines. What people wrote stays, what the machine wrote goes.
func TestJoinedComments(t *testing.T) {
	for comment, want := range map[string]string{
		"[%eval 0.08] [%dh] my note": "my note",
		"my note [%eval 0.08] [%dh]": "my note",
		"my note [%eval 0.08] [%dh ??,+1] loses a piece: 27-22 was better, +0.31":         "my note",
		"[%eval 0.08] [%dh ??,+1] loses a piece: 27-22 was better, +0.31 my note":         "my note",
		"[%eval 0.08]\n[%dh ??,+1] loses a\npiece: 27-22 was better, +0.31; no":           "; no",
		"a [%eval #5] [%dh +] proved: White wins in 5 moves b":                            "a b",
		"[%eval #5] [%dh +] proved: White wins in 5 movesets":                             "proved: White wins in 5 movesets",
		"[%clk 0:05:00] [%eval 0.08] [%dh] a":                                             "[%clk 0:05:00] a",
		"[%eval 0.08] [%dh] [%clk 0:05:00] a":                                             "[%clk 0:05:00] a",
		"[%eval 0.08] [%clk 0:05:00] [%dh] a":                                             "[%clk 0:05:00] a",
		"[%eval 0.08] [%clk 0:05:00] [%dh =] a":                                           "[%eval 0.08] [%clk 0:05:00] a",
		"[%eval 0.5] of another [%eval 0.08] [%dh] a":                                     "[%eval 0.5] of another a",
		"[%eval 0.08] [%dh] a [%eval 0.10] [%dh ?] looks good, but 1-6 was better, +0.07": "a",
		"[%eval 0.08] [%dh] the move 27-22 was better, +0.31":                             "the move 27-22 was better, +0.31",
		" a [%dh":                  " a [%dh",
		" a [%dhx]":                " a [%dhx]",
		" two  blanks [%dh] left ": " two  blanks left ",
	} {
		g := readGame(t, "1. 32-28 {"+comment+"} *")
		changed := Strip(g)
		got := ""
		for _, e := range g.Movetext[1:] {
			got += fmt.Sprint(e)
		}
		if got != want || changed != (want != comment) {
			t.Errorf("of {%s} is left {%s} (changed: %v), want {%s}", comment, got, changed, want)
		}
	}
}

// The signs go with the comment, wherever that stands.
func TestJoinedCommentsLeaveNoSigns(t *testing.T) {
	g := readGame(t, "1. 32-28?? $1 $10 {my note [%eval 0.08] [%dh ??,=] proved: a draw, I think} *")
	if Strip(g); written(t, g) != "1. 32-28 $1 {my note , I think} *\n" {
		t.Errorf("left is %s", written(t, g))
	}
}

// A better line in which people have written is theirs now; the machine's evaluation
// goes from it.
func TestLinesWithWords(t *testing.T) {
	for line, want := range map[string]string{
		"(1. 31-26 19-23 {[%eval 0.31] [%dh]})":                 "",
		"(1. 31-26 19-23 {[%eval 0.31] [%dh] my note})":         " (1. 31-26 19-23 {my note})",
		"(1. 31-26! 19-23 {[%eval 0.31] [%dh]})":                " (1. 31-26! 19-23)",
		"(1. 31-26 {a} 1... 19-23 {b [%eval 0.31] [%dh]})":      " (1. 31-26 {a} 1... 19-23 {b})",
		"(1. 31-26 $4 19-23 (1... 18-23) {[%eval 0.31] [%dh]})": " (1. 31-26 $4 19-23 (1... 18-23))",
	} {
		g := readGame(t, "1. 32-28 "+line+" *")
		if changed, got := Strip(g), written(t, g); !changed || got != "1. 32-28"+want+" *\n" {
			t.Errorf("of %s is left %swant 1. 32-28%s *", line, got, want)
		}
	}
}

// Words put into the comments of an annotated game outlive the next annotation, and
// count as judged.
func TestWordsOutliveAnnotation(t *testing.T) {
	for name, text := range records {
		for kind, annotate := range annotations(t, text) {
			g := readGame(t, text)
			annotate(g)
			notes := 0
			for i, e := range g.Movetext {
				if c, ok := e.(pdn.Comment); ok && byMachine.MatchString(string(c)) {
					notes++
					note := fmt.Sprintf("note %d of mine", notes)
					g.Movetext[i] = pdn.Comment([]string{note + " " + string(c), string(c) + " " + note}[notes%2])
				}
			}
			if !SignedAlike(g, kind) {
				t.Errorf("%s, %s: with notes in its comments it is no longer judged", name, kind)
			}
			annotate(g)
			once := written(t, g)
			if annotate(g); written(t, g) != once {
				t.Errorf("%s, %s: twice it is\n%s\nonce\n%s", name, kind, written(t, g), once)
			}
			flat := strings.Join(strings.Fields(once), " ")
			for i := 1; i <= notes; i++ {
				if note := fmt.Sprintf("{note %d of mine}", i); strings.Count(flat, note) != 1 {
					t.Errorf("%s, %s: %s stands %d times in\n%s", name, kind, note, strings.Count(flat, note), once)
				}
			}
		}
	}
}
