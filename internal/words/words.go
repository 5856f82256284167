// Package words splits texts into words for tests, to find those that a program
// has lost. It knows almost nothing of game records, so that it can check a reader
// that does. This is all:
//
//   - a word is a run of letters, of digits, or of ! and ?; signs are none, and no
//     word has an x, which stands in captures;
//   - a number is a word without its leading zeros, and four digits are two squares;
//   - a number in front of a result, as results are or as a Result tag has it, numbers
//     no move, and the first number of a game may touch the result of the game before;
//   - \n, \r and \t are white space;
//   - ½ is 1/2, and it stands apart, and 0.5 may be 1/2;
//   - N is the print sign of a novelty, $146.
//
// Of numbers it counts no repetitions, because move numbers are made again.
package words

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	hyphen = `\s*[-‐‑‒–—−\x{fffd}:]\s*`                    // stands between the points of a result
	quotes = "\"'`´«»‘’‚“”„\\x{fffd}"                      // stand around the value of a tag, in UTF-8 and Latin-1
	space  = `[.…\s\v\p{Z}\x{85}\x{feff}\x{200b}\x{fffd}]` // stands behind a number, in UTF-8 and Latin-1
)

var (
	escapedSpace = regexp.MustCompile(`\\[nrt]`)
	half         = regexp.MustCompile(`½|\b1/2-1/2\b`)
	captureX     = strings.NewReplacer("x", " ", "X", " ")
	number       = regexp.MustCompile(`\b[0-9]{1,6}`)
	beforeResult = lastNumber(`\*|[0-2]` + hyphen + `[0-2](?:[^0-9]|$)|1/2|[½\x{fffd}]`)
	resultTag    = regexp.MustCompile(`(?i)\[\s*Result[\s` + quotes + `]*([^\]\n` + quotes + `]{1,50})`)
	tagHyphen    = regexp.MustCompile(`\s*[-‐‑‒–—−\x{fffd}:xX×.]\s*`)
	quoted       = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	inASCII      = regexp.MustCompile(`[0-9]+|[A-Za-z]+|[!?]+`)
	inUTF8       = regexp.MustCompile(`[0-9]+|[\p{L}\p{M}]+|[!?]+`)
)

// ambiguous are numbers that a reader may take for others. In their place a star
// is put, which has no words, since a number may stand in front of them as well.
var ambiguous = []struct {
	pattern *regexp.Regexp
	or      string // what it may be taken for
	rest    string // the number behind that
}{
	{regexp.MustCompile(`(\b[0-2]` + hyphen + `[0-2]|(?:\b1/2|[½\x{fffd}])` + hyphen + `1/2)(0*1[.…])`), "$1", " 1. "},
	{regexp.MustCompile(`\b0[.,]5\b`), " 1/2 ", ""},
}

// Splits reports whether Lost can split a text into words: it is neither UTF-16 in
// part nor has NUL bytes.
func Splits(text string) bool {
	for _, mark := range []string{"\x00", "\xfe\xff", "\xff\xfe"} {
		if strings.Contains(text, mark) {
			return false
		}
	}
	return true
}

// Lost returns the words of a text that are neither in what was made of it nor in
// the messages about it. Text that is no UTF-8 is split at each byte that is not
// ASCII.
func Lost(text, made string, messages []string) (lost []string) {
	pattern := inUTF8
	if !utf8.ValidString(text) {
		pattern = inASCII
	}
	all := made
	for _, m := range messages {
		all += "\n" + quoted.ReplaceAllStringFunc(m, unquoted)
	}
	kept := count(all, pattern)
	text = escapedSpace.ReplaceAllString(text, " ")
	for _, e := range ambiguous {
		text = e.pattern.ReplaceAllStringFunc(text, func(found string) string {
			switch {
			case holds(kept, count(found, pattern)):
				return " * "
			case holds(kept, count(e.pattern.ReplaceAllString(found, e.or), pattern)):
				return " * " + e.rest
			}
			lost = append(lost, strconv.Quote(found))
			return " * "
		})
	}
	text = withoutLast(text)
	for word, n := range count(text, pattern) {
		squares, err := strconv.Atoi(word)
		switch {
		case kept[word] >= n, isNumber(word) && kept[word] > 0:
		case word == "N" && kept["146"] > 0:
		case err == nil && squares > 100 && squares < 10000 && kept[strconv.Itoa(squares/100)] > 0 && kept[strconv.Itoa(squares%100)] > 0:
		default:
			lost = append(lost, fmt.Sprintf("%q (%d of %d)", word, n-kept[word], n))
		}
	}
	slices.Sort(lost)
	return lost
}

// withoutLast returns a text without the numbers in front of results. Each is
// looked at in the whole text: what may be a result may also be a number and a part
// of the next result.
func withoutLast(text string) string {
	patterns := append(resultTags(text), beforeResult)
	var rest strings.Builder
	from := 0
	for _, at := range number.FindAllStringIndex(text, -1) {
		if slices.ContainsFunc(patterns, func(p *regexp.Regexp) bool { return p.MatchString(text[at[0]:]) }) {
			rest.WriteString(text[from:at[0]] + "#")
			from = at[1]
		}
	}
	return rest.String() + text[from:]
}

// lastNumber matches a number in front of a result, at the head of a text.
func lastNumber(result string) *regexp.Regexp {
	return regexp.MustCompile(`\A[0-9]{1,6}` + space + `+(?:` + result + `)`)
}

// resultTags returns patterns of numbers in front of what the Result tags of a text
// say.
func resultTags(text string) (patterns []*regexp.Regexp) {
	for _, tag := range resultTag.FindAllStringSubmatch(strings.ToValidUTF8(text, "\ufffd"), -1) {
		points := tagHyphen.Split(strings.TrimSpace(tag[1]), -1)
		if len(points) < 2 {
			continue // half a point, which is known, or no result
		}
		for i, p := range points {
			points[i] = `0*` + regexp.QuoteMeta(strings.TrimLeft(p, "0"))
		}
		result := strings.Join(points, tagHyphen.String())
		if joined := tagHyphen.ReplaceAllString(strings.TrimSpace(tag[1]), ""); len(joined) == 4 && isNumber(joined) {
			result += "|" + joined // two squares
		}
		patterns = append(patterns, lastNumber(`(?:`+result+`)(?:[^0-9]|$)`))
	}
	return patterns
}

// holds reports whether all numbers of found are among the words that are kept.
func holds(kept, found map[string]int) bool {
	for number := range found {
		if kept[number] == 0 {
			return false
		}
	}
	return true
}

// unquoted returns what a quoted text says.
func unquoted(text string) string {
	if said, err := strconv.Unquote(text); err == nil {
		return said
	}
	return text
}

func count(text string, pattern *regexp.Regexp) map[string]int {
	text = half.ReplaceAllString(escapedSpace.ReplaceAllString(text, " "), " 1/2 ")
	words := map[string]int{}
	for _, word := range pattern.FindAllString(captureX.Replace(text), -1) {
		if isNumber(word) {
			word = strings.TrimLeft(word[:len(word)-1], "0") + word[len(word)-1:]
		}
		words[word]++
	}
	return words
}

func isNumber(word string) bool { return strings.Trim(word, "0123456789") == "" }
