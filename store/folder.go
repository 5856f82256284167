package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// MakeFolder makes a folder and those above it, as far as they are missing. When it
// returns without an error they are on the disk; a folder that may not be read
// cannot be synced, and is not.
func MakeFolder(dir string) error {
	above := []string{filepath.Dir(filepath.Clean(dir))} // folders that get a name, the deepest first
	for {
		last := above[len(above)-1]
		if _, err := os.Stat(last); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		above = append(above, filepath.Dir(last))
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, name := range above {
		folder, err := os.Open(name)
		if errors.Is(err, fs.ErrPermission) {
			continue
		}
		if err != nil {
			return err
		}
		if err := errors.Join(folder.Sync(), folder.Close()); err != nil {
			return err
		}
	}
	return nil
}
