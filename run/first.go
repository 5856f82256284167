package run

import (
	"bufio"
	"fmt"
	"math/rand/v2"
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

// firstNet returns net 0 of the run. One that comes from elsewhere keeps its
// weights and with them its identity; its generations are counted anew.
func (r *Run) firstNet() (*net.Network, error) {
	init := r.Config.Init
	if init == (Init{}) {
		return net.Random(r.Config.Net, rand.New(rand.NewPCG(r.Config.Seed, netStream))), nil
	}
	n, err := ReadNet(init.File)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the net to begin with: %w", err)
	case n.ID() != init.Net:
		return nil, fmt.Errorf("%w: [init] %s holds net %s: want net %s", ErrConfig, init.File, n.ID(), init.Net)
	case n.Size != r.Config.Net:
		return nil, fmt.Errorf("%w: [init] the net in %s has width %d, hidden %d and buckets %d: the run's have %d, %d and %d",
			ErrConfig, init.File, n.Width, n.Hidden, n.Buckets, r.Config.Net.Width, r.Config.Net.Hidden, r.Config.Net.Buckets)
	}
	n.Generation = 0
	return n, nil
}
