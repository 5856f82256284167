package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// mistyped is an error about a name that does not exist.
type mistyped interface {
	error
	// Mistyped returns the name and the names that exist.
	Mistyped() (given string, names []string)
}

// meant returns what an error may have to add about the name that was meant.
func meant(err error) string {
	wrong, ok := errors.AsType[mistyped](err)
	if !ok {
		return ""
	}
	given, names := wrong.Mistyped()
	if hint := hint(given, names); hint != "" {
		return hint
	}
	// The key may stand in another section.
	elsewhere := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return lastOf(name) != lastOf(given) })
	if len(elsewhere) != 1 {
		return ""
	}
	return hint(elsewhere[0], elsewhere)
}

// lastOf returns a key without its section, spelt as in files rather than flags.
func lastOf(key string) string {
	return strings.ReplaceAll(key[strings.LastIndexByte(key, '.')+1:], "-", "_")
}

// hint returns ": did you mean NAME?" with the name that is nearest to the one
// given, or "" if none is near: one edit in three letters, but always one. Two
// neighbours that have changed places are one edit.
func hint(given string, names []string) string {
	nearest, least := "", max(1, len(strings.TrimLeft(given, "-"))/3)+1
	for _, name := range names {
		d := levenshtein.ComputeDistance(strings.ToLower(given), strings.ToLower(name))
		if d == 2 && swapped(given, name) {
			d = 1
		}
		if strings.HasPrefix(name, given) && len(given) > 2 {
			d = 0 // the rest is missing
		}
		if d < least {
			nearest, least = name, d
		}
	}
	if nearest == "" {
		return ""
	}
	return ": did you mean " + nearest + "?"
}

// swapped reports whether two names differ by two neighbours that have changed places.
func swapped(a, b string) bool {
	for i := range len(a) - 1 {
		if a[:i]+a[i+1:i+2]+a[i:i+1]+a[i+2:] == b {
			return true
		}
	}
	return false
}
