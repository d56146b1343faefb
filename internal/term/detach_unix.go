//go:build unix

package term

import (
	"os/exec"
	"syscall"
)

// detach protects a command from Ctrl-C on this terminal.
func detach(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
