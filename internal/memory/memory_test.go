package memory

import (
	"runtime/debug"
	"testing"
)

// A machine that runs this test has 64 MiB to a PiB, and GOMEMLIMIT lowers that.
func TestLimit(t *testing.T) {
	if n := Limit(); n != 0 && (n < 64<<20 || n > 1<<50) {
		t.Errorf("the limit is %d bytes", n)
	}
	before := debug.SetMemoryLimit(50 << 20)
	defer debug.SetMemoryLimit(before)
	if n := Limit(); n != 50<<20 {
		t.Errorf("with GOMEMLIMIT of 50 MiB the limit is %d bytes", n)
	}
}
