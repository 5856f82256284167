package pdn

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
)

// window is how much text decides what a move, number or result is, in bytes:
// enough for the longest route with padding.
const window = 256

// maxNumber is how many digits a move number has at most.
const maxNumber = 6

// match is what stands at the head of a text: a token of the given kind, n
// bytes long. The kind is tokWord if the text is neither move, number nor
// result; n has no meaning then.
type match struct {
	kind   kind
	n      int
	text   string
	joined bool // a move whose squares nothing separates, or a full stop
	dots   bool // of a number: dots follow it; of a move: a full stop separates its squares
}

// plainMove returns the length of the move at the head of b if it is written as
// a Writer would and cannot be read in another way; else 0, and matchNumeric
// decides.
func plainMove(b []byte) int {
	square := func(at int) int {
		switch {
		case at >= len(b) || b[at] < '1' || b[at] > '9':
			return 0
		case at+1 < len(b) && isDigit(b[at+1]):
			return 2
		}
		return 1
	}
	first := square(0)
	if first == 0 || first >= len(b) || b[first] != '-' && b[first] != 'x' {
		return 0
	}
	second := square(first + 1)
	n := first + 1 + second
	if second == 0 || first+second == 2 || n >= len(b) || strings.IndexByte(" \n\r\t!?{($", b[n]) < 0 {
		return 0
	}
	return n
}

// matchNumeric looks at a text that begins with a digit.
func matchNumeric(b []byte) match {
	first := digits(b)
	at := len(first)
	if at <= maxNumber && at+1 < len(b) && b[at] == '.' && b[at+1] == ' ' {
		return match{kind: tokNumber, n: at + 1, text: trimZeros(first), dots: true} // as nearly all numbers
	}
	if m, ok := matchScore(b); ok {
		return m
	}
	if m, ok := matchDotted(b, first); ok {
		return m
	}
	if dots := matchDots(b[at:]); dots > 0 && at <= maxNumber {
		if rest := b[at+dots:]; len(rest) > 0 && isDigit(rest[0]) && !isMoveOrResult(matchNumeric(rest)) {
			return match{kind: tokWord} // as 12.05.2021
		}
		return match{kind: tokNumber, n: at + dots, text: trimZeros(first), dots: true}
	}
	if at > 3 {
		return matchJoined(b, first)
	}
	squares, separators := append(make([][]byte, 0, 8), first), make([]byte, 0, 8)
	for {
		separator, n := matchJoint(b[at:], len(squares) == 1)
		if n == 0 {
			break
		}
		square := digits(b[at+n:])
		squares, separators = append(squares, square), append(separators, separator)
		at += n + len(square)
	}
	if len(squares) == 1 {
		if !endsNumber(b[at:]) {
			return match{kind: tokWord} // half a move, or as 5th
		}
		return match{kind: tokNumber, n: at, text: trimZeros(first)}
	}
	if len(squares) == 2 && separators[0] != 'x' {
		if n := scoreLength(first, squares[1], b[at:]); n > 0 {
			m := match{kind: tokResult, n: at - len(squares[1]) + n, text: string(first) + "-" + string(squares[1][:n])}
			if separators[0] == ':' && m.text == "1-1" {
				m.kind = tokScore // or a capture
			}
			return m
		}
	}
	var text strings.Builder
	for i, s := range squares {
		if len(s) > 3 {
			return match{kind: tokWord}
		}
		if i > 0 {
			separator := separators[i-1]
			if separator == ':' {
				separator = 'x'
			}
			text.WriteByte(separator)
		}
		text.WriteString(trimZeros(s))
	}
	if _, ok := results[text.String()]; ok {
		return match{kind: tokWord} // as 01-1: neither a result nor two squares
	}
	return match{kind: tokMove, n: at, text: text.String()}
}

func isMoveOrResult(m match) bool {
	return m.kind == tokMove || m.kind == tokResult || m.kind == tokScore
}

// matchDotted looks for a move of two squares with a full stop between them, as
// 32.28.
func matchDotted(b, first []byte) (match, bool) {
	at := len(first)
	if at > 2 || at+1 >= len(b) || b[at] != '.' {
		return match{}, false
	}
	second := digits(b[at+1:])
	end := at + 1 + len(second)
	if len(second) == 0 || len(second) > 2 || !isSquare(first) || !isSquare(second) || !endsJoined(b[end:]) || matchDots(b[end:]) > 0 {
		return match{}, false
	}
	text := trimZeros(first) + "-" + trimZeros(second)
	_, ok := results[text]
	return match{kind: tokMove, n: end, text: text, joined: true, dots: true}, !ok
}

// endsNumber reports whether a number without dots can end where b begins.
func endsNumber(b []byte) bool {
	r, size := decode(b)
	return size == 0 || isSpace(r) || strings.ContainsRune("{}()[];!?$*", r)
}

