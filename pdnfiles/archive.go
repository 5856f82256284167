package pdnfiles

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
)

const (
	// maxDirectory bounds the list of names at the end of an archive, in bytes:
	// all of it is held in memory.
	maxDirectory = 8 << 20
	// maxName bounds how much of an entry's name is shown.
	maxName = 256
	// encrypted is the bit of an entry's flags that says so.
	encrypted = 1
)

// archive gives the records in a zip archive.
func (o *opener) archive(name string, f *os.File) bool {
	info, err := f.Stat()
	if err != nil {
		return o.refuse(name, err)
	}
	entries, err := list(f, info.Size())
	if err != nil {
		return o.refuse(name, err)
	}
	for _, e := range entries {
		if isHidden(e.Name) || e.FileInfo().IsDir() {
			continue
		}
		inner := name + "/" + e.Name[:min(len(e.Name), maxName)]
		if isRecord(e.Name) {
			if !o.entry(inner, e) {
				return false
			}
		} else if err := unreadEntry(e); err != nil && !o.refuse(inner, err) {
			return false
		}
	}
	return true
}

// unreadEntry says why an entry that is not read may hold games; nil if it does not
// look so, or cannot be looked at.
func unreadEntry(e *zip.File) error {
	if e.Flags&encrypted != 0 {
		return unread(e.Name, strings.NewReader(""))
	}
	content, err := e.Open()
	if err != nil {
		return unread(e.Name, strings.NewReader(""))
	}
	defer content.Close()
	return unread(e.Name, content)
}

func (o *opener) entry(name string, e *zip.File) bool {
	if e.Flags&encrypted != 0 {
		return o.refuse(name, errors.New("it is encrypted"))
	}
	content, err := e.Open()
	if err != nil {
		return o.refuse(name, damaged("zip archive", err))
	}
	defer content.Close()
	return o.stream(name, &expansion{
		r:      content,
		what:   "zip archive",
		packed: func() int64 { return int64(e.CompressedSize64) },
		left:   &o.left,
	})
}

// list returns what stands in the directory of an archive.
func list(archive io.ReaderAt, size int64) ([]*zip.File, error) {
	directory := &bounded{ReaderAt: archive, left: maxDirectory}
	z, err := zip.NewReader(directory, size)
	if errors.Is(err, errDirectory) {
		return nil, err
	}
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, damaged("zip archive", err)
	}
	directory.left = math.MaxInt64
	room := uint64(size)
	for _, e := range z.File {
		if e.CompressedSize64 > room {
			return nil, errors.New("the entries of the zip archive are larger than itself: they overlap, or it was cut")
		}
		room -= e.CompressedSize64
	}
	if !listsFirst(archive, z.File) || goesOn(archive, size) {
		return nil, damaged("zip archive", errForeign)
	}
	return z.File, nil
}

var errDirectory = fmt.Errorf("the zip archive's list of names is larger than %d MiB", maxDirectory>>20)

// bounded fails once more than left bytes have been read.
type bounded struct {
	io.ReaderAt
	left int64
}

func (b *bounded) ReadAt(p []byte, at int64) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, errDirectory
	}
	return b.ReaderAt.ReadAt(p, at)
}
