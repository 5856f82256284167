package pdn

import (
	"bytes"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// Encoding is how the bytes of a game stand for characters.
type Encoding uint8

const (
	UTF8    Encoding = iota // ASCII included
	Latin1                  // Windows-1252, and so ISO 8859-1: what is no UTF-8
	UTF16LE                 // low byte first
	UTF16BE                 // high byte first
)

func (e Encoding) String() string {
	return [...]string{"UTF-8", "Latin-1", "UTF-16LE", "UTF-16BE"}[e]
}

// transcoder passes a file's bytes on, but UTF-16 as UTF-8. A byte order mark
// begins UTF-16 wherever it stands, and that of UTF-8 ends it: files get joined.
type transcoder struct {
	r        io.Reader
	buf      []byte
	start    int // unread bytes are buf[start:end]
	end      int
	err      error
	begun    bool
	encoding Encoding // UTF8 for all that is passed on untouched
	passed   int64
	turns    []turn // not yet asked for
}

// turn is a change of the encoding at an offset in the bytes passed on.
type turn struct {
	at       int64
	encoding Encoding
}

func newTranscoder(r io.Reader) transcoder {
	return transcoder{r: r, buf: make([]byte, 16<<10)}
}

// Read passes on at least one byte or returns an error; p must have room for
// four.
func (t *transcoder) Read(p []byte) (n int, err error) {
	for n == 0 {
		if t.fill(); t.start == t.end {
			return 0, t.err
		}
		if t.begin(); t.encoding == UTF8 {
			n = copy(p, t.buf[t.start:t.start+t.untouched()])
			t.start += n
		} else {
			n = t.decode(p)
		}
	}
	t.passed += int64(n)
	return n, nil
}

// fill reads on if fewer than four bytes are at hand, which is what a byte order
// mark with a character behind it, or a surrogate pair, takes.
func (t *transcoder) fill() {
	if t.end-t.start >= 4 {
		return
	}
	t.end = copy(t.buf, t.buf[t.start:t.end])
	t.start = 0
	for empty := 0; t.end < 4 && t.err == nil; {
		read, err := t.r.Read(t.buf[t.end:])
		t.end += read
		t.err = err
		if read > 0 {
			empty = 0
		} else if empty++; empty == 100 && err == nil {
			t.err = io.ErrNoProgress
		}
	}
}

// begin looks for a mark at the next byte.
func (t *transcoder) begin() {
	head := t.buf[t.start:t.end]
	first := !t.begun
	t.begun = true
	switch e, marked := utf16Mark(head, first); {
	case marked && e != t.encoding:
		t.start += 2
		t.turnTo(e)
	case first && len(head) >= 4 && isASCIIUnit(head[1], head[0]) && isASCIIUnit(head[3], head[2]):
		t.turnTo(UTF16LE)
	case first && len(head) >= 4 && isASCIIUnit(head[0], head[1]) && isASCIIUnit(head[2], head[3]):
		t.turnTo(UTF16BE)
	case t.encoding != UTF8 && bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		t.turnTo(UTF8)
	}
}

func (t *transcoder) turnTo(e Encoding) {
	t.encoding = e
	t.turns = append(t.turns, turn{t.passed, e})
}

// utf16Mark reports whether b begins with a byte order mark of UTF-16. Elsewhere
// than at the start of a file an ASCII character must follow.
func utf16Mark(b []byte, first bool) (e Encoding, ok bool) {
	switch {
	case len(b) < 2:
	case b[0] == 0xff && b[1] == 0xfe:
		return UTF16LE, first || len(b) >= 4 && isASCIIUnit(b[3], b[2])
	case b[0] == 0xfe && b[1] == 0xff:
		return UTF16BE, first || len(b) >= 4 && isASCIIUnit(b[2], b[3])
	}
	return UTF8, false
}

// isASCIIUnit reports whether the two bytes of a UTF-16 unit make a character
// that a PDN file consists of.
func isASCIIUnit(high, low byte) bool {
	return high == 0 && low < utf8.RuneSelf && (low >= ' ' || low >= '\t' && low <= '\r')
}

// untouched returns how many bytes, one at least, can be passed on before a
// mark may stand. The last three at hand may be the head of one.
func (t *transcoder) untouched() int {
	b := t.buf[t.start:t.end]
	for from := 1; ; {
		i := bytes.IndexByte(b[min(from, len(b)):], 0xff)
		j := bytes.IndexByte(b[min(from, len(b)):], 0xfe)
		if i < 0 && j < 0 {
			return len(b)
		}
		if i < 0 || j >= 0 && j < i {
			i = j
		}
		i += from
		if _, marked := utf16Mark(b[i:], false); marked || t.err == nil && i+4 > len(b) {
			return i
		}
		from = i + 1
	}
}

// decode turns units into characters as far as p has room and no mark stands. A
// lone surrogate, and half a unit at the end, become U+FFFD.
func (t *transcoder) decode(p []byte) (n int) {
	unit := func(i int) rune {
		if t.encoding == UTF16LE {
			return rune(t.buf[i]) | rune(t.buf[i+1])<<8
		}
		return rune(t.buf[i])<<8 | rune(t.buf[i+1])
	}
	for len(p)-n >= utf8.UTFMax {
		left := t.end - t.start
		if left == 0 || left < 4 && t.err == nil {
			break
		}
		head := t.buf[t.start:t.end]
		if e, marked := utf16Mark(head, false); n > 0 && (marked && e != t.encoding || head[0] == 0xef) {
			break // begin decides
		}
		r, size := utf8.RuneError, 1
		if left >= 2 {
			r, size = unit(t.start), 2
		}
		if utf16.IsSurrogate(r) {
			pair := utf8.RuneError
			if left >= 4 {
				pair = utf16.DecodeRune(r, unit(t.start+2))
			}
			if pair != utf8.RuneError {
				size = 4
			}
			r = pair
		}
		t.start += size
		n += utf8.EncodeRune(p[n:], r)
	}
	return n
}

// encodingAt returns the encoding of the byte at an offset that is not before
// the one asked for earlier, when the answer was was.
func (t *transcoder) encodingAt(was Encoding, offset int64) Encoding {
	for len(t.turns) > 0 && t.turns[0].at <= offset {
		was = t.turns[0].encoding
		t.turns = t.turns[1:]
	}
	return was
}
