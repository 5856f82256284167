package datasets

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
// differs or is missing is an error that wraps ErrDamaged; one that the device does
// not give is another error, because its bytes may be right.
func ReadFile(dir string, r Record) ([]byte, error) {
	var content []byte
	err := verify(dir, r, func(f io.Reader) (hash [sha256.Size]byte, err error) {
		content = make([]byte, r.Size)
		if _, err := io.ReadFull(f, content); err != nil {
			return hash, err
		}
		return sha256.Sum256(content), nil
	})
	if err != nil {
		return nil, err
	}
	return content, nil
}

// Verify compares a recorded file with its record as ReadFile does, without
// holding it in memory.
func Verify(dir string, r Record) error {
	return verify(dir, r, func(f io.Reader) (hash [sha256.Size]byte, err error) {
		h := sha256.New()
		if _, err := io.Copy(h, f); err != nil {
			return hash, err
		}
		return [sha256.Size]byte(h.Sum(nil)), nil
	})
}

func verify(dir string, r Record, sum func(io.Reader) ([sha256.Size]byte, error)) error {
	if err := checkName(r.Kind, r.Name); err != nil {
		return err
	}
	f, err := os.OpenInRoot(dir, filepath.FromSlash(r.Name))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w: recorded, yet it is not there", r.Name, ErrDamaged)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() != r.Size {
		return fmt.Errorf("%s: %w: %d bytes: want %d", r.Name, ErrDamaged, info.Size(), r.Size)
	}
	hash, err := sum(f)
	if err != nil {
		return fmt.Errorf("%s: %w", r.Name, err)
	}
	if got := hex.EncodeToString(hash[:]); got != r.SHA256 {
		return fmt.Errorf("%s: %w: SHA-256 is %s: want %s", r.Name, ErrDamaged, got, r.SHA256)
	}
	return nil
}
