//go:build !js

package cli

import (
	"os"
	"os/signal"
	"syscall"
)

// endSignals end a search. A hangup that nohup has switched off stays so.
func endSignals() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

// pipeSignals come from writing to a pipe that nobody reads.
func pipeSignals() []os.Signal { return []os.Signal{syscall.SIGPIPE} }
