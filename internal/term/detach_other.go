//go:build !unix

package term

import "os/exec"

// detach does nothing: the command that opens a browser ends at once.
func detach(*exec.Cmd) {}
