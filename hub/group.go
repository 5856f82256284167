package hub

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the program's process group its own.
func ownGroup(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the program, which nobody has waited for yet, and what it has
// started.
func killGroup(c *exec.Cmd) { syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
