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
// in other company, because something in them is never closed, one of their texts
// mixes encodings or they begin with FILENAME.
func (w *Writer) Copy(g *Game) error {
	text := string(g.raw)
	switch {
	case g.Encoding == Latin1 && g.several:
		text = understood(text)
	case g.Encoding == Latin1:
		text = fromLatin1(text)
	}
	if text == "" || g.tagIndex(filename) == 0 {
		return w.Write(g)
	}
	form, ok := g.form(text)
	if !ok {
		return w.Write(g)
	}
	if !staysApart(text, form) {
		end := g.Result
		if _, known := results[end]; !known {
			end = "*"
		}
		if text += "\n" + end; !staysApart(text, form) {
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

// form returns how the game that text is read as by itself is written. It must be
// one game, and g unless a program has added to that.
func (g *Game) form(text string) (string, bool) {
	r := NewReader(strings.NewReader(text), "")
	if !r.Next() {
		return "", false
	}
	alone := r.Game()
	if r.Next() || len(alone.Movetext) != g.elements {
		return "", false
	}
	form, ok := alone.written()
	if now, writable := g.written(); ok && writable {
		if g.settled {
			alone.Replay()
		}
		settled, _ := alone.written()
		ok = settled == now
	}
	return form, ok
}

// written returns the game as a Writer writes it.
func (g *Game) written() (string, bool) {
	var b strings.Builder
	err := NewWriter(&b).Write(g)
	return b.String(), err == nil
}

// neighbours are beginnings of games, of every kind that can follow another game,
// as a Writer writes them.
var neighbours = []string{"[A \"\"]\n\n*\n", "1. 32-28 *\n", "5. 32-28 *\n", "{a} *\n", "(1. 31-26) *\n"}

// bareMove is one that no Writer writes but Copy may.
const bareMove = "32-28 *\n"

// staysApart reports whether the text of a game reads as the game that is written
// as form, whatever games stand before and behind it, and they as themselves.
func staysApart(text, form string) bool {
	var all strings.Builder
	var want []string
	for _, n := range append(neighbours, bareMove) {
		all.WriteString(text + "\n\n" + n + "\n")
		if n == bareMove {
			n = neighbours[1]
		}
		want = append(want, form, n)
	}
	r := NewReader(strings.NewReader(all.String()), "")
	for _, form := range want {
		if !r.Next() {
			return false
		}
		if got, ok := r.Game().written(); !ok || got != form {
			return false
		}
	}
	return !r.Next()
}
