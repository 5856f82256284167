package pdn

import (
	"fmt"
	"io"
	"strings"
)

// Copy writes g as it was found, byte for byte, with an empty line before it if
// it is not the first. Three things it changes: Latin-1 becomes UTF-8, so that
// the file has one encoding; a game without a terminator gets one; and Write
// writes a game whose bytes are not known, or would not be read as the same game
// in other company, because something in them is never closed, they mix
// encodings or they begin with FILENAME.
func (w *Writer) Copy(g *Game) error {
	text := string(g.raw)
	if g.Encoding == Latin1 {
		text = fromLatin1(text)
	}
	if text == "" || g.mixed || g.open || g.tagIndex(filename) == 0 {
		return w.Write(g)
	}
	if !endsItself(text, g.elements) {
		end := g.Result
		if _, known := results[end]; !known {
			end = "*"
		}
		if text += "\n" + end; !endsItself(text, g.elements) {
			return w.Write(g)
		}
	}
	if w.games > 0 {
		text = "\n" + text
	}
	if _, err := io.WriteString(w.w, text+"\n"); err != nil {
		return fmt.Errorf("writing game %d: %w", w.games+1, err)
	}
	w.games++
	return nil
}

// endsItself reports whether the text of one game, with so many elements in its
// main line, is kept apart from any that follows: even from a bare move.
func endsItself(text string, elements int) bool {
	const next = "32-28"
	r := NewReader(io.MultiReader(strings.NewReader(text), strings.NewReader("\n\n"+next+" *\n")), "")
	if !r.Next() || len(r.Game().Movetext) != elements || !r.Next() {
		return false
	}
	g := r.Game()
	if len(g.Tags) > 0 || len(g.Movetext) != 1 || r.Next() {
		return false
	}
	m, ok := g.Movetext[0].(Move)
	return ok && m.Text == next
}
