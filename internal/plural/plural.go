// Package plural writes numbers of things.
package plural

import "fmt"

// Count writes a number of things: "1 game", "2 games".
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
