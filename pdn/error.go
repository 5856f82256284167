package pdn

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Error says what is wrong with a game, and where.
type Error struct {
	File    string
	Game    int    // its number in the file; 0 if it is not about one game
	Line    int    // 0 if unknown
	Ply     int    // the move of the main line it is about, from 1; or 0
	Problem string // what is wrong
	Want    string // what would be right; may be empty
	Err     error  // the cause: of package rules, or ErrVariant; may be nil
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
	}
	if b.Len() > 0 {
		b.WriteString(": ")
	}
	if e.Game > 0 {
		fmt.Fprintf(&b, "game %d: ", e.Game)
	}
	if e.Ply > 0 {
		fmt.Fprintf(&b, "ply %d: ", e.Ply)
	}
	b.WriteString(e.Problem)
	if e.Want != "" {
		b.WriteString(": want " + e.Want)
	}
	return b.String()
}

func (e *Error) Unwrap() error { return e.Err }

// shorten cuts a text to 40 characters for use in a message.
func shorten(text string) string { return cutTo(text, 40) }

// cutTo cuts a text to that many characters. It returns UTF-8 whatever the text is.
func cutTo(text string, most int) string {
	if len(text) > (most+1)*utf8.UTFMax {
		text = text[:(most+1)*utf8.UTFMax]
		for !utf8.RuneStart(text[len(text)-1]) && len(text) > most {
			text = text[:len(text)-1]
		}
		text = text[:len(text)-1]
	}
	if !utf8.ValidString(text) {
		text = fromLatin1(text)
	}
	runes := 0
	for i := range text {
		if runes == most {
			return text[:i] + "..."
		}
		runes++
	}
	return text
}
