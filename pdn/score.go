package pdn

import (
	"bytes"
	"strings"
	"unicode"
)

// The points of one side, as a score spells them.
type points struct {
	n        int  // bytes
	half     bool // a half and nothing else: ½ or 1/2
	fraction bool // not a whole number: 1½, 16.5
	sign     byte // the + or - of 1+ and 1-, which some write of draws
}

// letterHalf returns the size of the letter ½ at the head of b, in UTF-8 or
// Latin-1, or 0.
func letterHalf(b []byte) int {
	switch {
	case bytes.HasPrefix(b, []byte("½")):
		return len("½")
	case len(b) > 0 && b[0] == 0xbd:
		return 1
	}
	return 0
}

// matchPoints looks at the head of b for points of up to three digits. Their n is
// 0 if there are none.
func matchPoints(b []byte) points {
	whole := digits(b)
	n := len(whole)
	if size := letterHalf(b[n:]); size > 0 {
		return points{n: n + size, half: n == 0, fraction: true}
	}
	if n == 0 || n > 3 {
		return points{}
	}
	rest := b[n:]
	switch {
	case string(whole) == "1" && bytes.HasPrefix(rest, []byte("/2")):
		return points{n: len("1/2"), half: true, fraction: true}
	case len(rest) > 1 && (rest[0] == '.' || rest[0] == ',') && isDigit(rest[1]):
		if decimals := len(digits(rest[1:])); decimals <= 2 {
			return points{n: n + 1 + decimals, fraction: true}
		}
	case len(rest) > 0 && (rest[0] == '+' || rest[0] == '-'):
		return points{n: n + 1, sign: rest[0]}
	}
	return points{n: n}
}

// matchMixed looks for points like 1 1/2. They can be a move number and a half,
// too, so only where the Result tag has the same they are read.
func matchMixed(b []byte) points {
	whole := digits(b)
	bare := bytes.TrimLeft(b[len(whole):], " ")
	if len(whole) == 0 || len(bare) == len(b)-len(whole) {
		return points{}
	}
	half := matchPoints(bare)
	if !half.half {
		return points{}
	}
	return points{n: len(b) - len(bare) + half.n, fraction: true}
}

// matchScore looks for a score that has more in it than two whole numbers: halves,
// as 1/2-1/2 and 1½-½; decimals, as 1.02-0.98; signs, as 1+ - 1-. One half alone is
// half a point for each side. A fraction on one side only makes a word, so that no
// part of it is taken for a result.
func matchScore(b []byte) (match, bool) {
	first := matchPoints(b)
	if first.n == 0 || !first.fraction && first.sign == 0 {
		return match{}, false
	}
	return joinScore(b, first, matchPoints)
}

// matchMixedScore looks for a score in which points are like 1 1/2.
func matchMixedScore(b []byte) (match, bool) {
	either := func(b []byte) points {
		if p := matchMixed(b); p.n > 0 {
			return p
		}
		return matchPoints(b)
	}
	first := either(b)
	if first.n == 0 || !first.fraction {
		return match{}, false
	}
	return joinScore(b, first, either)
}

func joinScore(b []byte, first points, matchPoints func([]byte) points) (match, bool) {
	rest := bytes.TrimLeft(b[first.n:], " \t")
	separator, size := matchSeparator(rest)
	if separator == 'x' {
		size = 0
	}
	bare := bytes.TrimLeft(rest[size:], " \t\r\n")
	second := matchPoints(bare)
	at := len(b) - len(bare) + second.n
	switch {
	case size == 0 || second.n == 0:
		if first.half && endsScore(b[first.n:]) {
			return match{kind: tokScore, n: first.n, text: draw}, true
		}
		return match{}, false
	case first.sign != 0:
		if second.sign == 0 || second.sign == first.sign || !endsScore(b[at:]) {
			return match{}, false
		}
	case !second.fraction:
		// 1.32-28 is a number and a move.
		return match{kind: tokWord}, b[len(digits(b))] != '.'
	case first.half && second.half && bytes.HasPrefix(bare, []byte("1/2")) && firstNumber(digits(b[at:]), b[at+len(digits(b[at:])):]):
		return match{kind: tokResult, n: at, text: draw}, true
	case !endsScore(b[at:]):
		return match{kind: tokWord}, b[len(digits(b))] != '.'
	}
	white, black := spelledPoints(b[:first.n]), spelledPoints(bare[:second.n])
	if isHalf(white) && isHalf(black) {
		return match{kind: tokResult, n: at, text: draw}, true
	}
	return match{kind: tokScore, n: at, text: white + "-" + black}, true
}

// draw is the result whose points are halves.
const draw = "1/2-1/2"

// spelledPoints returns points in UTF-8, with one blank for several.
func spelledPoints(b []byte) string {
	return strings.Join(strings.Fields(understood(string(b))), " ")
}

// isHalf reports whether points are half a point.
func isHalf(points string) bool {
	switch points {
	case "½", "1/2", "0.5", "0,5":
		return true
	}
	return false
}

// endsScore reports whether a score can end where b begins.
func endsScore(b []byte) bool {
	r, size := decode(b)
	if size == 0 {
		return true
	}
	if separator, _ := matchSeparator(b); separator != 0 {
		return false
	}
	if r == '.' || r == ',' {
		return len(b) == size || !isDigit(b[size])
	}
	return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '/'
}

// spelled returns the text of a Result tag as the Reader reads the same result or
// score in the movetext.
func spelled(tag string) string {
	tag = strings.TrimSpace(tag)
	if _, known := results[tag]; known || tag == "" || len(tag) >= window {
		return tag
	}
	b := []byte(tag)
	m, ok := matchMixedScore(b)
	switch {
	case ok && m.n == len(b):
	case isDigit(b[0]):
		m = matchNumeric(b)
	default:
		m, _ = matchScore(b)
	}
	if m.n == len(b) && isMoveOrResult(m) && (!m.joined || m.dots) {
		return m.text
	}
	return tag
}
