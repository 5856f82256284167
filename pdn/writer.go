package pdn

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"drafthorse/rules"
)

// lineWidth is where movetext is broken, in characters.
const lineWidth = 80

// Writer writes games in the form that the package comment describes.
type Writer struct {
	w     io.Writer
	games int
}

// NewWriter returns a Writer on w. Each game is one call of w.Write.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write writes g, with an empty line before it if it is not the first. It
// refuses a game that would not read as the same game, save that line breaks in
// tags and comments become spaces.
func (w *Writer) Write(g *Game) error {
	if err := g.check(); err != nil {
		return fmt.Errorf("writing game %d: %w", w.games+1, err)
	}
	var s script
	if w.games > 0 {
		s.text.WriteByte('\n')
	}
	for _, t := range g.Tags {
		fmt.Fprintf(&s.text, "[%s %s]\n", t.Name, quote(t.Value))
	}
	if len(g.Tags) > 0 {
		s.text.WriteByte('\n')
	}
	s.movetext(g.Movetext, newCounter(g.firstNumber()))
	if g.Result != "" {
		s.atom(g.Result)
	}
	if _, known := results[g.Result]; !known {
		s.atom("*")
	}
	s.flush()
	s.text.WriteByte('\n')
	if _, err := io.WriteString(w.w, s.text.String()); err != nil {
		return fmt.Errorf("writing game %d: %w", w.games+1, err)
	}
	w.games++
	return nil
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r\n", " ", "\r", " ", "\n", " ")

func quote(value string) string { return `"` + escapes.Replace(value) + `"` }

// script is movetext in the making.
type script struct {
	text   strings.Builder
	column int
	held   string // the last atom, to which a parenthesis may yet be added
	open   bool   // held is a parenthesis that the next atom adheres to
}

// atom adds text that is not to be broken.
func (s *script) atom(text string) {
	if s.open {
		s.held += text
	} else {
		s.flush()
		s.held = text
	}
	s.open = false
}

// flush writes the atom held back, on a new line if this one is full.
func (s *script) flush() {
	if s.held == "" {
		return
	}
	width := utf8.RuneCountInString(s.held)
	switch {
	case s.column == 0:
	case s.column+1+width > lineWidth:
		s.text.WriteByte('\n')
		s.column = 0
	default:
		s.text.WriteByte(' ')
		s.column++
	}
	s.text.WriteString(s.held)
	s.column += width
	s.held = ""
}

// movetext adds a line whose moves c numbers. The depth is bounded by check.
func (s *script) movetext(line []Element, c counter) {
	numbered := false // the last move was White's and nothing stands behind it
	for _, e := range line {
		switch e := e.(type) {
		case Move:
			text := e.Text + e.Strength
			if c.at.Turn == rules.White || !numbered {
				text = c.at.String() + " " + text
			}
			s.atom(text)
			numbered = c.at.Turn == rules.White
			c.move()
		case NAG:
			s.atom(fmt.Sprintf("$%d", e))
		case Comment:
			s.comment(string(e))
			numbered = false
		case Setup:
			s.atom("/FEN " + quote(string(e)) + "/")
			c.setUp(e)
			numbered = false
		case Variation:
			s.atom("(")
			s.open = true
			s.movetext(e, c.variation(e.back()))
			s.held += ")"
			s.open = false
			numbered = false
		}
	}
}

// comment adds {text}, which may be broken where one space stands between other
// characters, but not before a bracket: at the start of a line that could be
// taken for a tag after a comment that was never closed. Nor is it broken within
// an embedded command, as [%eval 0.12], which others read word by word.
func (s *script) comment(text string) {
	text = "{" + lineBreaks.Replace(text) + "}"
	from, command := 0, false
	for i := 1; i+2 < len(text); i++ {
		switch {
		case text[i] == '[' && text[i+1] == '%':
			command = true
		case text[i] == ']':
			command = false
		case i > 1 && !command && text[i] == ' ' && text[i-1] != ' ' && text[i+1] != ' ' && text[i+1] != '[':
			s.atom(text[from:i])
			from = i + 1
		}
	}
	s.atom(text[from:])
}

var lineBreaks = strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ")
