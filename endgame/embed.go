package endgame

import (
	"embed"
	"fmt"
)

// The tables of two to four pieces, as `go run ./cmd/endgame build --out endgame/tables` writes them.
//
//go:embed tables/*.dhe
var embedded embed.FS

// Embedded returns the tables that are part of the program: all classes of two
// to four pieces. It takes some 50 MB of memory and a tenth of a second, so ask
// once.
func Embedded() (*Tables, error) {
	t := &Tables{}
	for pieces := 2; pieces <= 4; pieces++ {
		for _, c := range Classes(pieces) {
			file, err := EmbeddedFile(c)
			if err != nil {
				return nil, err
			}
			if held, err := t.Decode(file); err != nil {
				return nil, fmt.Errorf("built-in endgame table %v: %w", c, err)
			} else if held != c {
				return nil, fmt.Errorf("built-in endgame table %v holds %v", c, held)
			}
		}
	}
	return t, nil
}

// EmbeddedFile returns the file of a class of two to four pieces.
func EmbeddedFile(c Class) ([]byte, error) { return embedded.ReadFile("tables/" + FileName(c)) }
