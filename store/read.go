package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ReadFile returns the bytes of a recorded file in the folder of its manifest,
// after it has compared their number and SHA-256 with the record. A file that
// differs or is missing is an error that wraps ErrDamaged. A file that the device
// does not give is another error, because its bytes may be right.
func ReadFile(dir string, r Record) ([]byte, error) {
	if err := checkName(r.Kind, r.Name); err != nil {
		return nil, err
	}
	f, err := os.OpenInRoot(dir, filepath.FromSlash(r.Name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w: recorded, yet it is not there", r.Name, ErrDamaged)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() != r.Size {
		return nil, fmt.Errorf("%s: %w: %d bytes: want %d", r.Name, ErrDamaged, info.Size(), r.Size)
	}
	content := make([]byte, r.Size)
	if _, err := io.ReadFull(f, content); err != nil {
		return nil, fmt.Errorf("%s: %w", r.Name, err)
	}
	hash := sha256.Sum256(content)
	if got := hex.EncodeToString(hash[:]); got != r.SHA256 {
		return nil, fmt.Errorf("%s: %w: SHA-256 is %s: want %s", r.Name, ErrDamaged, got, r.SHA256)
	}
	return content, nil
}
