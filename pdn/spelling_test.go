package pdn

import (
	"slices"
	"strings"
	"testing"
)

// spellings are games as people and programs write them, and what they are read
// and written as.
var spellings = []struct {
	name, text string
	want       []string // as describe shows them
	written    string   // the movetext, if it says more
	problem    string   // a piece of the only problem; "" if there is none
}{
	{"a draw with a dash", `[Result "½–½"] 1. 32-28 19-23 ½–½`, []string{"Result=½–½ | 32-28 19-23 1/2-1/2"}, "", ""},
	{"half a point", `[Result "1/2"] 1. 32-28 19-23 1/2`, []string{"Result=1/2 | 32-28 19-23 1/2-1/2"}, "", ""},
	{"half a point, a letter", `[Result "½"] 1. 32-28 19-23 ½`, []string{"Result=½ | 32-28 19-23 1/2-1/2"}, "", ""},
	{"half a point, no tag", "1. 32-28 19-23 1/2\n\n1. 31-26 ½\n[Event \"x\"] *", []string{"| 32-28 19-23 1/2-1/2", "| 31-26 1/2-1/2", "Event=x | *"}, "", ""},
	{"half a point among words", `1. 32-28 he has 1/2 point 19-23 *`, []string{"| 32-28 {he has 1/2 point} 19-23 *"}, "", "he has 1/2 point"},
	{"colons", `[Result "2:0"] 1. 32-28 19-23 2:0 [Event "x"] [Result "0-2"] 1. 32-28 0 : 2 [Event "y"] 1. 32-28 0:0`,
		[]string{"Result=2:0 | 32-28 19-23 2-0", "Event=x Result=0-2 | 32-28 0-2", "Event=y | 32-28 0-0"}, "", ""},
	{"a draw with a colon", `[Result "1:1"] 1. 32-28 19-23 1:1 * [Event "x"] 1. 32-28 1:1`, []string{"Result=1:1 | 32-28 19-23 1-1", "Event=x | 32-28 1-1"}, "", ""},
	{"a capture that ends where it began", `[Result "2-0"] 1. 1:1 1:1 2-0`, []string{"Result=2-0 | 1x1 1x1 2-0"}, "", ""},
	{"blanks", `[Result "1/2 - 1/2"] 1. 32-28 19-23 1/2 - 1/2 [Event "x"] 1. 32-28 ½ - ½ [Event "y"] 1. 32-28 2 — 0`,
		[]string{"Result=1/2 - 1/2 | 32-28 19-23 1/2-1/2", "Event=x | 32-28 1/2-1/2", "Event=y | 32-28 2-0"}, "", ""},
	{"Latin-1", "[Result \"\xbd-\xbd\"] 1. 32-28 19-23 \xbd - \xbd", []string{"Result=½-½ | 32-28 19-23 1/2-1/2"}, "", ""},
	{"decimals", `[Result "0.5-0.5"] 1. 32-28 19-23 0,5-0,5`, []string{"Result=0.5-0.5 | 32-28 19-23 1/2-1/2"}, "", ""},
	{"the Result tag alone", `[Result "2 : 0"] 1. 32-28 19-23 [Event "x"] [Result "½"] 1. 32-28`, []string{"Result=2 : 0 | 32-28 19-23 2-0", "Event=x Result=½ | 32-28 1/2-1/2"}, "", "no terminator"},
	{"Delft's points", `[Result "1½-½"] 1. 32-28 19-23 1½-½ [Event "x"] [Result "½ - 1½"] 1. 32-28 ½-1½`, []string{"Result=1½-½ | 32-28 19-23 1½-½", "Event=x Result=½ - 1½ | 32-28 ½-1½"}, "", ""},
	{"Delft's points in figures", `[Result "1 1/2 - 1/2"] 1. 32-28 19-23 1 1/2 - 1/2`, []string{"Result=1 1/2 - 1/2 | 32-28 19-23 1 1/2-1/2"}, "", ""},
	{"points of Goes", `[Result "1.02-0.98"] 1. 32-28 19-23 1.02-0.98 [Event "x"] [Result "1.2-0.8"] 1. 32-28 1.2-0.8 *`, []string{"Result=1.02-0.98 | 32-28 19-23 1.02-0.98", "Event=x Result=1.2-0.8 | 32-28 1.2-0.8"}, "", ""},
	{"a plus draw", `[Result "1+ - 1-"] 1. 32-28 19-23 1+ - 1-`, []string{"Result=1+ - 1- | 32-28 19-23 1+-1-"}, "", ""},
	{"a score in a tag alone", `[Result "x"] 1. -`, []string{"Result=x | - *"}, "", "no terminator"},
	{"a number before a score", `[Result "4 : 6"] 1. 32-28 19-23 2. 4-6 [Event "x"] [Result "-"] 1 -`, []string{"Result=4 : 6 | 32-28 19-23 4-6", "Event=x Result=- | -"}, "", ""},
	{"four digits are no score", `[Result "3126"] 1. 32-28 19-23 2. 3126`, []string{"Result=3126 | 32-28 19-23 31-26 *"}, "", "no terminator"},
	{"words before a score", `[Result "4-6"] 1. 32-28 19-23 2. {both} 4-6`, []string{"Result=4-6 | 32-28 19-23 {both} 4-6"}, "", "do not count the moves: 2."},
	{"a club's score with a full stop", `[Result "4.6"] 1. 32.28 19.23 2. 4.6`, []string{"Result=4.6 | 32-28 19-23 4-6"}, "", ""},
	{"a club's score", `[Result "4:6"] 1. 32-28 19-23 4:6 {x} [Event "x"] [Result "04 – 06"] 1. 32-28 4-6 *`, []string{"Result=4:6 | 32-28 19-23 {x} 4-6", "Event=x Result=04 – 06 | 32-28 4-6"}, "", ""},
	{"no part of a score is a result", `1. 32-28 1½-½ *`, []string{"| 32-28 {1½-½} *"}, "", "1½-½"},
	{"nor of one in figures", `1. 32-28 19-23 1 1/2-1/2 *`, []string{"| 32-28 19-23 {1 1/2-1/2} *"}, "", "1 1/2-1/2"},
	{"nor of one with decimals", `1. 32-28 1-0.5 19-23 1.2-0.8 28x19 ½-1½ 14x23 1/2-0 *`, []string{"| 32-28 {1-0.5} 19-23 {1.2-0.8} 28x19 {½-1½} 14x23 {1/2-0} *"}, "", "*"},

	{"half a move before half a point", "1. 32-28 19-\n1/2-1/2", []string{"| 32-28 {19-} 1/2-1/2"}, "", "19-"},

	{"full stops for hyphens", `1. 32.28 19.23 2. 28.19 14.23 *`, []string{"| 32-28 19-23 28-19 14-23 *"}, "", ""},
	{"full stops that touch numbers", `1.32.28 19.23! 2.28.19 *`, []string{"| 32-28 19-23! 28-19 *"}, "", ""},
	{"a time is no move", `1. 32-28 0.15 19-23 1.02 2. 28x19 *`, []string{"| 32-28 {0.15} 19-23 {1.02} 28x19 *"}, "", "*"},
	{"numbers among words", `1. 32-28 19-23 Diagram 5 2. 28x19 14x23 see page 12 *`, []string{"| 32-28 19-23 {Diagram 5} 28x19 14x23 {see page 12} *"}, "", "*"},
	{"squares without a sign", `[A "x"] 1. 32 28 19-23 *`, []string{"A=x | {1. 32 28} 19-23 *"}, "", "*"},
	{"ordinals, fractions, dates", `1. 32-28 5th 3/4 19-23 12.05.2021 *`, []string{"| 32-28 {5th 3/4} 19-23 {12.05.2021} *"}, "", "*"},
	{"a number at the end", `1. 32-28 19-23 12`, []string{"| 32-28 19-23 {12} *"}, "", "*"},
	{"the next number before the result", `1. 32-28 19-23 2. 2-0`, []string{"| 32-28 19-23 2-0"}, "", ""},
	{"the next number twice before the result", `1. 32-28 19-23 2. {a} 2. 2-0`, []string{"| 32-28 19-23 {a} 2-0"}, "", "move numbers do not count the moves: 2."},
	{"numbers without dots", `1 32-28 19-23 2 28x19 14x23 *`, []string{"| 32-28 19-23 28x19 14x23 *"}, "", ""},
	{"numbers that skip", `1. 32-28 19-23 7. 28x19 14x23 8. 37-32 *`, []string{"| 32-28 19-23 28x19 14x23 37-32 *"}, "", "move numbers do not count the moves: 7. 8."},
	{"a % line", "[A \"x\"]\n% by hand\n1. 32-28 % 3 men\n19-23 *", []string{"A=x | {% by hand} 32-28 {% 3 men} 19-23 *"}, "", ""},

	{"White's alternative", `1. 32-28 19-23 (1. 33-28 18-22) 2. 28x19 14x23 *`, []string{"| 32-28 19-23 (33-28 18-22) 28x19 14x23 *"}, "1. 32-28 19-23 (1. 33-28 18-22) 2. 28x19 14x23 *", ""},
	{"a move before that", `1. 32-28 19-23 2. 28x19 14x23 (1... 18-23 2. 31-26 {a} (1... 17-22 (1... 17-21))) (2. 28x17) *`, []string{"| 32-28 19-23 28x19 14x23 (18-23 31-26 {a} (17-22 (17-21))) (28x17) *"},
		"1. 32-28 19-23 2. 28x19 14x23 (1... 18-23 2. 31-26 {a} (1... 17-22\n(1... 17-21))) (2. 28x17) *", ""},
	{"a line that follows", `1. 32-28 (1... 19-23 2. 28x19) 18-23 *`, []string{"| 32-28 (19-23 28x19) 18-23 *"}, "1. 32-28 (1... 19-23 2. 28x19) 1... 18-23 *", ""},
	{"Black's, without dots", `1. 32-28 19-23 (1. 18-22 2. 28x17) 2. 28x19 *`, []string{"| 32-28 19-23 (18-22 28x17) 28x19 *"}, "1. 32-28 19-23 (1... 18-22 2. 28x17) 2. 28x19 *", ""},
	{"dots apart", `1. 32-28 19-23 (1. ... 18-22) 2. 28x19 *`, []string{"| 32-28 19-23 (18-22) 28x19 *"}, "1. 32-28 19-23 (1... 18-22) 2. 28x19 *", ""},
	{"a number of no move", `1. 32-28 19-23 (7. 18-22) *`, []string{"| 32-28 19-23 (18-22) *"}, "1. 32-28 19-23 (1... 18-22) *", "7."},

	{"a parenthesis behind the result", "1. 32-28 19-23 1-1 (1... 18-23 2. 33-29)\n1. 31-26 *", []string{"| 32-28 19-23 (18-23 33-29) 1-1", "| 31-26 *"}, "", ""},
	{"its number, where there is no game", "2-0 (5. 32-28)\n(6. 31-26)\n\n1. 31-26 *", []string{"| (32-28) (31-26) 2-0", "| 31-26 *"}, "(5. 32-28) (5. 31-26) 2-0\n\n1. 31-26 *", "move numbers do not count the moves: 6."},
	{"one on the next line", "1. 32-28 19-23 1-1\n(1... 18-23 2. 33-29)\n\n[Event \"x\"]\n1. 31-26 *", []string{"| 32-28 19-23 (18-23 33-29) 1-1", "Event=x | 31-26 *"}, "", ""},
	{"one that is not closed", "1. 32-28 19-23 1-1 (1... 18-23\n[Event \"x\"]\n1. 31-26 *", []string{"| 32-28 19-23 (18-23) 1-1", "Event=x | 31-26 *"}, "", "not closed"},
	{"a date behind the result", "1. 32-28 19-23 1-1 12.05.2021\n1. 31-26 *", []string{"| 32-28 19-23 {12.05.2021} 1-1", "| 31-26 *"}, "", "12.05.2021"},
	{"words and numbers behind the result", "1. 32-28 19-23 1-1 on 12 May 2021, page 5 {x} !\n5 games\n1. 31-26 *", []string{"| 32-28 19-23 {on 12 May 2021, page 5} {x} {!} 1-1", "| 31-26 *"}, "", "*"},
	{"a number that begins no game", "1. 3228 1923 2. 2819 1423 1 3227 1832 see 5", []string{"| 32-28 19-23 28-19 14-23 32-27 18-32 {see 5} *"}, "", "*"},
	{"a game behind the result", "1. 32-28 1-1 1. 31-26 1-1 32-27 *", []string{"| 32-28 1-1", "| 31-26 1-1", "| 32-27 *"}, "", ""},
	{"words in parentheses outside", "Round 5 (final)\n1. 32-28 *", []string{"| 32-28 *"}, "", "Round 5 ( final"},
}

