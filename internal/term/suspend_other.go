//go:build !unix

package term

import (
	"os"
	"os/exec"
)

func (s *Screen) handleSuspend() {}

// InForeground reports whether the terminal belongs to this program.
func InForeground(*os.File) bool { return true }

// detach does nothing, because the command that opens a browser ends immediately.
func detach(*exec.Cmd) {}
