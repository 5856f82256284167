package pdn

import (
	"slices"
	"strings"
	"testing"
)

// remarkForms are what people write behind a result, and the games of the file.
var remarkForms = []struct {
	name, text string
	want       []string // as describe shows the games
}{
	{"a variation", "1. 32-28 19-23 1-1 (1... 18-23 2. 33-29)\n\n1. 33-28 *", []string{"| 32-28 19-23 (18-23 33-29) 1-1", "| 33-28 *"}},
	{"a variation, and a game on the same line", "1. 32-28 1-1 (1. 33-28 (1. 33-29 {a} 1-0) 18-22 * 2. 28x17) {b} 1. 31-26 *",
		[]string{"| 32-28 (33-28 (33-29 {a} {1-0}) 18-22 {*} 28x17) {b} 1-1", "| 31-26 *"}},
	{"a variation over two lines", "1. 32-28 1-1 (1. 33-28\n18-22)\n[A \"x\"] *", []string{"| 32-28 (33-28 18-22) 1-1", "A=x | *"}},
	{"a variation that is not closed", "1. 32-28 1-1 (1. 33-28\n\n1. 31-26 *", []string{"| 32-28 (33-28) 1-1", "| 31-26 *"}},
	{"a variation that is not closed, then tags", "1. 32-28 1-1 (1. 33-28\n[A \"x\"] *", []string{"| 32-28 (33-28) 1-1", "A=x | *"}},
	{"words in parentheses", "1. 32-28 2-0 (on time)\n1. 31-26 *", []string{"| 32-28 ({on time}) 2-0", "| 31-26 *"}},
	{"a date", "1. 32-28 19-23 1-1 12.05.2021\n\n1. 33-28 *", []string{"| 32-28 19-23 {12.05.2021} 1-1", "| 33-28 *"}},
	{"a date in January", "1. 32-28 19-23 1-1 01.05.2021\n1. 33-28 *", []string{"| 32-28 19-23 {01.05.2021} 1-1", "| 33-28 *"}},
	{"dates of other countries", "1. 32-28 * 12-05-2021\n1. 31-26 * 12/05/21\n1. 31-27 * 2021-05-12\n1. 32-27 * 1 mei 2051\n1. 33-28 * 5-12",
		[]string{"| 32-28 {12-05-2021} *", "| 31-26 {12/05/21} *", "| 31-27 {2021-05-12} *", "| 32-27 {1 mei 2051} *", "| 33-28 {5-12} *"}},
	{"times and a number of moves", "1. 32-28 1-1 1:45 2:10 60\n1. 31-26 2-0 41.\n\n[A \"x\"] *", []string{"| 32-28 {1:45 2:10 60} 1-1", "| 31-26 {41.} 2-0", "A=x | *"}},
	{"the result again", "1. 32-28 * 2-0\n1. 31-26 1-1 (1-1) ! = 2-0*\n1. 33-28 *", []string{"| 32-28 {2-0} *", "| 31-26 ({1-1}) {!} $10 {2-0} 1-1", "| 33-28 *"}},
	{"words, comments, glyphs, in order", "1. 32-28 1-1 agreed {a} $3 after 2 hours; b\nand outside\n1. 31-26 *",
		[]string{"| 32-28 {agreed} {a} $3 {after 2 hours; b} 1-1", "| 31-26 *"}},
	{"a square bracket and a dash", "1. 32-28 1-1 [note 1] - late }\n1. 31-26 *", []string{"| 32-28 {[note 1] - late} 1-1", "| 31-26 *"}},
	{"markup", "1. 32-28 1-1 <br> end</p>\n1. 31-26 1-0</pre>", []string{"| 32-28 {<br> end</p>} 1-1", "| 31-26 {</pre>} 1-0"}},

	{"games on one line", "1. 32-28 1-0 1. 31-26 0-1 1.3127 * 32-27 * [A \"x\"] * 41. - - 1-1 1. 2-0 1. c3-d4 * a3-b4 *",
		[]string{"| 32-28 1-0", "| 31-26 0-1", "| 31-27 *", "| 32-27 *", "A=x | *", "| - - 1-1", "| 2-0", "| c3-d4 *", "| a3-b4 *"}},
	{"a game from a setup", `1. 32-28 1-1 /FEN "W:W31:B1"/ 31-27 *`, []string{"| 32-28 1-1", "| /W:W31:B1/ 31-27 *"}},
	{"a comment before the next game's first move", "1. 32-28 1-1\n{a} (b) 1. 31-26 *", []string{"| 32-28 1-1", "| {a} ({b}) 31-26 *"}},
}

func TestRemarks(t *testing.T) {
	for _, test := range remarkForms {
		t.Run(test.name, func(t *testing.T) {
			games := readAll(t, test.text)
			var got []string
			for _, g := range games {
				got = append(got, describe(g))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("of %s\n got %s\nwant %s", test.text, strings.Join(got, "\n     "), strings.Join(test.want, "\n     "))
			}
			checkRoundTrip(t, games)
			checkCopies(t, games)
		})
	}
}

// A game larger than what is kept of its bytes has its remark all the same.
func TestRemarkOfALargeGame(t *testing.T) {
	games := readAll(t, "1. 32-28"+strings.Repeat(" ", maxRaw)+"1-1 12.05.2021\n1. 31-26 *")
	if len(games) != 2 || len(games[0].Movetext) != 2 || !strings.Contains(describe(games[0]), "2021") {
		t.Errorf("%d games, the first %s", len(games), describe(games[0]))
	}
}
