package rules

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The bounds of what ParseFEN does.
const (
	maxFEN    = 4096 // bytes of text: fifty pieces written one by one take less than 300
	maxFaults = 5    // that one error names
)

// FENError says where and why a FEN text cannot be read.
type FENError struct {
	Text string // the whole text, cut at 80 characters
	FENFault
	More []FENFault // the faults after the first one, as far as an error names them
}

// FENFault is one thing that is wrong in a FEN text.
type FENFault struct {
	Column int // 1 is the first character
	Reason string
}

func (e *FENError) Error() string {
	text := fmt.Sprintf("FEN %q, column %d: %s", e.Text, e.Column, e.Reason)
	for _, f := range e.More {
		text += fmt.Sprintf("; column %d: %s", f.Column, f.Reason)
	}
	return text
}

// ParseFEN reads a position, as in "W:W31-50:B1-20": the side to move, then the
// two sides' squares in either order, separated by commas or blanks. A K before a
// square or a range makes kings of it. Small letters, leading zeros, the look-alikes
// of the hyphen, a final full stop, spaces between the parts, a side without pieces
// and the move counters that some servers append (":H3", ":F12", which are ignored)
// are allowed. Anything else is a [*FENError].
func ParseFEN(text string) (Position, error) {
	r := fenReader{text: text}
	if len(text) > maxFEN {
		r.fault("%d bytes are too many: want at most %d", len(text), maxFEN)
		return Position{}, r.err()
	}
	p := r.position()
	return p, r.err()
}

type fenReader struct {
	text   string
	at     int
	p      Pieces
	seen   Bitboard
	faults []FENFault
}

// fenEnd is what peek returns at the end of the text.
const fenEnd rune = -1

// fault notes what is wrong at this place. The reading goes on.
func (r *fenReader) fault(format string, args ...any) { r.faultAt(r.at, format, args...) }

func (r *fenReader) faultAt(at int, format string, args ...any) {
	if len(r.faults) < maxFaults {
		column := utf8.RuneCountInString(r.text[:at]) + 1
		r.faults = append(r.faults, FENFault{column, fmt.Sprintf(format, args...)})
	}
}

// err returns the error of the faults noted, or nil.
func (r *fenReader) err() error {
	if len(r.faults) == 0 {
		return nil
	}
	text := r.text
	if characters := []rune(text[:min(len(text), maxFEN)]); len(characters) > 80 {
		text = string(characters[:80])
	}
	return &FENError{Text: text, FENFault: r.faults[0], More: r.faults[1:]}
}

// peek returns the next character that is not white space, or fenEnd.
func (r *fenReader) peek() rune {
	for {
		c, size := utf8.DecodeRuneInString(r.text[r.at:])
		if size == 0 {
			return fenEnd
		}
		if !unicode.IsSpace(c) {
			return c
		}
		r.at += size
	}
}

// goesOn reports whether another piece of the same side follows, white space alone
// before it.
func (r *fenReader) goesOn() bool {
	next := r.peek()
	before, _ := utf8.DecodeLastRuneInString(r.text[:r.at])
	return unicode.IsSpace(before) && (isDigit(next) || isKing(next))
}

// take passes over the character that peek returns.
func (r *fenReader) take() {
	r.peek()
	_, size := utf8.DecodeRuneInString(r.text[r.at:])
	r.at += size
}

// skipTo passes over all that stands before the next of the characters in ends.
func (r *fenReader) skipTo(ends string) {
	if n := strings.IndexAny(r.text[r.at:], ends); n >= 0 {
		r.at += n
	} else {
		r.at = len(r.text)
	}
}

// color returns the side that a letter names.
func color(letter rune) (c Color, ok bool) {
	switch letter {
	case 'W', 'w':
		return White, true
	case 'B', 'b':
		return Black, true
	}
	return White, false
}

func (r *fenReader) position() Position {
	if r.peek() == fenEnd {
		r.fault("empty: want something like W:W31-50:B1-20")
		return Position{}
	}
	turn := r.turn()
	if !r.sides() {
		return Position{}
	}
	if r.end(); len(r.faults) > 0 {
		return Position{}
	}
	p, err := NewPosition(r.p, turn)
	if err != nil {
		r.faultAt(0, "%s", err)
	}
	return p
}

// turn reads the side to move, up to the colon. Where that is missing, the letter
// stays, because pieces follow it.
func (r *fenReader) turn() Color {
	at, letter := r.at, r.peek()
	turn, ok := color(letter)
	switch {
	case ok:
		r.take()
		if c := r.peek(); isDigit(c) || isKing(c) {
			r.faultAt(at, "the side to move is missing: want W: or B: before the pieces")
			r.at = at
		}
		return turn
	case letter == '?':
		r.fault("the side to move is unknown (?): want W or B")
	default:
		r.fault("the side to move is %q: want W or B", letter)
	}
	r.skipTo(":")
	return turn
}

