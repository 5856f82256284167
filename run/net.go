package run

import (
	"fmt"
	"io/fs"

	"drafthorse/net"
	"drafthorse/store"
)

// NewestNet reads the newest net of the run in folder dir, whether or not a
// process works on it. Where there is no run the error wraps fs.ErrNotExist.
func NewestNet(dir string) (*net.Network, error) {
	nets, err := netRecords(dir)
	if err != nil {
		return nil, err
	}
	return readNet(dir, nets, nets[len(nets)-1].Facts.Generation)
}

// NumberedNet reads the net with the given number in the same way.
func NumberedNet(dir string, generation int) (*net.Network, error) {
	nets, err := netRecords(dir)
	if err != nil {
		return nil, err
	}
	return readNet(dir, nets, generation)
}

// netRecords returns the records of a run's nets, of which there is at least one.
func netRecords(dir string) ([]store.Record, error) {
	known, err := Records(dir)
	if err != nil {
		return nil, err
	}
	nets := store.OfKind(known, KindNet)
	if len(nets) == 0 {
		return nil, fmt.Errorf("%s has no net: there is no run in it: %w", dir, fs.ErrNotExist)
	}
	return nets, nil
}
