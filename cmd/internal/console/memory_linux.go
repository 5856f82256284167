package console

import "golang.org/x/sys/unix"

// Memory returns the bytes of memory that the machine has, or 0 where that is not
// known.
func Memory() uint64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 0
	}
	return uint64(info.Totalram) * uint64(info.Unit)
}
