//go:build !unix

package cli

import "os"

func (s *screen) listen() {}

func inForeground(*os.File) bool { return true }
