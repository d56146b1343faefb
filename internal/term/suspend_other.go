//go:build !unix

package term

import "os"

func (s *Screen) handleSuspend() {}

// InForeground reports whether the terminal belongs to this program.
func InForeground(*os.File) bool { return true }
