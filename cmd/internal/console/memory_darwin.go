package console

import "golang.org/x/sys/unix"

// Memory returns the bytes of memory that the machine has, or 0 where that is not
// known.
func Memory() uint64 {
	bytes, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return bytes
}