func TestSpellings(t *testing.T) {
	for _, test := range spellings {
		t.Run(test.name, func(t *testing.T) {
			games := readAll(t, test.text)
			var got, problems []string
			for _, g := range games {
				got = append(got, describe(g))
				for _, p := range g.Problems {
					problems = append(problems, p.Problem)
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("reading %q\n got %q\nwant %q", test.text, got, test.want)
			}
			if test.problem == "" && len(problems) > 0 && !strings.Contains(test.name, "tag alone") {
				for _, p := range problems {
					if !strings.Contains(p, "no terminator") {
						t.Errorf("%q has the problem %s", test.text, p)
					}
				}
			}
			if all := strings.Join(problems, "\n"); test.problem != "*" && !strings.Contains(all, test.problem) {
				t.Errorf("%q has the problems %q, want %q", test.text, problems, test.problem)
			}
			if written := writeAll(t, games); test.written != "" && written != test.written+"\n" {
				t.Errorf("%q is written %q, want %q", test.text, written, test.written)
			}
			checkWords(t, test.text)
			checkRoundTrip(t, games)
			checkCopies(t, games)
		})
	}
}

// The outcome is that of the tag, however it is spelled.
func TestOutcomeSpellings(t *testing.T) {
	for tag, want := range map[string]string{
		"½–½": "1-1", "½": "1-1", "1/2": "1-1", "1/2 - 1/2": "1-1", "0.5-0.5": "1-1", "1:1": "1-1", " 1 - 1 ": "1-1",
		"2:0": "2-0", "2 — 0": "2-0", "1 : 0": "2-0", "0–2": "0-2", "0:1": "0-2", "1½-½": "*", "4-6": "*", "": "*",
	} {
		g := &Game{Tags: []Tag{{"Result", tag}}}
		if got := ResultText(g.Outcome()); got != want {
			t.Errorf("Result %q is the outcome %s, want %s", tag, got, want)
		}
	}
}
