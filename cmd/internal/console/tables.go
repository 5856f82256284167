package console

import "fmt"

// TableRoom returns how many mebibytes searches may have for their tables of
// positions: three quarters of a machine's memory. A table that does not fit into the
// memory ends the program, or slows it down to the speed of the disk.
func TableRoom(memory uint64) int {
	if memory == 0 {
		return 4096 // all machines have that
	}
	return int(memory / 4 * 3 >> 20)
}

// CheckTables refuses tables of so many mebibytes in all that do not fit into the
// memory, in bytes.
func CheckTables(mebibytes int, memory uint64) error {
	if room := TableRoom(memory); mebibytes > room {
		return fmt.Errorf("%d MiB for tables: this machine has room for at most %d", mebibytes, room)
	}
	return nil
}
