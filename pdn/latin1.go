package pdn

import (
	"strings"
	"unicode/utf8"
)

// extended are the characters of Windows-1252 from 0x80 on, where ISO 8859-1 has
// control characters, which no record means. From 0xA0 on both are Unicode. Five
// bytes stand for nothing.
var extended = [...]rune{
	'€', utf8.RuneError, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', utf8.RuneError, 'Ž', utf8.RuneError,
	utf8.RuneError, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', utf8.RuneError, 'ž', 'Ÿ',
}

// latin1 returns the character that a byte of 0x80 or more stands for.
func latin1(c byte) rune {
	if int(c)-utf8.RuneSelf < len(extended) {
		return extended[c-utf8.RuneSelf]
	}
	return rune(c)
}

// decoded returns a text that has been added in UTF-8. It is UTF-8 or Latin-1 as a
// whole, whatever the texts around it are.
func (l *lexer) decoded(text string, line int) string {
	if utf8.ValidString(text) {
		return text
	}
	if runes := multiByte(text); runes > 0 {
		l.mixed = true
		l.multi -= runes
	}
	if text = fromLatin1(text); strings.ContainsRune(text, utf8.RuneError) {
		l.fault(line, "a byte that stands for no character becomes U+FFFD", "UTF-8")
	}
	if len(text) <= maxToken {
		return text
	}
	l.fault(line, "text longer than 1 MiB, its end left out", "shorter text")
	end := maxToken
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// multiByte counts the characters of a text that are several bytes of UTF-8.
func multiByte(text string) (n int) {
	for i := 0; i < len(text); {
		_, size := utf8.DecodeRuneInString(text[i:])
		if size > 1 {
			n++
		}
		i += size
	}
	return n
}

// encoding says what the game's bytes were.
func (b *builder) encoding() {
	if !b.broken {
		return
	}
	g := b.game
	g.Encoding, g.several = Latin1, b.multi
	switch {
	case b.mixed:
		b.problem(g.Line, "a text is UTF-8 in part: it is read as Latin-1", "one encoding")
	case b.multi:
		b.problem(g.Line, "part of the text is UTF-8 and part is not: the other texts are read as Latin-1", "one encoding")
	}
}

// understood returns in UTF-8 what the lexer takes a text for, which must know the
// runes before it knows the text: bytes that are no UTF-8 are Latin-1 one by one.
func understood(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			r = latin1(text[i])
		}
		b.WriteRune(r)
		i += size
	}
	return b.String()
}

// fromLatin1 returns in UTF-8 what the bytes of text say in Latin-1.
func fromLatin1(text string) string {
	high := 0
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			high++
		}
	}
	if high == 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + high)
	for i := range len(text) {
		if c := text[i]; c < utf8.RuneSelf {
			b.WriteByte(c)
		} else {
			b.WriteRune(latin1(c))
		}
	}
	return b.String()
}
