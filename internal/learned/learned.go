// Package learned gives benchmarks a net that has learned, for the searches of
// one with random weights have another shape.
package learned

import (
	"fmt"
	"os"

	"drafthorse/net"
)

// Net reads the net in results, whose folder is named from where the test runs.
func Net(results string) (*net.Network, error) {
	f, err := os.Open(results + "/180k/00018.safetensors")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	n, err := net.Read(f, info.Size())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	return n, nil
}
