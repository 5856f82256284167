package console

import (
	"errors"
	"io/fs"

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
