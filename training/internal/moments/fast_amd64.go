package moments

import "golang.org/x/sys/cpu"

var fast = cpu.X86.HasAVX2
