package console

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// File is a file being written that appears under its name when it is whole. What
// is no file, as a pipe or /dev/null, is not replaced but written to.
type File struct {
	path string   // "" if nothing is replaced
	file *os.File // nil once it is closed
	out  *bufio.Writer
}

// Create begins a file that is to have that name. Until Commit it stands in the
// same folder under another.
func Create(path string) (*File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, Usage("%s: %w", path, err)
		}
		return &File{file: f, out: bufio.NewWriter(f)}, nil
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return nil, err
	}
	return &File{path: path, file: f, out: bufio.NewWriter(f)}, nil
}

// Write implements io.Writer.
func (f *File) Write(text []byte) (int, error) { return f.out.Write(text) }

// Commit puts the file under its name. After an error nothing is left of it.
func (f *File) Commit() error {
	err := f.out.Flush()
	if f.path != "" {
		if err == nil {
			err = f.file.Chmod(0o644)
		}
		if err == nil {
			err = f.file.Sync()
		}
	}
	err = errors.Join(err, f.file.Close())
	if f.path != "" {
		if err == nil {
			err = os.Rename(f.file.Name(), f.path)
		}
		if err != nil {
			err = errors.Join(err, os.Remove(f.file.Name()))
		}
	}
	f.file = nil
	return err
}

// Discard gives the file up and leaves nothing of it. After Commit it does nothing.
func (f *File) Discard() error {
	if f.file == nil {
		return nil
	}
	err := f.file.Close()
	if f.path != "" {
		err = errors.Join(err, os.Remove(f.file.Name()))
	}
	f.file = nil
	return err
}

// ReplaceFile writes a file whole or not at all, as [File] does.
func ReplaceFile(path string, write func(io.Writer) error) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	return f.fill(write)
}

// ReplaceFileBy is ReplaceFile by way of a file of that name, so that what a kill
// leaves of it is taken up by the next who writes it. No two may at once.
func ReplaceFileBy(part, path string, write func(io.Writer) error) error {
	f, err := os.Create(part)
	if err != nil {
		return err
	}
	return (&File{path: path, file: f, out: bufio.NewWriter(f)}).fill(write)
}

// fill has f written and commits it, or leaves nothing of it.
func (f *File) fill(write func(io.Writer) error) error {
	if err := write(f); err != nil {
		return errors.Join(err, f.Discard())
	}
	return f.Commit()
}
