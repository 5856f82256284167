package pdn

import (
	"archive/zip"
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func addSeeds(f *testing.F) {
	for _, test := range readings {
		f.Add([]byte(test.text))
	}
	for _, test := range tagForms {
		f.Add([]byte(test.text))
	}
	for _, test := range encodedForms {
		f.Add([]byte(test.text))
	}
	for _, test := range remarkForms {
		f.Add([]byte(test.text))
	}
	files, err := filepath.Glob("testdata/*.pdn")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	addCorpus(f)
}

// addCorpus adds the inputs that long fuzzing has found to reach code that no
// others did, those of up to 512 bytes.
func addCorpus(f *testing.F) {
	corpus, err := zip.OpenReader("testdata/corpus.zip")
	if err != nil {
		f.Fatal(err)
	}
	defer corpus.Close()
	for _, file := range corpus.File {
		r, err := file.Open()
		if err != nil {
			f.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
}

// FuzzReader checks that any text can be read, and that games and problems
// have places that lie in it. Two bytes of UTF-16 may count as three.
func FuzzReader(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		lines := 1 + bytes.Count(text, []byte("\n")) + bytes.Count(text, []byte("\r"))
		r := NewReader(bytes.NewReader(text), "fuzz.pdn")
		number, offset := 0, int64(-1)
		check := func(e *Error, line int) {
			if e.File != "fuzz.pdn" || e.Game != number || e.Line < line || e.Line > lines {
				t.Errorf("problem placed at %s:%d, game %d, in game %d of %d lines: %v", e.File, e.Line, e.Game, number, lines, e)
			}
		}
		for g := range r.All() {
			number++
			if g.Number != number || g.Line < 1 || g.Line > lines || g.Offset <= offset || g.Offset >= 2*int64(len(text)) {
				t.Errorf("game %d placed at line %d, offset %d, number %d", number, g.Line, g.Offset, g.Number)
			}
			offset = g.Offset
			for _, p := range g.Problems {
				check(p, 1)
			}
			plies, err := g.Replay()
			if err != nil {
				check(err.(*Error), g.Line)
			} else if moves := slices.Collect(g.Moves()); len(plies) != len(moves) {
				t.Errorf("game %d: %d of %d moves played without an error", number, len(plies), len(moves))
			}
		}
		if err, ok := r.Err().(*Error); ok {
			number = 0
			check(err, 1)
		}
	})
}

// FuzzRoundTrip checks that what was read can be written and reads the same.
func FuzzRoundTrip(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		var games []*Game
		for g := range NewReader(bytes.NewReader(text), "fuzz.pdn").All() {
			games = append(games, g)
		}
		if len(games) > 0 {
			checkRoundTrip(t, games)
			checkCopies(t, games)
		}
	})
}

// isWarning reports whether all problems are of the kind that writing a game
// cannot cure: a tag given twice and a result that contradicts its tag.
func isWarning(problems []*Error) bool {
	for _, p := range problems {
		if !strings.HasSuffix(p.Want, "counts") {
			return false
		}
	}
	return true
}

// TestFragments reads and writes texts put together from the pieces that the
// format is made of, in any order, with and without space between them.
func TestFragments(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		text := fragments(random, nil)
		var games []*Game
		for g := range NewReader(strings.NewReader(text), "").All() {
			games = append(games, g)
		}
		if len(games) > 0 {
			checkRoundTrip(t, games)
			checkCopies(t, games)
		}
		if t.Failed() {
			t.Fatalf("the text was %q", text)
		}
	}
}

// fragments puts up to twelve pieces of the format together, and more of them among
// those.
func fragments(random *rand.Rand, more []string) string {
	pieces := []string{
		`[Event "x"]`, `[A "y"]`, `[Result "4-6"]`, `[Result "-"]`, `[FEN "B:W1:B2"]`, `[A "y`, `[A "y"`, `[B z]`, "[", "]", "[[", `[Event "`, `[a]`,
		"{", "}", "{c}", "{c\n", "{ [Event \"x\"]\n\n[A \"y\"] }", ";c", "%c", "(", ")", "()", "(!)", "(?", "!", "?", "??", "*", "$1", "$", "$999",
		"1", "1.", "2...", "12. ..", "32-28", "28x19", "1-1", "1-10", "1-0", "0-0", "0-001.", "01-1", "4-6", "2-8", "1/2-1/2", "1/2-1/201.", "1/2", "½-½",
		"-", "--", "- -", "x", "32", "32-", "32 -", "3228", "c3-d4", "a1", "a.l.", "+", "+1", "=", "N", "□", "–", "word", `/FEN "B::"/`, "/FEN", "/", `"`, `\`, `\n`,
		".", "...", "…", "\xe9", "\xa0", "é", "\ufeff", "\x00", "\n", "\n\n", "\r", "\r\n", "\t", " ",
	}
	var text strings.Builder
	for range 1 + random.IntN(12) {
		piece := pieces[random.IntN(len(pieces))]
		if len(more) > 0 && random.IntN(3) == 0 {
			piece, more = more[0], more[1:]
		}
		text.WriteString(piece)
		if random.IntN(3) > 0 {
			text.WriteString([]string{" ", "\n", "\n\n"}[random.IntN(3)])
		}
	}
	return text.String()
}
