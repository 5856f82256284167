// Package shipped is the net that comes with the programs: what analyze judges
// with where no other is named. RESULTS.md says how it was trained and how well it
// plays.
package shipped

import (
	"bytes"
	_ "embed"
	"sync"

	"drafthorse/net"
)

//go:embed net.safetensors
var file []byte

// Net returns the net, which must not be changed.
var Net = sync.OnceValue(func() *net.Network {
	n, err := net.Read(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		panic("BUG: the net that comes with the program: " + err.Error())
	}
	return n
})
