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

// CheckTables refuses as many tables of so many mebibytes as do not fit into the
// memory, in bytes.
func CheckTables(count, mebibytes int, memory uint64) error {
	room := TableRoom(memory)
	switch {
	case mebibytes <= room/max(count, 1):
		return nil
	case count == 1:
		return fmt.Errorf("a table of %d MiB: this machine has room for at most %d", mebibytes, room)
	}
	return fmt.Errorf("%d tables of %d MiB: this machine has room for at most %d MiB each", count, mebibytes, room/count)
}
