package annotate

import (
	"fmt"
	"slices"

	"drafthorse/analysis"
)

// signsOf returns the signs of the marks, best first, each once, and the star.
func signsOf(d analysis.Dialect) (signs []string) {
	for _, m := range analysis.Marks {
		if s := d.Sign(m); s != "" && !slices.Contains(signs, s) {
			signs = append(signs, s)
		}
	}
	return append(signs, "*")
}

// countsOf writes how often each sign was given, best first: "!! 1", "? 2".
func countsOf(given map[string]int, d analysis.Dialect) (texts []string) {
	for _, sign := range signsOf(d) {
		if n := given[sign]; n > 0 {
			texts = append(texts, fmt.Sprintf("%s %d", sign, n))
		}
	}
	return texts
}
