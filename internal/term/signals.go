//go:build !js

package term

import (
	"os"
	"os/signal"
	"syscall"
)

// EndSignals returns the signals that end a search. They include SIGHUP unless nohup has disabled
// it.
func EndSignals() []os.Signal {
	all := quitSignals()
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

// quitSignals returns the signals that end a service.
func quitSignals() []os.Signal { return []os.Signal{os.Interrupt, syscall.SIGTERM} }

// ReloadSignals returns the signals that make a service reload its files.
func ReloadSignals() []os.Signal { return []os.Signal{syscall.SIGHUP} }

// PipeSignals returns the signals raised by writing to a closed pipe.
func PipeSignals() []os.Signal { return []os.Signal{syscall.SIGPIPE} }
