package pdn

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// The property that no word of a record is lost: each word of a file comes back in
// what is written of its games or is named in a problem. Here is all that its check
// knows of the format:
//
//   - a word is a run of letters, of digits, or of ! and ?; signs are none, and no
//     word has an x, which stands in captures;
//   - a number in front of a result numbers no move;
//   - a number is a word without its leading zeros, and four digits are two squares;
//   - \n, \r and \t between other signs are white space;
//   - ½ is 1/2, and so is 0.5, as points of a draw;
//   - N is the print sign of a novelty, $146.
//
// Of numbers it counts no repetitions, because move numbers are made again, and of
// files with NUL bytes, UTF-16 among them, it checks nothing.
var (
	escapedSpace = regexp.MustCompile(`\\[nrt]`)
	half         = regexp.MustCompile(`½|\b0[.,]5\b`)
	captureX     = strings.NewReplacer("x", " ", "X", " ")
	lastNumber   = regexp.MustCompile(`\b[0-9]{1,6}[.…]+\s*(\*|[0-2]\s*[-–:]\s*[0-2]\b|1/2|½)`)
	quotedText   = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	wordsInASCII = regexp.MustCompile(`[0-9]+|[A-Za-z]+|[!?]+`)
	wordsInUTF8  = regexp.MustCompile(`[0-9]+|[\p{L}\p{M}]+|[!?]+`)
)

// wordsOf splits a text into words and counts them.
func wordsOf(text string, pattern *regexp.Regexp) map[string]int {
	text = half.ReplaceAllString(escapedSpace.ReplaceAllString(text, " "), " 1/2 ")
	text = captureX.Replace(text)
	count := map[string]int{}
	for _, word := range pattern.FindAllString(text, -1) {
		count[number(word)]++
	}
	return count
}

// number returns a number without its leading zeros, and any other word as it is.
func number(word string) string {
	if strings.Trim(word, "0123456789") != "" {
		return word
	}
	if word = strings.TrimLeft(word, "0"); word == "" {
		return "0"
	}
	return word
}

// lostWords returns the words of a text that are neither in what was written nor in
// the problems. Text that is no UTF-8 is split at each byte that is not ASCII.
func lostWords(text, written string, problems []*Error) (lost []string) {
	all := new(strings.Builder)
	all.WriteString(written + "\n")
	for _, p := range problems {
		all.WriteString(quotedText.ReplaceAllStringFunc(p.Problem, func(quoted string) string {
			text, err := strconv.Unquote(quoted)
			if err != nil {
				return quoted
			}
			return text
		}) + "\n")
	}
	pattern := wordsInUTF8
	if !utf8.ValidString(text) {
		pattern = wordsInASCII
	}
	kept := wordsOf(all.String(), pattern)
	for word, n := range wordsOf(lastNumber.ReplaceAllString(text, "$1"), pattern) {
		isNumber := strings.Trim(word, "0123456789") == ""
		switch squares, err := strconv.Atoi(word); {
		case kept[word] >= n, isNumber && kept[word] > 0:
		case word == "N" && kept["146"] > 0:
		case err == nil && isNumber && (len(word) == 4 || len(word) == 3) && kept[strconv.Itoa(squares/100)] > 0 && kept[strconv.Itoa(squares%100)] > 0:
		default:
			lost = append(lost, fmt.Sprintf("%q (%d of %d)", word, n-kept[word], n))
		}
	}
	slices.Sort(lost)
	return lost
}

// checkWords reads a text, writes and copies its games, and checks that no word is
// lost on the way.
func checkWords(t *testing.T, text string) {
	t.Helper()
	if strings.Contains(text, "\x00") {
		return
	}
	var problems []*Error
	var written, copied strings.Builder
	w, c := NewWriter(&written), NewWriter(&copied)
	r := NewReader(strings.NewReader(text), "words.pdn")
	for g := range r.All() {
		problems = append(problems, g.Problems...)
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
		if lost := lostWords(text, output, problems); len(lost) > 0 {
			t.Errorf("of %q, %s as\n%s\nlost are %s; problems %v", text, what, output, strings.Join(lost, ", "), problems)
		}
	}
}

// isBound reports whether a problem says that something was too large.
func isBound(p *Error) bool {
	return slices.ContainsFunc([]string{"is left out", "words more", " more", "are left out", "not listed"}, func(s string) bool {
		return strings.HasSuffix(p.Problem, s)
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
