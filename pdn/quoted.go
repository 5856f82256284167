package pdn

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxLowerName is the longest name, in bytes of UTF-8, of a tag that begins with
// no capital: whether it is a tag must be seen within the window, in Latin-1 and
// in the UTF-8 that is written of it.
const maxLowerName = 64

// inUTF8 returns how many bytes b takes in UTF-8.
func inUTF8(b []byte) int {
	size := 0
	for len(b) > 0 {
		r, n := decode(b)
		size += utf8.RuneLen(r)
		b = b[n:]
	}
	return size
}

// bracket reads a tag. Brackets that hold something else are words.
func (l *lexer) bracket(t *token) {
	head := l.ahead(window)
	inner := bytes.TrimLeft(head[1:], " \t\r\n")
	r, _ := decode(inner)
	switch {
	case r == '[':
		l.next()
		t.kind = tokWord
		l.fault(t.line, "a stray [ before another one", "one [ to open a tag")
		return
	case !unicode.IsLetter(r):
		l.bracketed(t)
		return
	case !unicode.IsUpper(r):
		// Lower case is a tag only if a value in quotes follows the name.
		end := bytes.IndexAny(inner, "\" \t\r\n[]")
		if end < 0 || inUTF8(inner[:end]) > maxLowerName || !bytes.HasPrefix(bytes.TrimLeft(inner[end:], " \t\r\n"), []byte{'"'}) {
			l.bracketed(t)
			return
		}
	}
	l.skip(len(head) - len(inner))
	for r := l.peek(); r != eof && !isSpace(r) && !strings.ContainsRune(`"[]`, r); r = l.peek() {
		l.add(l.next())
	}
	t.kind, t.name = tokTag, l.take(t.line)
	for isSpace(l.peek()) {
		l.next()
	}
	if l.peek() == '"' {
		l.next()
		t.text = l.quoted(']', "tag "+shorten(t.name))
		l.noteScore(t)
		return
	}
	for r := l.peek(); r != eof && r != '\n' && r != ']'; r = l.peek() {
		l.add(l.next())
	}
	if l.peek() == ']' {
		l.next()
	}
	t.text = strings.Trim(l.take(t.line), " \t")
	l.noteScore(t)
	l.fault(t.line, "tag "+shorten(t.name)+" has no value in quotes", `[Name "value"]`)
}

// noteScore keeps what a Result tag says if its points are like 1 1/2: without it
// they would be a move number and a result.
func (l *lexer) noteScore(t *token) {
	if !strings.EqualFold(t.name, "Result") {
		return
	}
	if l.score = spelled(t.text); !strings.Contains(l.score, " ") {
		l.score = ""
	}
}

// bracketed reads brackets that hold no tag, with what is in them, as a word.
func (l *lexer) bracketed(t *token) {
	t.kind = tokWord
	for {
		r := l.next()
		l.add(r)
		if next := l.peek(); r == ']' || next == eof || next == '\n' {
			break
		}
	}
	t.text = l.take(t.line)
}

// setup reads /FEN "..."/.
func (l *lexer) setup(t *token) {
	const open = "/FEN"
	head := l.ahead(window)
	rest, ok := bytes.CutPrefix(head, []byte(open))
	rest = bytes.TrimLeft(rest, " \t\r\n")
	if !ok || !bytes.HasPrefix(rest, []byte{'"'}) {
		l.word(t)
		return
	}
	l.skip(len(head) - len(rest) + 1)
	t.kind, t.text = tokSetup, l.quoted('/', "setup")
}

// quoted reads a value, its closing quote and the closer behind that. A quote
// with something else behind it belongs to the value: many writers do not
// escape it. A value, or what should follow it, that is missing at the end of a
// line counts as closed there.
func (l *lexer) quoted(closer byte, what string) string {
	line, bare := l.line, false
	for {
		switch r := l.next(); r {
		case eof:
			l.fault(line, what+" is not closed", `a quote and a `+string(closer))
			return l.take(line)
		case '\\':
			if next := l.peek(); next == '"' || next == '\\' {
				r = l.next()
			}
			l.add(r)
		case '"':
			b := l.ahead(window)
			rest := bytes.TrimLeft(b, " \t\r\n")
			gap := b[:len(b)-len(rest)]
			switch {
			case len(rest) > 0 && rest[0] == closer:
				l.skip(len(gap) + 1)
				return l.take(line)
			case len(rest) == 0 || rest[0] == '[' || bytes.ContainsAny(gap, "\r\n"):
				l.fault(line, what+" is not closed behind its value", "a "+string(closer))
				return l.take(line)
			}
			if !bare {
				bare = true
				l.fault(line, what+` has a bare quote in its value`, `\"`)
			}
			l.add(r)
		case '\n':
			// The next line may belong to the value, as in a FEN broken over
			// two lines, but a tag or an empty line does not.
			rest := bytes.TrimLeft(l.ahead(window), " \t")
			if len(rest) == 0 || strings.IndexByte("[\r\n", rest[0]) >= 0 {
				l.fault(line, what+" is not closed at the end of its line", `a quote and a `+string(closer))
				return l.take(line)
			}
			l.add(' ')
		default:
			l.add(r)
		}
	}
}

// comment reads {text}, without the braces.
func (l *lexer) comment() string {
	line := l.line
	l.next()
	for {
		switch r := l.next(); r {
		case eof:
			l.fault(line, "comment is not closed", "a }")
			return l.take(line)
		case '}':
			return l.take(line)
		case '\n':
			if l.gameFollows() {
				l.fault(line, "comment is not closed before the next game", "a }")
				return l.take(line)
			}
			l.add(' ')
		default:
			l.add(r)
		}
	}
}

// gameFollows reports whether an open comment ends at this start of a line,
// because it was never closed and a game begins: with [Event, or with a tag
// after an empty line. If a } comes before any { it was closed, and the tag is
// part of it. Of the text ahead only what an input holds is looked at.
func (l *lexer) gameFollows() bool {
	b := l.ahead(window)
	rest := bytes.TrimLeft(b, " \t\r\n")
	rest = bytes.TrimPrefix(rest, []byte("\ufeff"))
	empty := bytes.ContainsAny(b[:len(b)-len(rest)], "\r\n")
	if !bytes.HasPrefix(rest, []byte(`[Event "`)) && !(empty && isTagLine(rest)) {
		return false
	}
	if l.offset < l.closed {
		return false
	}
	b = l.ahead(inputSize)
	brace := bytes.IndexAny(b, "{}")
	if brace < 0 || b[brace] == '{' {
		return true
	}
	l.closed = l.offset + int64(brace)
	return false
}

// isTagLine reports whether b begins with [Name ".
func isTagLine(b []byte) bool {
	if len(b) < 2 || b[0] != '[' || b[1] < 'A' || b[1] > 'Z' {
		return false
	}
	name := bytes.TrimLeftFunc(b[1:], func(r rune) bool { return r < 0x80 && isAlphanumeric(byte(r)) || r == '_' })
	return bytes.HasPrefix(name, []byte(` "`))
}

// lineComment reads ;text to the end of the line. A } in it would end the
// comment when it is written in braces, so it becomes a parenthesis.
func (l *lexer) lineComment() string {
	line := l.line
	l.next()
	for r := l.peek(); r != eof && r != '\n'; r = l.peek() {
		l.add(l.next())
	}
	return withoutBrace(strings.Trim(l.take(line), " \t"))
}

func withoutBrace(text string) string { return strings.ReplaceAll(text, "}", ")") }
