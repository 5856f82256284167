package annotate

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// inUTF8 returns the name of a file with escapes for the bytes that are no text, as
// printable has them: JSON and PDN hold characters, and would make the same one of
// all such bytes.
func inUTF8(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); {
		r, size := utf8.DecodeRuneInString(name[i:])
		if r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&b, `\x%02x`, name[i])
		} else {
			b.WriteString(name[i : i+size])
		}
		i += size
	}
	return b.String()
}

// printable returns text for one line of a terminal. Names and tags come from
// strangers: what would steer the terminal or turn the direction of writing, and
// bytes that are no text, become escapes.
func printable(text string) string {
	steers := func(r rune) bool { return r == utf8.RuneError || !unicode.IsGraphic(r) }
	if strings.IndexFunc(text, steers) < 0 {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		switch {
		case !steers(r):
			b.WriteRune(r)
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], string(utf8.RuneError)):
			fmt.Fprintf(&b, `\x%02x`, text[i])
		default:
			quoted := fmt.Sprintf("%+q", r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return b.String()
}
