package learn

import (
	"fmt"

	"drafthorse/internal/fault"
	"drafthorse/internal/memory"
)

// ErrMemory is wrapped by the error of a training whose window needs more memory
// than there is.
var ErrMemory = fault.NoRoom("not enough memory")

// rowMemory is the bytes that a row of a window takes, with what the collector
// leaves.
const rowMemory = 900

// windowFits returns an error if the window of the training that sees the shards up
// to end needs more memory than there is.
func (s *State) windowFits(end int) error {
	most := windowRows(s.Config, s.between(0, end).rows)
	return fits(s.between(s.window(end, most), end).rows, memory.Limit())
}

// fits returns an error, with what to change, if a window of a number of rows
// needs more than limit bytes; 0 is no limit.
func fits(rows int, limit uint64) error {
	need := float64(rows) * rowMemory
	if limit == 0 || need <= float64(limit) {
		return nil
	}
	return fmt.Errorf("%w: a window of %d rows takes %.1f GB, and this process may use %.1f GB: train on a machine with more, or go on in another run with a smaller rows or growth of [window] (selfplay --init-from)",
		ErrMemory, rows, need/1e9, float64(limit)/1e9)
}
