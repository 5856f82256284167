// Package spelling finds the name that somebody who has mistyped one may have
// meant.
package spelling

import (
	"strings"

	"github.com/agnivade/levenshtein"
)

// Hint returns ": did you mean NAME?" with the name that is nearest to the one
// given, or "" if none is near: one edit in three letters, but always one.
func Hint(given string, names []string) string {
	nearest, least := "", max(1, len(given)/3)+1
	for _, name := range names {
		d := levenshtein.ComputeDistance(strings.ToLower(given), strings.ToLower(name))
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
