package run

import (
	"fmt"
	"math/rand/v2"

	"drafthorse/net"
)

// netStream is the stream of chance that a run's random weights come from. Its seed
// is divided into streams, those of the games having the games' numbers.
const netStream = 1 << 62

// RandomNet returns the net with random weights that a run begins with.
func (c Config) RandomNet() *net.Network {
	return net.Random(c.Net, rand.New(rand.NewPCG(c.Seed, netStream)))
}

// firstNet returns net 0 of a run. One that comes from elsewhere keeps its
// weights and with them its identity; its generations are counted from 0.
func (c Config) firstNet() (*net.Network, error) {
	init := c.Init
	if init == (Init{}) {
		return c.RandomNet(), nil
	}
	n, err := ReadNet(init.File)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the net to begin with: %w", err)
	case n.ID() != init.Net:
		return nil, fmt.Errorf("%w: [init] %s holds net %s: want net %s", ErrConfig, init.File, n.ID(), init.Net)
	case n.Size != c.Net:
		return nil, fmt.Errorf("%w: [init] the net in %s has width %d and hidden %d: the run's have %d and %d",
			ErrConfig, init.File, n.Width, n.Hidden, c.Net.Width, c.Net.Hidden)
	}
	n.Generation = 0
	return n, nil
}
