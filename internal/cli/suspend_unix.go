//go:build unix

package cli

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// listen takes the line away before Ctrl-Z stops the program, and draws it where the
// cursor is when the program goes on.
func (s *screen) listen() {
	stops, starts := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(starts, syscall.SIGCONT)
	if !signal.Ignored(syscall.SIGTSTP) && hasShell() {
		signal.Notify(stops, syscall.SIGTSTP)
	}
	go func(done <-chan struct{}) {
		defer signal.Stop(starts)
		defer signal.Stop(stops)
		for {
			select {
			case <-done:
				return
			case <-starts:
				s.suspended(func() {})
			case <-stops:
				s.suspended(func() { _ = syscall.Kill(syscall.Getpid(), syscall.SIGSTOP) })
			}
		}
	}(s.done)
}

// suspended lets the program stop without a line on the terminal. It stops by SIGSTOP: a
// Go program that has asked for SIGTSTP once cannot have its default back.
func (s *screen) suspended(stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	stop()
	if s.fresh != nil {
		s.fresh()
	}
}

// hasShell tells whether a shell can continue what it has stopped: it has made a process
// group for this program. The system ignores Ctrl-Z where there is none.
func hasShell() bool {
	session, err := unix.Getsid(0)
	return err == nil && session != unix.Getpgrp()
}

// inForeground tells whether a terminal belongs to this program. After bg it is the
// shell's.
func inForeground(f *os.File) bool {
	group, err := unix.IoctlGetInt(int(f.Fd()), unix.TIOCGPGRP)
	return err != nil || group == unix.Getpgrp()
}
