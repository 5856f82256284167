//go:build !linux && !darwin

package console

// Memory returns the bytes of memory that the machine has, or 0 where that is not
// known.
func Memory() uint64 { return 0 }
