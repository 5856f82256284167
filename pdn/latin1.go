package pdn

import (
	"strings"
	"unicode/utf8"
)

// decode turns the texts of a game whose bytes are not all UTF-8 from Latin-1.
func (b *builder) decode() {
	if !b.broken {
		return
	}
	g := b.game
	g.Encoding = Latin1
	if g.mixed = b.multi; g.mixed {
		b.problem(g.Line, "part of the text is UTF-8 and part is not: all is read as Latin-1", "one encoding")
	}
	text := func(s string) string {
		s = fromLatin1(s)
		if len(s) <= maxToken {
			return s
		}
		b.problem(g.Line, "text longer than 1 MiB, its end left out", "shorter text")
		end := maxToken
		for !utf8.RuneStart(s[end]) {
			end--
		}
		return s[:end]
	}
	for i, t := range g.Tags {
		g.Tags[i] = Tag{understood(t.Name), text(t.Value)}
	}
	var decode func(line []Element)
	decode = func(line []Element) {
		for i, e := range line {
			switch e := e.(type) {
			case Comment:
				line[i] = Comment(text(string(e)))
			case Setup:
				line[i] = Setup(text(string(e)))
			case Variation:
				decode(e)
			}
		}
	}
	decode(g.Movetext)
}

// understood returns a text in UTF-8 as the lexer has taken it, which cannot know
// yet whether the game is Latin-1: rune by rune.
func understood(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for text != "" {
		r, n := decode([]byte(text))
		b.WriteRune(r)
		text = text[n:]
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
		b.WriteRune(rune(text[i]))
	}
	return b.String()
}
