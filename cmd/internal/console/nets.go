package console

import (
	"bufio"
	"fmt"
	"os"

	"drafthorse/net"
)

// NetFile reads a net from a weights file.
func NetFile(path string) (*net.Network, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, Usage("%w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	n, err := net.Read(bufio.NewReader(f), info.Size())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return n, nil
}
