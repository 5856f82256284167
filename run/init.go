package run

import (
	"bufio"
	"fmt"
	"os"

	"drafthorse/net"
)

// Init says which net a run begins with in the place of random weights.
type Init struct {
	File       string `toml:"file"`       // where it was
	Net        string `toml:"net"`        // its identity
	Generation int    `toml:"generation"` // that it had there
}

func (i Init) validate() error {
	if i.Net == "" && i != (Init{}) {
		return fmt.Errorf("net is empty: want the identity of the net in file")
	}
	return nil
}

// ReadInit reads a net to begin a run with. The run must have its size.
func ReadInit(file string) (Init, net.Size, error) {
	n, err := ReadNet(file)
	if err != nil {
		return Init{}, net.Size{}, err
	}
	return Init{file, n.ID(), n.Generation}, n.Size, nil
}

// ReadNet reads a weights file that may belong to no run.
func ReadNet(file string) (*net.Network, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	n, err := net.Read(bufio.NewReader(f), info.Size())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return n, nil
}
