package endgame

import (
	"fmt"
	"strings"
)

// ID says what t holds, which is all in which tables can differ: "4" for all
// classes of up to four pieces, "4+3k-2k+..." where some larger ones are there,
// too, in the order of [Classes], and "0" for none.
func (t *Tables) ID() string {
	whole, more := 0, ""
	for pieces := 2; pieces <= MaxPieces; pieces++ {
		var names strings.Builder
		missing := false
		for _, c := range Classes(pieces) {
			if t.Holds(c) {
				fmt.Fprintf(&names, "+%v", c)
			} else {
				missing = true
			}
		}
		if !missing && more == "" && (whole == pieces-1 || pieces == 2) {
			whole = pieces
			continue
		}
		more += names.String()
	}
	return fmt.Sprint(whole) + more
}
