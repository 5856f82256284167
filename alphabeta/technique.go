package alphabeta

import (
	"fmt"
	"strings"
)

// Technique is a set of what makes a search faster than looking at everything.
type Technique uint16

// The techniques, to be left out in comparisons.
const (
	Transpositions Technique = 1 << iota // what the table knows cuts off
	History
	Reductions // late moves are looked at less deeply first
	Forced     // a forced move costs no depth
	Aspiration // each iteration begins with a window about the last one's score
	all        = 1<<iota - 1
)

var techniqueNames = [...]string{"transpositions", "history", "reductions", "forced", "aspiration"}

// String names the techniques of t as in "history+reductions".
func (t Technique) String() string {
	var names []string
	for i, name := range techniqueNames {
		if t&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, "+")
}

// ParseTechnique reads what [Technique.String] writes.
func ParseTechnique(text string) (Technique, error) {
	var t Technique
next:
	for name := range strings.SplitSeq(text, "+") {
		for i, known := range techniqueNames {
			if name == known {
				t |= 1 << i
				continue next
			}
		}
		return 0, fmt.Errorf("there is no technique %q: want some of %s, joined by +", name, strings.Join(techniqueNames[:], ", "))
	}
	return t, nil
}
