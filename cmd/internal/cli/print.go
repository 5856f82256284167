package cli

import (
	"encoding/json"
	"fmt"
	"io"
)

// Print prints a result: as a JSON object for programs, or as the text says.
func Print(out io.Writer, asJSON bool, result any, text func(io.Writer) error) error {
	if asJSON {
		return json.NewEncoder(out).Encode(result)
	}
	return text(out)
}

// Count writes a number of things: "1 game", "2 games".
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
