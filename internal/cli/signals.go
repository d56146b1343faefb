//go:build !js

package cli

import (
	"os"
	"os/signal"
	"syscall"
)

// endSignals end a search. A hangup that nohup has switched off stays so.
func endSignals() []os.Signal {
	all := quitSignals()
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

// quitSignals end a service.
func quitSignals() []os.Signal { return []os.Signal{os.Interrupt, syscall.SIGTERM} }

// reloadSignals ask a service to read its files again.
func reloadSignals() []os.Signal { return []os.Signal{syscall.SIGHUP} }

// pipeSignals come from writing to a pipe that nobody reads.
func pipeSignals() []os.Signal { return []os.Signal{syscall.SIGPIPE} }
