package pdn

import (
	"io"
	"slices"
	"unicode/utf8"
)

// eof is the rune behind the last one.
const eof rune = -1

// inputSize is how far ahead an input can look, in bytes.
const inputSize = 64 << 10

// maxRaw bounds the bytes that an input keeps of a game as it was found.
const maxRaw = 8 << 20

// input is a text as a row of runes that knows its place. Every kind of line
// end reads as '\n', and a byte that is no UTF-8 as the Latin-1 rune.
type input struct {
	r      transcoder
	buf    []byte // unread bytes are buf[start:end]; the rune taken last stands before them
	start  int
	end    int
	err    error // of r, io.EOF included; no byte follows the unread ones
	line   int
	offset int64
	size   int // of the rune taken last, in bytes

	encoding Encoding // that the transcoder has met at the last reach

	broken bool // a byte that is no UTF-8 was taken
	multi  int  // so many runes of several bytes were taken
	nul    bool // a NUL was taken

	kept   []byte // what was taken from the offset keptAt on
	keptAt int64
	saved  int  // buf[saved:start] are taken bytes that kept does not hold yet
	gap    bool // kept is full and has missed bytes
}

func newInput(r io.Reader) input {
	return input{r: newTranscoder(r), buf: make([]byte, inputSize+2*utf8.UTFMax), line: 1}
}

// ahead returns the next n bytes, fewer at the end of the input. They are valid
// until the next call of a method.
func (in *input) ahead(n int) []byte {
	for in.end-in.start < n && in.err == nil {
		if in.start > in.size && in.start+n > len(in.buf)-utf8.UTFMax {
			in.save()
			in.end = copy(in.buf, in.buf[in.start-in.size:in.end])
			in.start, in.saved = in.size, in.size
		}
		var read int
		read, in.err = in.r.Read(in.buf[in.end:])
		in.end += read
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
		r = latin1(b[0])
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
		in.size = 1
		return rune(in.buf[in.start-1])
	}
	r, n := decode(in.ahead(utf8.UTFMax))
	in.start += n
	in.offset += int64(n)
	in.size = n
	switch {
	case r == '\n':
		in.line++
	case r == 0:
		in.nul = true
	case r >= utf8.RuneSelf && n == 1:
		in.broken = true
	case r >= utf8.RuneSelf:
		in.multi++
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

// reach returns the encoding of the next byte, UTF8 unless it was UTF-16.
func (in *input) reach() Encoding {
	in.encoding = in.r.encodingAt(in.encoding, in.offset)
	return in.encoding
}

// save keeps the bytes taken since it was called last, if there is room.
func (in *input) save() {
	in.reach()
	taken := in.buf[in.saved:in.start]
	in.saved = in.start
	if in.gap = in.gap || len(in.kept)+len(taken) > maxRaw; !in.gap {
		in.kept = append(in.kept, taken...)
	}
}

// full reports whether no more can be kept before something is forgotten.
func (in *input) full() bool { return in.gap || len(in.kept)+in.start-in.saved > maxRaw }

// forget drops what was kept before an offset that has been reached, and all if
// some is missing.
func (in *input) forget(before int64) {
	in.save()
	n := before - in.keptAt
	if in.gap {
		n, before, in.gap = int64(len(in.kept)), in.offset, false
	}
	if n > 0 || before > in.keptAt {
		in.kept = in.kept[:copy(in.kept, in.kept[n:])]
		in.keptAt = before
	}
}

// found returns a copy of the bytes between two offsets, or nil if they were not
// all kept.
func (in *input) found(from, to int64) []byte {
	in.save()
	if from < in.keptAt || to > in.keptAt+int64(len(in.kept)) {
		return nil
	}
	return slices.Clone(in.kept[from-in.keptAt : to-in.keptAt])
}
