package hub

import (
	"bytes"
	"fmt"
	"strings"
)

// Line is a line of version 2: a command and its arguments. The command of a
// blank line is empty.
type Line struct {
	Command   string
	Arguments []Argument
}

// Argument is a name with a value, or a flag, which has none.
type Argument struct {
	Name, Value string
	Flag        bool
}

// Value returns the value of the first argument with the name and whether there
// is one; that of a flag is empty.
func (l Line) Value(name string) (value string, ok bool) {
	for _, a := range l.Arguments {
		if a.Name == name {
			return a.Value, true
		}
	}
	return "", false
}

// with returns l with one more argument.
func (l Line) with(name, value string) Line {
	l.Arguments = append(l.Arguments, Argument{Name: name, Value: value})
	return l
}

// String writes l. A value is quoted where it must be. The protocol has no way to
// write a quotation mark within a value, so it becomes an apostrophe, and a
// control character becomes a blank.
func (l Line) String() string {
	var b strings.Builder
	b.WriteString(l.Command)
	for _, a := range l.Arguments {
		b.WriteByte(' ')
		b.WriteString(a.Name)
		if !a.Flag {
			b.WriteByte('=')
			b.WriteString(quoted(a.Value))
		}
	}
	return b.String()
}

func quoted(value string) string {
	clean := []byte(value) // which need not be UTF-8
	for i, b := range clean {
		switch {
		case b == '"':
			clean[i] = '\''
		case isControl(rune(b)):
			clean[i] = ' '
		}
	}
	if len(clean) == 0 || bytes.ContainsAny(clean, " =") {
		return `"` + string(clean) + `"`
	}
	return string(clean)
}

// ParseLine reads a line: words without blanks, "=" and quotation marks, of which
// the first is the command, and values behind "=", which may be quoted. There may
// be blanks around "=". The error names the column, 1 being the first; with it comes
// the command, if the line begins with one.
func ParseLine(text string) (Line, error) {
	var l Line
	t := tokens{text: text}
	kind, word, err := t.next()
	switch {
	case err != nil:
		return l, err
	case kind == atEnd:
		return l, nil
	case kind != aWord:
		return l, t.wrong("a line begins with a command")
	}
	l.Command = word
	valued := false // the last argument has its value
	for {
		kind, word, err = t.next()
		if err != nil {
			return Line{Command: l.Command}, err
		}
		switch kind {
		case atEnd:
			return l, nil
		case aWord:
			l.Arguments = append(l.Arguments, Argument{Name: word, Flag: true})
			valued = false
		case aQuote:
			return Line{Command: l.Command}, t.wrong(`a quoted value stands behind "="`)
		case anEqual:
			if valued || len(l.Arguments) == 0 {
				return Line{Command: l.Command}, t.wrong(`"=" stands behind a name`)
			}
			kind, word, err = t.next()
			if err != nil {
				return Line{Command: l.Command}, err
			}
			if kind != aWord && kind != aQuote {
				return Line{Command: l.Command}, t.wrong(`there is no value behind "=": an empty one is ""`)
			}
			a := &l.Arguments[len(l.Arguments)-1]
			a.Value, a.Flag, valued = word, false, true
		}
	}
}

// token is what a line is made of.
type token uint8

const (
	atEnd token = iota
	aWord
	aQuote
	anEqual
)

// tokens takes a line apart.
type tokens struct {
	text string
	at   int // behind the last token
	from int // where it begins
}

func (t *tokens) wrong(reason string) error {
	return fmt.Errorf("column %d: %s", t.from+1, reason)
}

// next returns the next token and what it says.
func (t *tokens) next() (token, string, error) {
	for t.at < len(t.text) && isBlank(t.text[t.at]) {
		t.at++
	}
	t.from = t.at
	if t.at == len(t.text) {
		return atEnd, "", nil
	}
	rest := t.text[t.at:]
	switch {
	case rest[0] == '=':
		t.at++
		return anEqual, "=", nil
	case rest[0] == '"':
		end := strings.IndexByte(rest[1:], '"')
		if end < 0 {
			return atEnd, "", t.wrong(`a quotation mark is not closed`)
		}
		value := rest[1 : 1+end]
		if strings.ContainsFunc(value, isControl) {
			return atEnd, "", t.wrong("a control character in a value")
		}
		t.at += end + 2
		return aQuote, value, nil
	}
	end := strings.IndexFunc(rest, func(r rune) bool { return r == '=' || r == '"' || r == '\t' || r == ' ' || isControl(r) })
	if end < 0 {
		end = len(rest)
	}
	if end == 0 {
		return atEnd, "", t.wrong("a control character")
	}
	t.at += end
	return aWord, rest[:end], nil
}

func isBlank(b byte) bool   { return b == ' ' || b == '\t' }
func isControl(r rune) bool { return r < ' ' || r == 0x7f }
