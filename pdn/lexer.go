package pdn

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxToken bounds the text of one token, in bytes.
const maxToken = 1 << 20

type kind uint8

const (
	tokEOF kind = iota
	tokTag
	tokMove
	tokNumber
	tokResult
	tokStar
	tokComment
	tokOpen
	tokClose
	tokNAG
	tokSetup
	tokStrength
	tokWord // what is no notation; "" where a fault alone is to be reported
)

type token struct {
	kind   kind
	text   string // the value, for a tag
	name   string // of a tag
	nag    NAG
	line   int
	offset int64
	blank  bool    // an empty line stands before it
	glued  bool    // nothing stands between it and the token before
	faults []fault // found while reading the token
}

// fault is an Error that does not know its game yet.
type fault struct {
	line          int
	problem, want string
}

// lexer cuts a text into tokens.
type lexer struct {
	input
	text   []byte // of the token at hand
	cut    bool   // text has lost its end
	faults []fault
	closed int64 // a } is known to stand at this offset
}

func (l *lexer) fault(line int, problem, want string) {
	if len(l.faults) < maxProblems {
		l.faults = append(l.faults, fault{line, problem, want})
	}
}

// add appends r to the text of the token at hand, as far as maxToken allows.
func (l *lexer) add(r rune) {
	if l.cut = l.cut || len(l.text)+utf8.RuneLen(r) > maxToken; !l.cut {
		l.text = utf8.AppendRune(l.text, r)
	}
}

// take returns the text added since the last take.
func (l *lexer) take(line int) string {
	if l.cut {
		l.fault(line, "text longer than 1 MiB, its end left out", "shorter text")
	}
	text := string(l.text)
	l.text, l.cut = l.text[:0], false
	return text
}

func (l *lexer) scan() token {
	breaks, glued := l.noise()
	t := token{line: l.line, offset: l.offset, blank: breaks > 1, glued: glued}
	l.token(&t)
	t.faults, l.faults = l.faults, nil
	return t
}

// noise passes over what carries no meaning: white space, % lines, dots that
// touch no number, and the backslash letters that stand for white space in
// texts cut out of other formats.
func (l *lexer) noise() (breaks int, none bool) {
	for from := l.offset; ; {
		switch r := l.peek(); {
		case r == '\n':
			breaks++
			l.next()
		case isSpace(r) || r == '.' || r == '…':
			l.next()
		case r == '%':
			for l.peek() != '\n' && l.peek() != eof {
				l.next()
			}
		case r == '\\' && isEscapedSpace(l.ahead(2)):
			l.skip(2)
		default:
			return breaks, l.offset == from
		}
	}
}

func isSpace(r rune) bool {
	return unicode.IsSpace(r) || r == '\ufeff' || r == '\u200b'
}

func isEscapedSpace(b []byte) bool {
	return len(b) == 2 && b[0] == '\\' && strings.IndexByte("nrt", b[1]) >= 0
}

// token reads the token that begins here.
func (l *lexer) token(t *token) {
	switch r := l.peek(); {
	case r == eof:
		t.kind = tokEOF
	case r == '[':
		l.bracket(t)
	case r == '{':
		t.kind = tokComment
		t.text = l.comment()
	case r == ';':
		t.kind = tokComment
		t.text = l.lineComment()
	case r == '}':
		l.next()
		t.kind = tokWord
		l.fault(t.line, "a } closes no comment", "a { before it")
	case r == '(':
		l.parenthesis(t)
	case r == ')':
		l.next()
		t.kind = tokClose
	case r == '*':
		l.next()
		t.kind, t.text = tokStar, "*"
	case r == '!' || r == '?':
		t.kind = tokStrength
		for r := l.peek(); r == '!' || r == '?'; r = l.peek() {
			l.add(l.next())
		}
		t.text = l.take(t.line)
	case r == '$':
		l.nag(t)
	case r == '/':
		l.setup(t)
	case r == '-':
		l.unknownMove(t)
	case r == '½':
		l.matched(t, matchLetterHalves(l.ahead(window)))
	case r >= '0' && r <= '9':
		l.matched(t, matchNumeric(l.ahead(window)))
	case r < 0x80 && isFile(byte(r)):
		l.matched(t, matchLetters(l.ahead(window)))
	default:
		l.word(t)
	}
}

func matchLetterHalves(b []byte) match {
	const draw = "½-½"
	if strings.HasPrefix(string(b), draw) {
		return match{tokResult, len(draw), "1/2-1/2"}
	}
	return match{kind: tokWord}
}

func (l *lexer) matched(t *token, m match) {
	if m.kind == tokWord || m.n >= window {
		l.word(t)
		return
	}
	l.skip(m.n)
	t.kind, t.text = m.kind, m.text
}

// word reads what is no notation up to white space or a sign that is. The first
// rune belongs to it whatever it is.
func (l *lexer) word(t *token) {
	t.kind = tokWord
	for l.add(l.next()); ; l.add(l.next()) {
		if r := l.peek(); r == eof || isSpace(r) || strings.ContainsRune("{}()[]", r) {
			break
		}
	}
	t.text = l.take(t.line)
}

// parenthesis reads a strength in parentheses, or the opening one only.
func (l *lexer) parenthesis(t *token) {
	head := l.ahead(window)
	inner := bytes.TrimLeft(head[1:], "!?")
	if n := len(head) - len(inner); n > 1 && len(inner) > 0 && inner[0] == ')' {
		t.kind, t.text = tokStrength, string(head[:n+1])
		l.skip(n + 1)
		return
	}
	l.next()
	t.kind = tokOpen
}

func (l *lexer) nag(t *token) {
	number := digits(l.ahead(window)[1:])
	n, err := strconv.ParseUint(string(number), 10, 8)
	if err != nil || len(number) > 3 {
		l.word(t)
		return
	}
	l.skip(1 + len(number))
	t.kind, t.nag = tokNAG, NAG(n)
}

// unknownMove reads - or -- standing alone, in the place of a move.
func (l *lexer) unknownMove(t *token) {
	b := l.ahead(8)
	n := 1
	if len(b) > 1 && b[1] == '-' {
		n = 2
	}
	if r, _ := decode(b[n:]); r != eof && !isSpace(r) && !strings.ContainsRune("!?(){}[]$*", r) {
		l.word(t)
		return
	}
	t.kind, t.text = tokMove, string(b[:n])
	l.skip(n)
}
