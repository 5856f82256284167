// Package spelling finds the name that somebody who has mistyped one may have
// meant.
package spelling

import (
	"strings"

	"github.com/agnivade/levenshtein"
)

// Hint returns ": did you mean NAME?" with the name that is nearest to the one
// given, or "" if none is near: one edit in three letters, but always one. Two
// neighbours that have changed places are one edit.
func Hint(given string, names []string) string {
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
