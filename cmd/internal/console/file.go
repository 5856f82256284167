package console

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// ReplaceFile writes a file whole or not at all. What is no file, as a pipe or
// /dev/null, is not replaced but written to.
func ReplaceFile(path string, write func(io.Writer) error) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return Usage("%s: %w", path, err)
		}
		return errors.Join(write(f), f.Close())
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	return become(f, path, write)
}

// ReplaceFileBy is ReplaceFile by way of a file of that name, so that what a kill
// leaves of it is taken up by the next who writes it. No two may at once.
func ReplaceFileBy(part, path string, write func(io.Writer) error) error {
	f, err := os.Create(part)
	if err != nil {
		return err
	}
	return become(f, path, write)
}

// become has the file f written and gives it the name path, or removes it.
func become(f *os.File, path string, write func(io.Writer) error) error {
	buffered := bufio.NewWriter(f)
	err := write(buffered)
	if err == nil {
		err = buffered.Flush()
	}
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}
