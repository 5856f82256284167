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

// Replaces reports whether writing a file of that name puts a new one in its place,
// or there for the first time.
func Replaces(path string) bool {
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular()
}

// CreateBy begins a file that is to have that name. Until Commit it stands in the
// same folder under the name part, so that what a kill leaves of it is taken up by the
// next who writes it. No two may at once.
func CreateBy(part, path string) (*File, error) {
	return begin(path, func() (*os.File, error) { return os.Create(part) })
}

// begin begins a file that is to have that name, by way of one that another opens.
func begin(path string, open func() (*os.File, error)) (*File, error) {
	replaced := path
	if !Replaces(path) {
		replaced = ""
		open = func() (*os.File, error) { return os.OpenFile(path, os.O_WRONLY, 0) }
	}
	f, err := open()
	if err != nil && replaced == "" {
		return nil, Usage("%s: %w", path, err)
	} else if err != nil {
		return nil, err
	}
	return &File{path: replaced, file: f, out: bufio.NewWriter(f)}, nil
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

// SameFile reports whether two paths are of one file, or would be once it is there.
func SameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err == nil {
		other, err := os.Stat(b)
		return err == nil && os.SameFile(one, other)
	}
	if filepath.Base(a) != filepath.Base(b) {
		return false
	}
	one, err = os.Stat(filepath.Dir(a))
	other, otherErr := os.Stat(filepath.Dir(b))
	return err == nil && otherErr == nil && os.SameFile(one, other)
}

// ReplaceFile writes a file whole or not at all, by way of one whose name nobody else
// has.
func ReplaceFile(path string, write func(io.Writer) error) error {
	f, err := begin(path, func() (*os.File, error) {
		return os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	})
	if err != nil {
		return err
	}
	return f.Fill(write)
}

// Fill has f written and commits it, or leaves nothing of it.
func (f *File) Fill(write func(io.Writer) error) error {
	if err := write(f); err != nil {
		return errors.Join(err, f.Discard())
	}
	return f.Commit()
}
