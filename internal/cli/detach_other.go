//go:build !unix

package cli

import "os/exec"

// detach does nothing where a command that opens a browser ends at once.
func detach(*exec.Cmd) {}
