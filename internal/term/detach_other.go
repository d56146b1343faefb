//go:build !unix

package term

import "os/exec"

// detach does nothing, because the command that opens a browser ends immediately.
func detach(*exec.Cmd) {}
