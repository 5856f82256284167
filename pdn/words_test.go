package pdn

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"drafthorse/internal/words"
)

// checkWords reads a text, writes and copies its games, and checks that each word
// comes back or is named in a problem. Of text that
// words does not split, and of what is cut because it is too large, it checks nothing.
func checkWords(t *testing.T, text string) {
	t.Helper()
	if !words.Splits(text) {
		return
	}
	var problems []string
	var written, copied strings.Builder
	w, c := NewWriter(&written), NewWriter(&copied)
	r := NewReader(strings.NewReader(text), "words.pdn")
	for g := range r.All() {
		for _, p := range g.Problems {
			problems = append(problems, p.Problem)
		}
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
		if err := c.Copy(g); err != nil {
			t.Fatal(err)
		}
	}
	if r.Err() != nil {
		return // there is no game, and so no record
	}
	if slices.ContainsFunc(problems, isBound) {
		return
	}
	for what, output := range map[string]string{"written": written.String(), "copied": copied.String()} {
		if lost := words.Lost(text, output, problems); len(lost) > 0 {
			t.Errorf("of %q, %s as\n%s\nlost are %s; problems %q", text, what, output, strings.Join(lost, ", "), problems)
		}
	}
}

// TestWordsAmongFragments strews words and numbers that stand nowhere else among
// pieces of the format.
func TestWordsAmongFragments(t *testing.T) {
	strewn := []string{"{kra}", "761", "bel", "(dus 772)", "783.", "! fol", "94.", "% gim", "775...", "hux?", "[Kol \"lim 766\"]", "787"}
	random := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		random.Shuffle(len(strewn), func(i, j int) { strewn[i], strewn[j] = strewn[j], strewn[i] })
		if checkWords(t, fragments(random, strewn)); t.Failed() {
			return
		}
	}
}

// isBound reports whether a problem says that something was too large.
func isBound(problem string) bool {
	if strings.HasPrefix(problem, "text outside") && strings.HasSuffix(problem, `..."`) {
		return true
	}
	return slices.ContainsFunc([]string{"is left out", "words more", " more", "are left out", "not listed"}, func(s string) bool {
		return strings.HasSuffix(problem, s)
	})
}

// FuzzWords checks any text.
func FuzzWords(f *testing.F) {
	addSeeds(f)
	for _, test := range reported {
		f.Add([]byte(test.text))
	}
	for _, test := range spellings {
		f.Add([]byte(test.text))
	}
	files, err := filepath.Glob(shared + "/*/*")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text[:min(len(text), 1500)])
	}
	f.Fuzz(func(t *testing.T, text []byte) { checkWords(t, string(text)) })
}
