package run

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"drafthorse/internal/spelling"
)

// keys are the values of a configuration by their keys, as net.width, with its
// sections, as net.
func (c *Config) keys() map[string]reflect.Value {
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
	add("", reflect.ValueOf(c).Elem())
	return all
}

// nearKey names the key that somebody may have meant by one that does not exist: one
// that is spelt alike, or has the name in another section.
func nearKey(key string) string {
	c := DefaultConfig()
	names := slices.Sorted(maps.Keys(c.keys()))
	if hint := spelling.Hint(key, names); hint != "" {
		return hint
	}
	elsewhere := slices.DeleteFunc(names, func(name string) bool { return lastOf(name) != lastOf(key) })
	if len(elsewhere) != 1 {
		return ""
	}
	return spelling.Hint(elsewhere[0], elsewhere)
}

// wantOf says what the value of a key has to be, with its default; "" for a key
// that does not exist.
func wantOf(key string) string {
	c := DefaultConfig()
	v, ok := c.keys()[key]
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

// lastOf returns a key without its section, spelt as in files rather than flags.
func lastOf(key string) string {
	return strings.ReplaceAll(key[strings.LastIndexByte(key, '.')+1:], "-", "_")
}
