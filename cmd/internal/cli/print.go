package cli

import (
	"encoding/json"
	"io"
)

// Print prints a result: as a JSON object for programs, or as the text says.
func Print(out io.Writer, asJSON bool, result any, text func(io.Writer) error) error {
	if asJSON {
		return json.NewEncoder(out).Encode(result)
	}
	return text(out)
}
