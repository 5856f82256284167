package query

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Error says what is wrong with a line, and what would be right. As JSON it is
// the answer to the line.
type Error struct {
	ID      string `json:"id,omitempty"` // empty if the line has none that could be read
	Problem string `json:"error"`
	Field   string `json:"field,omitempty"` // as "moves[3]" where it is one of a list, counted from 0
	Line    int    `json:"line"`            // of the input, from 1
}

func (e *Error) Error() string {
	if e.Field == "" {
		return e.Problem
	}
	return e.Field + ": " + e.Problem
}

// wrong makes the error of a field.
func wrong(field, format string, args ...any) *Error {
	return &Error{Field: field, Problem: fmt.Sprintf(format, args...)}
}

// maxFields is how many fields a line may have: many more than there are.
const maxFields = 64

// example is what a line should look like.
const example = `{"id":"1","moves":["32-28"]}`

// fields are those of a JSON object.
type fields struct {
	names  []string // in the line's order
	values map[string]json.RawMessage
}

// split takes a line apart into its fields. After an error the fields are those
// that stand before it.
func split(line []byte) (fields, *Error) {
	f := fields{values: map[string]json.RawMessage{}}
	if !utf8.Valid(line) {
		return f, wrong("", "the line is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(line))
	broken := func(err error) *Error {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return wrong("", "the line is not a JSON object: after byte %d: %s: want something like %s",
			d.InputOffset(), strings.TrimPrefix(err.Error(), "json: "), example)
	}
	open, err := d.Token()
	if err != nil {
		return f, broken(err)
	}
	if open != json.Delim('{') {
		return f, wrong("", "the line is not a JSON object: want something like %s", example)
	}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return f, broken(err)
		}
		name := token.(string) // the decoder takes no other
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return f, broken(err)
		}
		if _, twice := f.values[name]; twice {
			return f, wrong(shortened(name), "the field is there twice: want it once")
		}
		if len(f.names) == maxFields {
			return f, wrong("", "there are more than %d fields: want one of %s", maxFields, strings.Join(queryFields, ", "))
		}
		f.names = append(f.names, name)
		f.values[name] = value
	}
	if _, err := d.Token(); err != nil {
		return f, broken(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return f, wrong("", "something follows the object: want one object a line")
	}
	return f, nil
}

// shortened cuts what comes from outside for a message.
func shortened(text string) string {
	const most = 80
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}

func (f fields) has(name string) bool { return f.values[name] != nil }

// text returns the field's text, which must be there.
func (f fields) text(name, want string) (string, *Error) {
	return text(name, f.values[name], want)
}

func text(place string, value json.RawMessage, want string) (string, *Error) {
	var s *string
	if json.Unmarshal(value, &s) != nil || s == nil {
		return "", wrong(place, "it is %s: want %s", shortened(string(value)), want)
	}
	return *s, nil
}

// list returns the field's elements, of which there must be 1 to most.
func (f fields) list(name string, most int, want string) ([]json.RawMessage, *Error) {
	var list []json.RawMessage
	value := f.values[name]
	if json.Unmarshal(value, &list) != nil || list == nil {
		return nil, wrong(name, "it is %s: want a list of %s", shortened(string(value)), want)
	}
	if len(list) > most {
		return nil, wrong(name, "it has %d elements: want at most %d", len(list), most)
	}
	return list, nil
}

// texts returns the field's list of texts, or nil if there is none.
func (f fields) texts(name string, most int, want string) ([]string, *Error) {
	if !f.has(name) {
		return nil, nil
	}
	list, err := f.list(name, most, "texts, "+want)
	if err != nil {
		return nil, err
	}
	texts := make([]string, len(list))
	for i, value := range list {
		if texts[i], err = text(element(name, i), value, "a text, "+want); err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// element names the i-th element of a list.
func element(name string, i int) string { return fmt.Sprintf("%s[%d]", name, i) }

// number returns a whole number from low to high.
func number(place string, value json.RawMessage, low, high int64) (int64, *Error) {
	var n *int64
	if json.Unmarshal(value, &n) != nil || n == nil || *n < low || *n > high {
		return 0, wrong(place, "it is %s: want a whole number from %d to %d", shortened(string(value)), low, high)
	}
	return *n, nil
}

// number returns the field's number, or 0 if there is none.
func (f fields) number(name string, low, high int64) (int64, *Error) {
	if !f.has(name) {
		return 0, nil
	}
	return number(name, f.values[name], low, high)
}
