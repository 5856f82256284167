package pdn

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"
)

// eof is the rune behind the last one.
const eof rune = -1

// inputSize is how far ahead an input can look, in bytes.
const inputSize = 64 << 10

// input is a text as a row of runes that knows its place. Every kind of line
// end reads as '\n', and a byte that is no UTF-8 as the Latin-1 rune.
type input struct {
	r      io.Reader
	buf    []byte // unread bytes are buf[start:end]
	start  int
	end    int
	err    error // of r, io.EOF included; no byte follows the unread ones
	line   int
	offset int64
}

var errUTF16 = errors.New("the file is UTF-16: want UTF-8 or Latin-1")

func newInput(r io.Reader) input {
	return input{r: r, buf: make([]byte, inputSize), line: 1}
}

// begin passes over a byte order mark.
func (in *input) begin() {
	head := in.ahead(3)
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		in.start += 3
		in.offset += 3
	case bytes.HasPrefix(head, []byte("\xfe\xff")), bytes.HasPrefix(head, []byte("\xff\xfe")):
		in.start, in.end = 0, 0
		in.err = errUTF16
	}
}

// ahead returns the next n bytes, fewer at the end of the input. They are valid
// until the next call of a method.
func (in *input) ahead(n int) []byte {
	for empty := 0; in.end-in.start < n && in.err == nil; {
		if in.start > 0 && in.start+n > len(in.buf) {
			in.end = copy(in.buf, in.buf[in.start:in.end])
			in.start = 0
		}
		read, err := in.r.Read(in.buf[in.end:])
		in.end += read
		in.err = err
		if read > 0 {
			empty = 0
		} else if empty++; empty == 100 && err == nil {
			in.err = io.ErrNoProgress
		}
	}
	return in.buf[in.start:min(in.start+n, in.end)]
}

// decode returns the first rune of b and its size; a carriage return takes the
// line feed behind it along.
func decode(b []byte) (rune, int) {
	if len(b) == 0 {
		return eof, 0
	}
	switch c := b[0]; {
	case c == '\r' && len(b) > 1 && b[1] == '\n':
		return '\n', 2
	case c == '\r':
		return '\n', 1
	case c < utf8.RuneSelf:
		return rune(c), 1
	}
	r, n := utf8.DecodeRune(b)
	if r == utf8.RuneError && n == 1 {
		r = rune(b[0])
	}
	return r, n
}

// plain reports whether a byte is a rune that ends no line. Nearly all are, and
// so they have a short way.
func plain(c byte) bool { return c >= ' ' && c < utf8.RuneSelf }

// peek returns the next rune without taking it.
func (in *input) peek() rune {
	if in.start < in.end && plain(in.buf[in.start]) {
		return rune(in.buf[in.start])
	}
	r, _ := decode(in.ahead(utf8.UTFMax))
	return r
}

// next takes the next rune.
func (in *input) next() rune {
	if in.start < in.end && plain(in.buf[in.start]) {
		in.start++
		in.offset++
		return rune(in.buf[in.start-1])
	}
	r, n := decode(in.ahead(utf8.UTFMax))
	in.start += n
	in.offset += int64(n)
	if r == '\n' {
		in.line++
	}
	return r
}

// skip takes the runes of the next n bytes.
func (in *input) skip(n int) {
	for to := in.offset + int64(n); in.offset < to; {
		in.next()
	}
}

// failure returns the error that ended the input early, or nil.
func (in *input) failure() error {
	if in.err == io.EOF {
		return nil
	}
	return in.err
}
