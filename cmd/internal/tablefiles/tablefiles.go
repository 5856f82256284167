// Package tablefiles is the endgame tables in a folder that a person names.
package tablefiles

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"drafthorse/cmd/internal/cli"
	"drafthorse/endgame"
)

// Load returns the endgame tables of the program and, unless folder is
// empty, those of the files in it. A file that is not what it should be is left out
// with a warning; the work goes on without it. One that cannot be read is an error.
func Load(folder string, stderr io.Writer) (*endgame.Tables, error) {
	t, err := endgame.Embedded()
	if err != nil || folder == "" {
		return t, err
	}
	err = Each(folder, func(path string, file []byte, err error) error {
		if err != nil {
			return err
		}
		if _, err = Decode(t, path, file); err != nil {
			fmt.Fprintf(stderr, "warning: going on without an endgame table: %v\n", err)
		}
		return nil
	})
	return t, err
}

// Each reads the endgame table files of a folder, in the order of their
// names, and hands each to do, or the reason why it could not be read.
func Each(folder string, do func(path string, file []byte, err error) error) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return cli.Usage("%w", err)
	}
	found := false
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), endgame.Extension) || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		found = true
		path := filepath.Join(folder, e.Name())
		file, err := os.ReadFile(path)
		if err := do(path, file, err); err != nil {
			return err
		}
	}
	if !found {
		return cli.Usage("%s: there is no endgame table (*%s): build some by go run ./cmd/endgame build --out %s", folder, endgame.Extension, cli.Quote(folder))
	}
	return nil
}

// Decode adds the class of a table file to t. The file must have the name of
// the class it holds.
func Decode(t *endgame.Tables, path string, file []byte) (endgame.Class, error) {
	c, err := endgame.Inspect(file)
	if err == nil && filepath.Base(path) != endgame.FileName(c) {
		err = fmt.Errorf("it holds the class %v: want the name %s", c, endgame.FileName(c))
	}
	if err == nil {
		_, err = t.Decode(file)
	}
	if err != nil {
		return c, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}
