package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// disk is what a manifest asks of the file system to change its folder. Names
// are relative to the folder. Tests put a failing disk in its place, to see
// every one of these calls fail.
type disk interface {
	create(name string) (file, error)
	appendTo(name string) (file, error)
	rename(from, to string) error
	remove(name string) error
	mkdir(name string) error
	syncFolder(name string) error
	lock(name string) (unlock func() error, err error) // waits until no other process has the lock
	close() error
}

type file interface {
	io.WriteCloser
	Sync() error
	Truncate(size int64) error
}

// rootDisk is a folder that no name leads out of, not even by a symbolic link.
type rootDisk struct{ root *os.Root }

func (d rootDisk) create(name string) (file, error) {
	return d.root.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
}

func (d rootDisk) appendTo(name string) (file, error) {
	return d.root.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
}

func (d rootDisk) rename(from, to string) error {
	return d.root.Rename(filepath.FromSlash(from), filepath.FromSlash(to))
}

func (d rootDisk) remove(name string) error { return d.root.Remove(filepath.FromSlash(name)) }

func (d rootDisk) mkdir(name string) error { return d.root.Mkdir(filepath.FromSlash(name), 0o777) }

func (d rootDisk) syncFolder(name string) error {
	folder, err := d.root.Open(filepath.FromSlash(name))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

func (d rootDisk) lock(name string) (unlock func() error, err error) {
	l := flock.New(filepath.Join(d.root.Name(), filepath.FromSlash(name)))
	if err := l.Lock(); err != nil {
		return nil, fmt.Errorf("locking %s: %w", name, err)
	}
	return l.Unlock, nil
}

func (d rootDisk) close() error { return d.root.Close() }
