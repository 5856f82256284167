package annotate

import (
	"bytes"
	"io"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"drafthorse/analysis"
	"drafthorse/endgame"
	"drafthorse/internal/words"
	"drafthorse/mcts"
	"drafthorse/pdn"
)

// longRoute matches captures of three squares and more: which of the squares are
// written depends on the position. Their ends may be half a point instead, as in
// 0.5-0.5-1.
var longRoute = regexp.MustCompile(`(\b0[.,])?\d+(\s*[-xX:×]\s*\d+([.,]5\b)?){2,}`)

// checkWords annotates the games of a text, strips them again, and checks that each
// word of the text comes back, or is named in a warning or refusal. The words of an
// earlier annotation do not, and of text that words does not split nothing is checked.
func checkWords(t *testing.T, b *batch, text string) {
	t.Helper()
	if !words.Splits(text) || strings.Contains(text, "[%dh") || strings.Contains(text, analysis.TagName) {
		return
	}
	var games []*pdn.Game
	r := pdn.NewReader(strings.NewReader(text), "words.pdn")
	all := func(yield func(found) bool) {
		for g := range r.All() {
			if games = append(games, g); !yield(found{game: g}) {
				return
			}
		}
	}
	one := *b
	b = &one
	var out bytes.Buffer
	if err := b.run(t.Context(), 1, iter.Seq[found](all), -1, &out); err != nil {
		t.Fatalf("of %q: %v", text, err)
	}
	if r.Err() != nil {
		return // there is no game
	}
	var messages []string
	for _, g := range games {
		for _, p := range g.Problems {
			if strings.HasSuffix(p.Problem, " more") || strings.HasSuffix(p.Problem, "not listed") {
				return
			}
			messages = append(messages, p.Problem)
		}
	}
	for _, e := range b.refused.first {
		messages = append(messages, e.Problem)
	}
	text = longRoute.ReplaceAllString(text, " ")
	annotated := out.String()
	if lost := words.Lost(text, annotated, messages); len(lost) > 0 {
		t.Errorf("of %q, annotated as\n%s\nlost are %s; messages %q", text, annotated, strings.Join(lost, ", "), messages)
	}
	if lost := words.Lost(text, bare(t, annotated), messages); len(lost) > 0 {
		t.Errorf("of %q, annotated as\n%s\nand stripped, lost are %s; messages %q", text, annotated, strings.Join(lost, ", "), messages)
	}
}

// wordsBatch returns a batch whose evaluator finds every position even.
func wordsBatch(t testing.TB) *batch {
	config := analysis.Config{Limits: analysis.Limits{Visits: 2}, Search: mcts.DefaultConfig()}
	engine := men(even)
	return newBatch(t, func() *analysis.Finder {
		return analysis.NewFinder(config, "fake", engine, &endgame.Tables{}, engine)
	}, io.Discard)
}

// remarked are games with words in all places, legal and not.
var remarked = []string{
	"(A0X0X0A",
	"[White \"A\"]\n\n{before} 1. 32-28! {one} ( {two} 1. 33-28 18-22 {three} ) $4 19-23 Diagram 77 2. 28x19 14x23 see page 812 2-0 (2... 13x24 {four}) final 61\n",
	"[White \"A\"]\n[GameType \"25\"]\n\n1. c3-d4 {five} foo 88 * bar\n\n[Event \"B\"]\n1. 32-28 19-23 {six}\n% seven 99\n2. 37-32 eight *\n",
	"1. 32.28 19.23 {nine} 2. 28.19 14.23 ½–½ ten 12.05.2021\n\n1. 32-28 (19-23) 2. 28x19 (14x23 {eleven}) *\n",
	"[FEN \"W:WK35,50:B11,23,29,30,20\"] 1. 35x6 {twelve} 29-33 (7. 23-29 {thirteen}) *\n[FEN \"W:W31\" fourteen] {fifteen} *",
}

// A game without moves is copied byte for byte and counts as copied, also if an
// earlier analysis has signed it; a game that has an illegal move keeps its bytes.
func TestCopiedGames(t *testing.T) {
	for _, text := range []string{
		"[White  \"A\"]\n[Result \"2-0\"]\n2-0\n",
		"[White  \"A\"]\n{forfeit} *\n",
		"[FEN \"W:W31:B20\"]\n(1. 31-27)  *\n",
		"[White  \"A\"]\n[Drafthorse \"signed\"]\n*\n",
		"1.  32-28 19-23 foo 2. 37-32 *\n",
		"1.  32-28 {a} 19-23 12 foo [x] 2. 37-32 $3 2:0 (x) 5 y\n",
	} {
		out, report := analyzed(t, even, text+"\n[White \"B\"]\n\n1. 32-28 *\n")
		if !strings.HasPrefix(out, text+"\n[White \"B\"]\n[Drafthorse") {
			t.Errorf("%q becomes\n%s", text, out)
		}
		if want := "2 games: 1 annotated, 0 annotated before, 1 copied as found"; !strings.Contains(report, want) {
			t.Errorf("of %q is said\n%s\nwant %s", text, report, want)
		}
	}
}

func TestWords(t *testing.T) {
	b := wordsBatch(t)
	for _, test := range cases {
		checkWords(t, b, test.text)
	}
	for _, text := range remarked {
		checkWords(t, b, text)
	}
}

// FuzzWords checks any text. What takes long to search is left to FuzzWords of
// package pdn.
func FuzzWords(f *testing.F) {
	for _, test := range cases {
		f.Add([]byte(test.text))
	}
	for _, text := range remarked {
		f.Add([]byte(text))
	}
	files, err := filepath.Glob("../pdn/testdata/*.pdn")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text[:min(len(text), 600)])
	}
	b := wordsBatch(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) <= 1000 {
			checkWords(t, b, string(text))
		}
	})
}
