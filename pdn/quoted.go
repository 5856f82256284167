package pdn

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxLowerName is the longest name, in bytes of UTF-8, of a tag that begins with
// no capital: whether it is a tag must be seen within the window, in Windows-1252 and
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
	case !unicode.IsUpper(r) && !isTagHead(inner):
		l.bracketed(t)
		return
	}
	t.odd = !unicode.IsLetter(r)
	l.skip(len(head) - len(inner))
	for r := l.peek(); r != eof && !endsName(r); r = l.peek() {
		l.add(l.next())
	}
	t.kind, t.name = tokTag, understood(l.added(t.line))
	for isSpace(l.peek()) {
		l.next()
	}
	if r := l.peek(); isQuote(r) {
		what := "tag " + shorten(t.name)
		if l.next(); r != '"' {
			l.fault(t.line, what+" has other quotes around its value", `[Name "value"]`)
		}
		t.text = l.quoted(r, ']', what)
		l.noteScore(t)
		return
	}
	for r := l.peek(); r != eof && r != '\n' && r != ']'; r = l.peek() {
		l.add(l.next())
	}
	if l.peek() == ']' {
		l.next()
	}
	problem, escaped := "tag "+shorten(t.name)+" has no value in quotes", ""
	if t.text, escaped = withoutEscapedQuotes(strings.Trim(l.take(t.line), " \t")); escaped != "" {
		problem += ", but in " + escaped + " and " + escaped
	}
	l.noteScore(t)
	l.fault(t.line, problem, `[Name "value"]`)
}

// isTagHead reports whether b, from behind the bracket on, begins with the name of
// a tag, whatever characters that consists of, and a value in double quotes. What
// begins with a sign of the movetext, or is an embedded command, is none.
func isTagHead(b []byte) bool {
	if r, _ := decode(b); r == eof || endsName(r) || strings.ContainsRune("%{}();", r) {
		return false
	}
	end := 0
	for end < len(b) {
		r, size := decode(b[end:])
		if endsName(r) {
			break
		}
		end += size
	}
	rest := bytes.TrimLeft(b[end:], " \t\r\n")
	if len(rest) == len(b)-end && bytes.HasSuffix(b[:end], []byte(`\`)) {
		return false // an escaped quote in the value of another tag
	}
	r, _ := decode(rest)
	return inUTF8(b[:end]) <= maxLowerName && isDoubleQuote(r)
}

// endsName reports whether r cannot be part of a tag's name.
func endsName(r rune) bool { return isSpace(r) || r == '[' || r == ']' || isDoubleQuote(r) }

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
	r, size := decode(rest)
	if !ok || !isQuote(r) {
		l.word(t)
		return
	}
	l.skip(len(head) - len(rest) + size)
	if r != '"' {
		l.fault(t.line, "setup has other quotes around its value", `/FEN "value"/`)
	}
	t.kind, t.text = tokSetup, l.quoted(r, '/', "setup")
}

// quoted reads a value that begins with the quote opening, its closing quote and
// the closer behind that. A quote with something else behind it belongs to the
// value: many writers do not escape it. A value, or what should follow it, that is
// missing at the end of a line counts as closed there.
func (l *lexer) quoted(opening rune, closer byte, what string) string {
	line, bare := l.line, false
	for {
		switch r := l.next(); {
		case r == eof:
			l.fault(line, what+" is not closed", `a quote and a `+string(closer))
			return l.take(line)
		case r == '\\':
			if next := l.peek(); next == '"' || next == '\\' {
				r = l.next()
			}
			l.add(r)
		case r == '"' || opening != '"' && isQuote(r):
			b := l.ahead(window)
			rest := bytes.TrimLeft(b, " \t\r\n")
			gap := b[:len(b)-len(rest)]
			switch {
			case len(rest) > 0 && rest[0] == closer:
				l.skip(len(gap) + 1)
				return l.take(line)
			case isSingleQuote(r): // as in O'Neill
			case len(rest) == 0 || rest[0] == '[' && (opening == '"' || isTagLine(rest)) || bytes.ContainsAny(gap, "\r\n"):
				l.fault(line, what+" is not closed behind its value", "a "+string(closer))
				return l.take(line)
			case !bare && r == '"':
				bare = true
				l.fault(line, what+` has a bare quote in its value`, `\"`)
			}
			l.add(r)
		case isQuote(r) && l.closes(closer):
			l.skip(bytes.IndexByte(l.ahead(window), closer) + 1)
			l.fault(line, what+" ends with another quote than it begins with", `a " at both ends`)
			return l.take(line)
		case r == '\n':
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

// closes reports whether the closer that follows a quote of another kind than the
// opening one ends the value all the same: another tag follows, or no " with a
// closer stands in the rest of the line.
func (l *lexer) closes(closer byte) bool {
	b := bytes.TrimLeft(l.ahead(window), " \t")
	if len(b) == 0 || b[0] != closer {
		return false
	}
	b = bytes.TrimLeft(b[1:], " \t")
	if isTagLine(b) {
		return true
	}
	if end := bytes.IndexAny(b, "\r\n"); end >= 0 {
		b = b[:end]
	} else if len(b) > window/2 {
		return false // more than can be seen
	}
	for i := range b {
		if b[i] == '"' && bytes.HasPrefix(bytes.TrimLeft(b[i+1:], " \t"), []byte{closer}) {
			return false
		}
	}
	return true
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
	if !isTagLine(rest) || !empty && !isEvent(rest) {
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

// isTagLine reports whether b begins with a tag that has a value in double quotes.
func isTagLine(b []byte) bool { return len(b) > 0 && b[0] == '[' && isTagHead(b[1:]) }

// isEvent reports whether a tag is the one that begins a game wherever it stands.
func isEvent(tag []byte) bool {
	const event = "Event"
	return len(tag) > len(event)+1 && strings.EqualFold(string(tag[1:len(event)+1]), event) && tag[len(event)+1] == ' '
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