// matchJoined looks for a move of two squares with nothing between them, as
// 3228; first are the digits that b begins with.
func matchJoined(b, first []byte) match {
	if len(first) != 4 || !isSquare(first[:2]) || !isSquare(first[2:]) {
		return match{kind: tokWord}
	}
	if !endsJoined(b[4:]) {
		return match{kind: tokWord}
	}
	text := trimZeros(first[:2]) + "-" + trimZeros(first[2:])
	if _, ok := results[text]; ok {
		return match{kind: tokWord}
	}
	return match{kind: tokMove, n: 4, text: text, joined: true}
}

// endsJoined reports whether a move without a hyphen between its squares can end
// where b begins.
func endsJoined(b []byte) bool {
	if r, size := decode(b); size > 0 && (unicode.IsLetter(r) || unicode.IsNumber(r) || strings.ContainsRune("/:,;=_%", r)) {
		return false
	}
	_, n := matchJoint(b, false)
	return n == 0
}

// isSquare reports whether one or two digits name a square of the 10x10 board.
func isSquare(b []byte) bool {
	n := 0
	for _, c := range b {
		n = n*10 + int(c-'0')
	}
	return n >= 1 && n <= 50
}

// scoreLength returns how many digits of second make a result with first; rest
// is the text behind them. It is all of them, or the head where the number of
// the next game's first move touches the result, as in "0-001.31-26".
func scoreLength(first, second, rest []byte) int {
	if _, ok := results[string(first)+"-"+string(second)]; ok {
		if matchPoints(append(slices.Clone(second), rest...)).fraction {
			return 0 // as 1-0.5
		}
		return len(second)
	}
	if _, ok := results[string(first)+"-"+string(second[:1])]; ok && firstNumber(second[1:], rest) {
		return 1
	}
	return 0
}

// firstNumber reports whether number, with rest behind it, numbers the first
// move of a game.
func firstNumber(number, rest []byte) bool {
	return trimZeros(number) == "1" && len(rest) > 0 && rest[0] == '.'
}

// matchJoint returns the separator at the head of b and the distance to the
// next square's first digit; 0 if no square follows. The square may stand after
// padding. If padded, padding may stand before the separator, too.
func matchJoint(b []byte, padded bool) (separator byte, n int) {
	if padded {
		n = len(b) - len(bytes.TrimLeft(b, " \t"))
	}
	separator, size := matchSeparator(b[n:])
	if size == 0 {
		return 0, 0
	}
	n += size
	bare := bytes.TrimLeft(b[n:], " \t\r\n")
	padding := len(b) - n - len(bare)
	square := digits(bare)
	if len(square) == 0 {
		return 0, 0
	}
	if rest := bare[len(square):]; padding > 0 && (matchDots(rest) > 0 || bytes.HasPrefix(rest, []byte{'/'}) || letterHalf(rest) > 0) {
		return 0, 0 // a move number, or half a point
	}
	return separator, n + padding
}

// matchSeparator returns the hyphen, x or colon that the sign at the head of b
// stands for, and the sign's size.
func matchSeparator(b []byte) (separator byte, size int) {
	r, size := decode(b)
	switch r {
	case '-', '‐', '‑', '‒', '–', '—', '−':
		return '-', size
	case 'x', 'X', '×':
		return 'x', size
	case ':':
		return ':', size
	}
	return 0, 0
}

// matchDots returns the length of the full stops and ellipses at the head of b.
func matchDots(b []byte) (n int) {
	for {
		r, size := decode(b[n:])
		if r != '.' && r != '…' {
			return n
		}
		n += size
	}
}

// matchLetters looks for a move of the 8x8 games that name squares by letters.
func matchLetters(b []byte) match {
	var text []byte
	for at := 0; ; {
		if len(b) < at+2 || !isFile(b[at]) || b[at+1] < '1' || b[at+1] > '8' {
			return match{kind: tokWord}
		}
		text = append(text, b[at], b[at+1])
		at += 2
		separator, n := matchSeparator(b[at:])
		if n == 0 {
			if len(text) == 2 || len(b) > at && isAlphanumeric(b[at]) {
				return match{kind: tokWord}
			}
			return match{kind: tokMove, n: at, text: string(text)}
		}
		if separator == ':' {
			separator = 'x'
		}
		text = append(text, separator)
		at += n
	}
}

func digits(b []byte) []byte {
	n := slices.IndexFunc(b, func(c byte) bool { return !isDigit(c) })
	if n < 0 {
		return b
	}
	return b[:n]
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isAlphanumeric(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// trimZeros drops leading zeros, but not a number's last digit.
func trimZeros(number []byte) string {
	for len(number) > 1 && number[0] == '0' {
		number = number[1:]
	}
	return string(number)
}

// isMove reports whether text is a move's text as the Reader would give it.
func isMove(text string) bool {
	if text == "-" || text == "--" {
		return true
	}
	if text == "" || len(text) >= window {
		return false
	}
	m := matchLetters([]byte(text))
	if isDigit(text[0]) {
		m = matchNumeric([]byte(text))
	}
	return m.kind == tokMove && m.n == len(text) && m.text == text
}
