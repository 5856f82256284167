package pdn

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// check returns an error if g, written, would not read as the same game.
func (g *Game) check() error {
	if len(g.Tags) == 0 && len(g.Movetext) == 0 && (g.Result == "" || g.Result == "*") {
		return errors.New("it is empty: want a tag, a move or a result")
	}
	if len(g.Tags) > maxTags {
		return fmt.Errorf("%d tags: want at most %d", len(g.Tags), maxTags)
	}
	events := 0
	for _, t := range g.Tags {
		if !isTagName(t.Name) {
			return fmt.Errorf("tag name %q: want no space, quote or bracket, and no sign of the movetext first", t.Name)
		}
		if t.Is("Event") {
			events++
		}
		if err := checkText("tag "+t.Name, t.Value); err != nil {
			return err
		}
	}
	if events > 1 {
		return errors.New("two Event tags: the second would begin another game")
	}
	if _, known := results[g.Result]; !known && g.Result != "" && !(isScore(g.Result) && g.Result == dashed(g.resultTag())) {
		return fmt.Errorf("result %q: want one of 2-0 1-1 0-2 0-0 1-0 1/2-1/2 0-1 *, or what the Result tag says", g.Result)
	}
	if open := (Game{Tags: g.Tags, Movetext: g.Movetext, Result: "*"}); g.Result == "" || g.Result == "*" {
		if open.takeScore(); open.Result != "*" {
			return fmt.Errorf("its last move, %s, would read as the result: the Result tag says the same", open.Result)
		}
	}
	return checkLine(g.Movetext, 0)
}

// isTagName reports whether name, with a value in quotes behind it, reads as a
// tag's name.
func isTagName(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return name != "" && !strings.ContainsFunc(name, endsName) && (unicode.IsUpper(first) || isTagHead([]byte(name+` "`)))
}

func checkLine(line []Element, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("variations nest more than %d deep", maxDepth)
	}
	var c counter
	for _, e := range line {
		var err error
		switch e := e.(type) {
		case Move:
			c.move()
			if !isMove(e.Text) || !isStrength(e.Strength) {
				err = fmt.Errorf("move %q%s: want a text like 32-28 or 28x19, and ! or ? behind it", e.Text, e.Strength)
			}
		case Comment:
			if strings.Contains(string(e), "}") {
				err = fmt.Errorf("comment %q: it cannot hold a }", shorten(string(e)))
			} else {
				err = checkText("comment", string(e))
			}
		case Setup:
			c.setUp(e)
			err = checkText("setup", string(e))
		case Variation:
			if _, ok := c.back(c.variation(e.back()).at); ok {
				err = checkLine(e, depth+1)
			} else {
				err = fmt.Errorf("variation %d moves back: want -1 or up to %d", e.back(), max(c.moves-1, 0))
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func checkText(what, text string) error {
	if len(text) > maxToken {
		return fmt.Errorf("%s of %d bytes: want at most 1 MiB", what, len(text))
	}
	if !utf8.ValidString(text) {
		return fmt.Errorf("%s %q: want UTF-8", what, shorten(text))
	}
	return nil
}

// isStrength reports whether text is what may stand right behind a move.
func isStrength(text string) bool {
	if inner, ok := strings.CutPrefix(text, "("); ok {
		text, ok = strings.CutSuffix(inner, ")")
		if !ok || text == "" {
			return false
		}
	}
	return strings.Trim(text, "!?") == ""
}
