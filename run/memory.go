package run

import (
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// ErrMemory is wrapped by the error of a training whose window needs more memory
// than there is.
var ErrMemory = errors.New("not enough memory")

// mostRows is how many rows a window grows to at most.
const mostRows = 10_000_000

// rowMemory is the bytes that a row of a window takes, with what the collector
// leaves.
const rowMemory = 900

// memory returns how many bytes this process may use: what the machine has, or
// less if its control group or GOMEMLIMIT says so. What cannot be found out sets
// no limit.
func memory() uint64 {
	most := uint64(debug.SetMemoryLimit(-1))
	for _, limit := range []memlimit.Provider{memlimit.FromSystem, memlimit.FromCgroup} {
		if n, err := limit(); err == nil && n > 0 {
			most = min(most, n)
		}
	}
	return most
}

// windowFits returns an error if the window of the training that sees the shards up
// to end needs more memory than there is.
func (r *Run) windowFits(end int) error {
	t := r.tally()
	most := r.Config.windowRows(t.between(0, end).rows)
	return fits(t.between(t.window(end, most), end).rows, memory())
}

// fits returns an error, with what to change, if a window of so many rows needs
// more than so many bytes.
func fits(rows int, memory uint64) error {
	need := float64(rows) * rowMemory
	if need <= float64(memory) {
		return nil
	}
	return fmt.Errorf("%w: a window of %d rows takes %.1f GB, and this process may use %.1f GB: train on a machine with more, or go on in another run with a smaller rows or growth of [window] (selfplay --init-from)",
		ErrMemory, rows, need/1e9, float64(memory)/1e9)
}
