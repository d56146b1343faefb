//go:build unix

package cli

import (
	"os/exec"
	"syscall"
)

// detach keeps Ctrl-C on this terminal from a command.
func detach(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