// sides reads the pieces of both sides and reports whether it has found them.
func (r *fenReader) sides() bool {
	var have [2]bool
	for !have[White] || !have[Black] {
		next := r.peek()
		c, bare := color(next)
		switch {
		case next == fenEnd:
			r.fault("the text ends before both sides' pieces were given")
			return false
		case next == ':':
			r.take()
			bare = false
		case !bare || len(r.faults) == 0:
			r.fault("%q stands where a colon is due", next)
			bare = false
			if r.skipTo(":"); r.peek() == fenEnd {
				return false
			}
			r.take()
		}
		if !bare {
			var ok bool
			if c, ok = color(r.peek()); !ok {
				r.fault("want W or B and that side's squares here")
				if r.skipTo(":"); r.peek() == fenEnd {
					return false
				}
				continue
			}
		}
		if have[c] {
			r.fault("the pieces of %s are given twice", c)
		}
		have[c] = true
		r.take()
		r.side(c)
	}
	return true
}

// side reads the pieces of c, which may be none.
func (r *fenReader) side(c Color) {
	switch r.peek() {
	case ':', '.', fenEnd:
		return
	}
	for {
		r.piece(c)
		if r.peek() == ',' {
			r.take()
		} else if !r.goesOn() {
			return
		}
	}
}

// piece reads one piece or one range of them, and what does not belong there.
func (r *fenReader) piece(c Color) {
	set, man := &r.p.WhiteMen, true
	if c == Black {
		set = &r.p.BlackMen
	}
	if isKing(r.peek()) {
		set, man = &r.p.WhiteKings, false
		if c == Black {
			set = &r.p.BlackKings
		}
		r.take()
	}
	r.peek()
	start := r.at
	first, ok := r.square()
	last := first
	if ok && strings.ContainsRune(hyphens, r.peek()) {
		r.take()
		last, ok = r.square()
	}
	switch next := r.peek(); {
	case !ok:
		r.skipTo(",: \t\r\n")
		return
	case next == ',' || next == ':' || next == '.' || next == fenEnd:
	case r.goesOn():
	default:
		r.fault("%q stands where a comma or a colon is due", next)
		r.skipTo(",: \t\r\n")
	}
	if last < first {
		r.faultAt(start, "the range %d-%d runs backwards", first, last)
	}
	for s := first; s <= last; s++ {
		if r.seen.Has(s) {
			r.faultAt(start, "square %d is given twice", s)
			return
		}
		r.seen |= s.Bit()
		*set |= s.Bit()
		if man && crown[c].Has(s) {
			r.faultAt(start, "a %s man cannot stand on %d, its own promotion row", c, s)
			return
		}
	}
}

// eightByEight matches a square as the small boards name it, as c3.
var eightByEight = regexp.MustCompile(`^[a-hA-H][1-8]([^0-9]|$)`)

// square reads the number of a square.
func (r *fenReader) square() (s Square, ok bool) {
	c := r.peek()
	rest := r.text[r.at:]
	digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
	switch {
	case digits != "":
	case c == fenEnd:
		r.fault("the text ends where a square is due")
		return NoSquare, false
	case c == 'B' && r.seen != 0 || c == 'W':
		r.fault("%q stands where a square is due: want a colon before the letter of a side", c)
		return NoSquare, false
	case eightByEight.MatchString(rest):
		r.fault("%q: letters are the notation of the 8x8 games, want squares 1 to 50", c)
		return NoSquare, false
	default:
		r.fault("%q stands where a square is due", c)
		return NoSquare, false
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || n > 50 {
		r.fault("there is no square %s: want 1 to 50", digits)
		return NoSquare, false
	}
	r.at += len(digits)
	return Square(n), true
}

// end accepts the move counters and the full stop after the pieces.
func (r *fenReader) end() {
	for r.peek() == ':' {
		r.take()
		if c := r.peek(); !strings.ContainsRune("HFhf", c) {
			r.fault("want nothing more here than the counters H and F")
			return
		}
		r.take()
		number := strings.TrimLeft(r.text[r.at:], "0123456789")
		if len(number) == len(r.text)-r.at {
			r.fault("want a number after the counter's letter")
			return
		}
		r.at = len(r.text) - len(number)
	}
	if r.peek() == '.' {
		r.take()
	}
	if c := r.peek(); c != fenEnd {
		r.fault("%q stands after the end of the position", c)
	}
}

func isDigit(c rune) bool { return c >= '0' && c <= '9' }

func isKing(c rune) bool { return c == 'K' || c == 'k' }

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
