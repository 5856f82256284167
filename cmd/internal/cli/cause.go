package cli

import (
	"errors"
	"io/fs"
	"syscall"
)

// IsFull reports whether an error says that the disk has no more room.
func IsFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// IsMissing reports whether an error says that a file or folder which somebody has named
// is not there, or that a folder on its way is a file.
func IsMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}
