package pdn

import (
	"iter"
	"slices"
	"strings"
)

// Game is one game record. The caller owns it; the Reader keeps no part of it.
type Game struct {
	Tags     []Tag     // in the order found, repeated names included
	Movetext []Element // the main line with everything that stands in it
	Result   string    // the terminator; "" counts as "*"

	File   string // the name given to NewReader
	Number int    // 1 for the first game of its file
	Line   int    // of the game's first token, from 1
	Offset int64  // of the game's first token, in bytes (of UTF-8 where the file is UTF-16)

	Encoding  Encoding // of its text in the file; here all strings are UTF-8
	FirstMove int      // the number of its first move; 0 counts as 1

	Problems []*Error // what had to be repaired to read this game

	raw      []byte // as found, first to last token, of UTF-16 in UTF-8; nil if not known or with blanks of over 8 MiB
	elements int    // that Movetext had when it was read
	several  bool   // texts in UTF-8 stand beside others in Latin-1
	settled  bool   // Replay has reported what it found
}

// Tag is a name and its value, without the quotes and escapes of the file.
type Tag struct{ Name, Value string }

// Is reports whether t has that name, in whatever capitals.
func (t Tag) Is(name string) bool { return strings.EqualFold(t.Name, name) }

// Element is a piece of movetext: a [Move], [Comment], [NAG], [Variation] or
// [Setup].
type Element interface{ element() }

type (
	// Move is a move as its text has it, legal or not: squares joined by - or
	// x. An unknown move is "-", a null move "--".
	Move struct {
		Text     string
		Strength string // a run of ! and ?, perhaps in parentheses; or ""
		Line     int    // where it was read; 0 in games made by a program

		// Of the first move of a variation: it replaces not the move before the
		// variation but the one so many moves earlier; at -1 it follows that move.
		Back int
	}

	// Comment is the text between the braces. It cannot hold a }.
	Comment string

	// NAG is a numeric annotation, as in $4, from 0 to 255.
	NAG uint8

	// Variation replaces the move before it, or another one if the Back of its
	// first move says so. Without one, it begins at the start of its line.
	Variation []Element

	// Setup is a FEN that replaces the position; "B::" and "W::" change the
	// side to move only.
	Setup string
)

func (Move) element()      {}
func (Comment) element()   {}
func (NAG) element()       {}
func (Variation) element() {}
func (Setup) element()     {}

// Tag returns the value of the first tag of that name, in whatever capitals, or "".
func (g *Game) Tag(name string) string {
	if i := g.tagIndex(name); i >= 0 {
		return g.Tags[i].Value
	}
	return ""
}

// SetTag gives the first tag of that name, in whatever capitals, a new value, or
// appends the tag.
func (g *Game) SetTag(name, value string) {
	if i := g.tagIndex(name); i >= 0 {
		g.Tags[i].Value = value
		return
	}
	g.Tags = append(g.Tags, Tag{name, value})
}

func (g *Game) tagIndex(name string) int {
	return slices.IndexFunc(g.Tags, func(t Tag) bool { return t.Is(name) })
}

// Moves yields the moves of the main line.
func (g *Game) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for _, e := range g.Movetext {
			if m, ok := e.(Move); ok && !yield(m) {
				return
			}
		}
	}
}

// Annotate adds elements to the n-th move of the main line, from 1; with n = 0,
// before the first move. NAGs come to stand behind the move and the NAGs it
// has, the other elements behind all that stands before the next move. It
// panics if there is no n-th move.
func (g *Game) Annotate(n int, elements ...Element) {
	at := 0
	for seen := 0; seen < n; at++ {
		if at == len(g.Movetext) {
			panic("BUG: Annotate behind the last move")
		}
		if _, ok := g.Movetext[at].(Move); ok {
			seen++
		}
	}
	for at < len(g.Movetext) && isNAG(g.Movetext[at]) {
		at++
	}
	for _, e := range elements {
		if isNAG(e) {
			g.Movetext = slices.Insert(g.Movetext, at, e)
			at++
		}
	}
	for at < len(g.Movetext) {
		if _, ok := g.Movetext[at].(Move); ok {
			break
		}
		at++
	}
	for _, e := range elements {
		if !isNAG(e) {
			g.Movetext = slices.Insert(g.Movetext, at, e)
			at++
		}
	}
}

func isNAG(e Element) bool {
	_, ok := e.(NAG)
	return ok
}

// first returns the place of the variation's first move, or -1.
func (v Variation) first() int { return slices.IndexFunc(v, isMoveElement) }

// back returns the Back of the variation's first move.
func (v Variation) back() int {
	if i := v.first(); i >= 0 {
		return v[i].(Move).Back
	}
	return 0
}
