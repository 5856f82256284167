package pdn

import (
	"bytes"
	"cmp"
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
	tokScore // what is a result only if the Result tag says the same, or the game ends there
	tokStar
	tokComment
	tokPercent // a line from % on
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
	name   string // of a tag; of a number, score or move without a hyphen, the text found
	nag    NAG
	line   int
	offset int64
	end    int64   // the offset behind it
	blank  bool    // an empty line stands before it
	glued  bool    // nothing stands between it and the token before
	joined bool    // a move whose squares nothing separates, as 3228, or a full stop
	dots   bool    // of a number: dots follow it; of a move: a full stop separates its squares
	black  bool    // of a number: its dots say that Black's move follows
	dotted bool    // two dots or more stand before it, apart from any number
	odd    bool    // a tag whose name begins with no letter
	faults []fault // found while reading the token

	// Of the bytes since the token before:
	encoding Encoding // UTF8 unless they were UTF-16
	broken   bool     // not all are UTF-8
	multi    bool     // not all are ASCII or of texts that are broken
	mixed    bool     // a text is UTF-8 in part
}

// word returns the text of a token that is a word where it stands.
func (t *token) word() string {
	if t.kind == tokMove || t.kind == tokNumber || t.kind == tokScore || t.kind == tokResult {
		return cmp.Or(t.name, t.text)
	}
	if t.kind == tokOpen {
		return "("
	}
	return t.text
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
	mixed  bool   // as of the token at hand
	faults []fault
	closed int64  // a } is known to stand at this offset
	breaks int    // the line ends before a % line, which count for what follows
	score  string // what the last Result tag says, if it is points like 1 1/2
	texts  map[string]string
}

// intern returns b as a string, the same one for the same text of up to five
// bytes, of which there are not too many.
func (l *lexer) intern(b []byte) string {
	if len(b) > 5 {
		return string(b)
	}
	text, ok := l.texts[string(b)]
	if !ok {
		if l.texts == nil {
			l.texts = map[string]string{}
		}
		text = string(b)
		l.texts[text] = text
	}
	return text
}

func (l *lexer) fault(line int, problem, want string) {
	if len(l.faults) < maxProblems {
		l.faults = append(l.faults, fault{line, problem, want})
	}
}

// add appends r to the text of the token at hand, as far as maxToken allows,
// and as the bytes found. Beyond ASCII, it must be the rune that next has just
// returned. A NUL is left out.
func (l *lexer) add(r rune) {
	size := 1
	if r >= utf8.RuneSelf {
		size = l.size
	}
	switch l.cut = l.cut || len(l.text)+size > maxToken; {
	case l.cut || r == 0:
	case size == 1 && r < utf8.RuneSelf:
		l.text = append(l.text, byte(r))
	default:
		l.text = append(l.text, l.buf[l.start-size:l.start]...)
	}
}

// take returns the text added since the last take, in UTF-8.
func (l *lexer) take(line int) string { return l.decoded(l.added(line), line) }

// added returns the text added since the last take as its bytes were found.
func (l *lexer) added(line int) string {
	if l.cut {
		l.fault(line, "text longer than 1 MiB, its end left out", "shorter text")
	}
	text := string(l.text)
	l.text, l.cut = l.text[:0], false
	return text
}

func (l *lexer) scan() token {
	l.broken, l.multi, l.mixed, l.nul = false, 0, false, false
	breaks, dots, glued := l.noise()
	if l.full() {
		l.forget(l.offset)
	}
	breaks += l.breaks
	t := token{line: l.line, offset: l.offset, blank: breaks > 1, glued: glued, dotted: dots > 1, encoding: l.reach()}
	l.token(&t)
	if l.breaks = 0; t.kind == tokPercent {
		l.breaks = breaks
	}
	if l.nul {
		l.fault(t.line, "NUL bytes are left out", "text")
	}
	t.faults, l.faults = l.faults, nil
	t.end, t.broken, t.multi, t.mixed = l.offset, l.broken, l.multi > 0, l.mixed
	return t
}

// noise passes over what carries no word: white space, dots that touch no number,
// and the backslash letters that stand for white space in texts cut out of other
// formats. It counts the line ends and the dots.
func (l *lexer) noise() (breaks, dots int, none bool) {
	for from := l.offset; ; {
		switch r := l.peek(); {
		case r == '\n':
			breaks++
			l.next()
		case r == '.':
			dots++
			l.next()
		case r == '…':
			dots += 2
			l.next()
		case isSpace(r):
			l.next()
		case r == '\\' && isEscapedSpace(l.ahead(2)):
			if l.ahead(2)[1] == 'n' {
				breaks++
			}
			l.skip(2)
		default:
			return breaks, dots, l.offset == from
		}
	}
}

func isSpace(r rune) bool {
	return r == ' ' || unicode.IsSpace(r) || r == '\ufeff' || r == '\u200b' || r == 0
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
	case r == '%':
		t.kind = tokPercent
		t.text = strings.Trim("% "+l.lineComment(), " ")
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
		m, _ := matchScore(l.ahead(window))
		l.matched(t, m)
	case r >= '0' && r <= '9':
		if n := plainMove(l.ahead(8)); n > 0 {
			t.kind, t.text = tokMove, l.intern(l.ahead(n))
			l.skip(n)
			break
		}
		if l.score != "" {
			if m, ok := matchMixedScore(l.ahead(window)); ok && m.text == l.score {
				l.matched(t, m)
				break
			}
		}
		l.matched(t, matchNumeric(l.ahead(window)))
	case r < 0x80 && isFile(byte(r)):
		l.matched(t, matchLetters(l.ahead(window)))
	default:
		l.word(t)
	}
}

func (l *lexer) matched(t *token, m match) {
	if m.n == 0 || m.kind == tokWord || m.n >= window {
		l.word(t)
		return
	}
	t.joined, t.dots = m.joined, m.dots
	if found := l.ahead(m.n); t.joined || m.kind == tokScore {
		t.name = understood(string(found))
	} else if m.kind == tokNumber {
		t.name = understood(l.intern(found))
		t.black = len(t.name)-len(digits(found)) > 1 // an ellipsis has three bytes
	} else if string(found) != m.text { // without padding, it is one word
		t.name = strings.Join(strings.Fields(understood(string(found))), "")
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
