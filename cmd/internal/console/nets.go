package console

import (
	"errors"
	"io/fs"
	"syscall"

	"drafthorse/cmd/internal/cli"
	"drafthorse/net"
	"drafthorse/run"
)

// NetFile reads a net from a weights file that the user has named.
func NetFile(path string) (*net.Network, error) {
	n, err := run.ReadNet(path)
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, cli.Usage("%w", err)
	}
	return n, err
}

// IsMissing reports whether an error says that a file or folder which somebody has named
// is not there, or that a folder on its way is a file.
func IsMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}
