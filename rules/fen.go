package rules

import (
	"fmt"
	"strconv"
	"strings"
)

// maxFEN bounds the text ParseFEN looks at, in bytes: fifty pieces written one
// by one take less than 300.
const maxFEN = 4096

// FENError says where and why a FEN text cannot be read.
type FENError struct {
	Text   string // the whole text, cut at 80 bytes
	Column int    // 1 is the first byte
	Reason string
}

func (e *FENError) Error() string {
	return fmt.Sprintf("FEN %q, column %d: %s", e.Text, e.Column, e.Reason)
}

// ParseFEN reads a position, as in "W:W31-50:B1-20": the side to move, then the
// two sides' squares in either order, separated by commas. A K before a square
// or a range makes kings of it. A final full stop, spaces between the parts, a
// side without pieces and the move counters that some servers append (":H3",
// ":F12", which are ignored) are allowed. Anything else is a [*FENError].
func ParseFEN(text string) (Position, error) {
	r := fenReader{text: text}
	if len(text) > maxFEN {
		return Position{}, r.fault("%d bytes are too many: want at most %d", len(text), maxFEN)
	}
	p, err := r.position()
	if err != nil {
		return Position{}, err
	}
	return p, nil
}

type fenReader struct {
	text string
	at   int
	p    Pieces
	seen Bitboard
}

func (r *fenReader) fault(format string, args ...any) error {
	text := r.text
	if len(text) > 80 {
		text = text[:80]
	}
	return &FENError{Text: text, Column: r.at + 1, Reason: fmt.Sprintf(format, args...)}
}

// peek returns the next byte that is not a space, or 0 at the end.
func (r *fenReader) peek() byte {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
	if r.at == len(r.text) {
		return 0
	}
	return r.text[r.at]
}

func (r *fenReader) position() (Position, error) {
	var turn Color
	switch r.peek() {
	case 'W':
	case 'B':
		turn = Black
	case '?':
		return Position{}, r.fault("the side to move is unknown (?): want W or B")
	case 0:
		return Position{}, r.fault("empty: want something like W:W31-50:B1-20")
	default:
		return Position{}, r.fault("the side to move is %q: want W or B", r.text[r.at])
	}
	r.at++
	if c := r.peek(); c >= '0' && c <= '9' || c == 'K' {
		r.at = 0
		return Position{}, r.fault("the side to move is missing: want W: or B: before the pieces")
	}
	var have [2]bool
	for {
		switch r.peek() {
		case ':':
		case 0:
			return Position{}, r.fault("the text ends before both sides' pieces were given")
		default:
			return Position{}, r.fault("%q stands where a colon is due", r.text[r.at])
		}
		r.at++
		var c Color
		switch r.peek() {
		case 'W':
		case 'B':
			c = Black
		default:
			return Position{}, r.fault("want W or B and that side's squares here")
		}
		if have[c] {
			return Position{}, r.fault("the pieces of %s are given twice", c)
		}
		have[c] = true
		r.at++
		if err := r.side(c); err != nil {
			return Position{}, err
		}
		if have[White] && have[Black] {
			break
		}
	}
	if err := r.end(); err != nil {
		return Position{}, err
	}
	p, err := NewPosition(r.p, turn)
	if err != nil {
		r.at = 0
		return Position{}, r.fault("%s", err)
	}
	return p, nil
}

// side reads the comma-separated pieces of c, which may be none.
func (r *fenReader) side(c Color) error {
	switch r.peek() {
	case ':', '.', 0:
		return nil
	}
	for {
		if err := r.pieces(c); err != nil {
			return err
		}
		if r.peek() != ',' {
			return nil
		}
		r.at++
	}
}

// pieces reads one piece or one range of them.
func (r *fenReader) pieces(c Color) error {
	set := &r.p.WhiteMen
	if c == Black {
		set = &r.p.BlackMen
	}
	if r.peek() == 'K' {
		set = &r.p.WhiteKings
		if c == Black {
			set = &r.p.BlackKings
		}
		r.at++
	}
	r.peek()
	start := r.at
	first, err := r.square()
	if err != nil {
		return err
	}
	last := first
	if r.peek() == '-' {
		r.at++
		if last, err = r.square(); err != nil {
			return err
		}
	}
	switch c := r.peek(); c {
	case ',', ':', '.', 0:
	default:
		return r.fault("%q stands where a comma or a colon is due", c)
	}
	end := r.at
	r.at = start // where the faults below are
	if last < first {
		return r.fault("the range %d-%d runs backwards", first, last)
	}
	for s := first; s <= last; s++ {
		if r.seen.Has(s) {
			return r.fault("square %d is given twice", s)
		}
		r.seen |= s.Bit()
		*set |= s.Bit()
		man := set == &r.p.WhiteMen || set == &r.p.BlackMen
		if man && crown[c].Has(s) {
			return r.fault("a %s man cannot stand on %d, its own promotion row", c, s)
		}
	}
	r.at = end
	return nil
}

func (r *fenReader) square() (Square, error) {
	c := r.peek()
	if c >= 'a' && c <= 'h' || c >= 'A' && c <= 'H' {
		return NoSquare, r.fault("%q: letters are the notation of the 8x8 games, want squares 1 to 50", c)
	}
	start := r.at
	for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
		r.at++
	}
	digits := r.text[start:r.at]
	r.at = start
	if digits == "" {
		if c == 0 {
			return NoSquare, r.fault("the text ends where a square is due")
		}
		return NoSquare, r.fault("%q stands where a square is due", c)
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || n > 50 || len(digits) > 2 {
		return NoSquare, r.fault("there is no square %s: want 1 to 50", digits)
	}
	r.at += len(digits)
	return Square(n), nil
}

// end accepts the move counters and the full stop after the pieces.
func (r *fenReader) end() error {
	for r.peek() == ':' {
		r.at++
		if c := r.peek(); c != 'H' && c != 'F' {
			return r.fault("want nothing more here than the counters H and F")
		}
		r.at++
		start := r.at
		for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
			r.at++
		}
		if r.at == start {
			return r.fault("want a number after the counter's letter")
		}
	}
	if r.peek() == '.' {
		r.at++
	}
	if r.peek() != 0 {
		return r.fault("%q stands after the end of the position", r.text[r.at])
	}
	return nil
}

// FEN writes p in the one form that all readers take: White first, men before
// kings, each square by itself, as in "W:W27,K35:B11,23".
func (p Position) FEN() string {
	b := []byte{"WB"[p.turn]}
	for c := White; c <= Black; c++ {
		b = append(b, ':', "WB"[c])
		var list []string
		for s := range p.Men(c).Squares() {
			list = append(list, s.String())
		}
		for s := range p.Kings(c).Squares() {
			list = append(list, "K"+s.String())
		}
		b = append(b, strings.Join(list, ",")...)
	}
	return string(b)
}
