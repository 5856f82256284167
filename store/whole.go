package store

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// File is a file being written that appears under its name when it is whole. What
// is no file, as a pipe or /dev/null, is not replaced but written to.
type File struct {
	path string      // the file that is replaced; "" if none is
	mode fs.FileMode // that it is to have; 0 if the file is new
	file *os.File    // nil once it is closed
	out  *bufio.Writer
}

// Replaces reports whether writing a file of that name puts a new one in its place,
// or there for the first time.
func Replaces(path string) bool {
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular()
}

// Part returns the name that a file has until it is whole. It stands in the same
// folder; where path is a link, that is the folder of the file to which it leads.
func Part(path string) string { return target(path) + ".partial" }

// target returns the file to which path leads through links. It need not be there.
func target(path string) string {
	path = filepath.Clean(path)
	for range 40 { // more than a file system follows
		to, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Dir(path) + string(filepath.Separator) + to // the folder may be a link, so ".." is not to be cut
		}
		path = to
	}
	return path
}

// Create begins a file that is to have that name. It keeps the mode of a file that
// it replaces. What a kill has left of an earlier try is removed; a try that another
// process is at is an error with a method NoRoom.
func Create(path string) (*File, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, misuse{fmt.Errorf("%s: %w", path, err)}
		}
		return &File{file: f, out: bufio.NewWriter(f)}, nil
	}
	created := &File{path: target(path)}
	perm := fs.FileMode(0o666)
	if err == nil {
		created.mode, perm = info.Mode().Perm(), 0o600
	}
	if created.file, err = createLocked(Part(path), perm); err != nil {
		return nil, err
	}
	created.out = bufio.NewWriter(created.file)
	return created, nil
}

// createLocked creates a file and takes its lock. A process that dies gives the lock
// back, so a file of that name without one was left by a kill.
func createLocked(name string, perm fs.FileMode) (*os.File, error) {
	for {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if errors.Is(err, fs.ErrExist) {
			if err := removeLeft(name); err != nil {
				return nil, err
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		// Before it is locked, another process may take it for one that was left.
		ours, err := lock(f)
		if err == nil && ours {
			ours, err = stands(f, name)
		}
		if err != nil {
			return nil, errors.Join(err, f.Close(), os.Remove(name))
		}
		if ours {
			return f, nil
		}
		f.Close() // it has nothing in it and no name
	}
}

// removeLeft removes a file that nobody has locked.
func removeLeft(name string) error {
	if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return misuse{fmt.Errorf("%s is no file, and one of that name has to be written: move it away", name)}
	}
	f, err := os.OpenFile(name, os.O_RDWR|syscall.O_NOFOLLOW, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close() // nothing was written
	ok, err := lock(f)
	if err != nil {
		return err
	}
	if !ok {
		return inUse(name)
	}
	if there, err := stands(f, name); err != nil || !there {
		return err
	}
	return os.Remove(name)
}

// misuse is an error about a name that a person has given.
type misuse struct{ error }

func (misuse) WrongUsage() {}

func (e misuse) Unwrap() error { return e.error }

// inUse is the error about a file that another process has locked.
type inUse string

func (name inUse) Error() string { return string(name) + " is in use by another process" }

func (inUse) NoRoom() {}

// lock takes the lock of an open file; ok is false where another process has it.
func lock(f *os.File) (ok bool, err error) {
	switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err {
	case nil:
		return true, nil
	case syscall.EWOULDBLOCK:
		return false, nil
	default:
		return false, fmt.Errorf("locking %s: %w", f.Name(), err)
	}
}

// stands reports whether an open file has that name.
func stands(f *os.File, name string) (bool, error) {
	ours, err := f.Stat()
	if err != nil {
		return false, err
	}
	there, err := os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && os.SameFile(ours, there), err
}

// Write implements io.Writer.
func (f *File) Write(text []byte) (int, error) { return f.out.Write(text) }

// Commit puts the file under its name. When it returns without an error, file and
// name are on the disk. After an error the file has its name, or nothing is left of it.
func (f *File) Commit() error {
	err := f.out.Flush()
	if f.path == "" {
		err = errors.Join(err, f.file.Close())
		f.file = nil
		return err
	}
	if err == nil && f.mode != 0 {
		err = f.file.Chmod(f.mode)
	}
	if err == nil {
		err = f.file.Sync()
	}
	if err == nil {
		err = os.Rename(f.file.Name(), f.path)
	}
	if err != nil {
		return errors.Join(err, f.Discard())
	}
	err = f.file.Close() // until now nobody else may take the part for one that was left
	f.file = nil
	return errors.Join(err, SyncFolder(filepath.Dir(f.path)))
}

// SyncFolder returns when the names in a folder are on the disk.
func SyncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// Discard gives the file up and leaves nothing of it. After Commit it does nothing.
func (f *File) Discard() error {
	if f.file == nil {
		return nil
	}
	var err error
	if f.path != "" {
		err = os.Remove(f.file.Name())
	}
	err = errors.Join(err, f.file.Close())
	f.file = nil
	return err
}

// ReplaceFile writes a file whole or not at all.
func ReplaceFile(path string, write func(io.Writer) error) error {
	f, err := Create(path)
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
