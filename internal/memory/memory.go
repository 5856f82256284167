// Package memory says how much memory this process may use, so that what cannot
// fit is refused before it begins.
package memory

import (
	"math"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// Limit returns the bytes that this process may use: the least of what the machine
// has, what its control group allows and GOMEMLIMIT. It returns 0 where none of
// them can be found out.
func Limit() uint64 {
	least := uint64(debug.SetMemoryLimit(-1))
	for _, limit := range []memlimit.Provider{memlimit.FromSystem, memlimit.FromCgroup} {
		if n, err := limit(); err == nil && n > 0 {
			least = min(least, n)
		}
	}
	if least == math.MaxInt64 {
		return 0
	}
	return least
}
