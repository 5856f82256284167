package run

import (
	"fmt"
	"reflect"
	"strings"

	"drafthorse/internal/fault"
)

// ErrConfig is wrapped by errors about what a configuration says.
var ErrConfig = fault.WrongUsage("configuration")

// keysOf returns the values of a configuration, which it points to, by their keys, as net.width, with its
// sections, as net.
func keysOf(config any) map[string]reflect.Value {
	all := map[string]reflect.Value{}
	var add func(prefix string, v reflect.Value)
	add = func(prefix string, v reflect.Value) {
		for i := range v.NumField() {
			field := v.Type().Field(i)
			name, _, _ := strings.Cut(field.Tag.Get("toml"), ",")
			switch {
			case field.Anonymous:
				add(prefix, v.Field(i))
			case name == "-": // not for a file
			default:
				all[prefix+name] = v.Field(i)
				if field.Type.Kind() == reflect.Struct {
					add(prefix+name+".", v.Field(i))
				}
			}
		}
	}
	add("", reflect.ValueOf(config).Elem())
	return all
}

// unknownKey is the error about a key that does not exist. What shows it may ask by
// its method for the keys that exist.
type unknownKey struct {
	key   string
	names []string
}

func (e *unknownKey) Error() string { return "there is no key " + e.key }

// Mistyped returns the key and all keys that exist.
func (e *unknownKey) Mistyped() (given string, names []string) { return e.key, e.names }

// wantOf says what the value of a key has to be, with its default; "" for a key
// that does not exist.
func wantOf(key string, defaults map[string]reflect.Value) string {
	v, ok := defaults[key]
	if !ok {
		return ""
	}
	what := map[reflect.Kind]string{
		reflect.Int: "a whole number", reflect.Uint64: "a whole number from 0 on",
		reflect.Float32: "a number", reflect.Float64: "a number",
		reflect.Bool: "true or false", reflect.String: "a text in quotes",
		reflect.Slice: "a list of whole numbers",
	}[v.Kind()]
	if v.Kind() == reflect.Struct {
		return fmt.Sprintf("want a section, [%s]", key)
	}
	shown := fmt.Sprintf("%v", v)
	switch v.Kind() {
	case reflect.Slice:
		shown = strings.ReplaceAll(shown, " ", ", ")
	case reflect.String:
		shown = fmt.Sprintf("%q", shown)
	}
	return fmt.Sprintf("want %s, as in %s = %s", what, lastOf(key), shown)
}

// lastOf returns a key without its section.
func lastOf(key string) string { return key[strings.LastIndexByte(key, '.')+1:] }
