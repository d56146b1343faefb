//go:build unix

package term

import (
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// handleSuspend removes the line before Ctrl-Z suspends the program, and redraws it at the cursor
// when the program continues.
func (s *Screen) handleSuspend() {
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
				s.suspend(func() {})
			case <-stops:
				s.suspend(func() { stopUntil(starts) })
			}
		}
	}(s.done)
}

// stopUntil stops the program and returns after it was continued. Other threads run for a moment
// after kill has returned, so returning at once would let them draw a line that stays on the
// terminal.
func stopUntil(continued <-chan os.Signal) {
	select {
	case <-continued: // from before
	default:
	}
	if syscall.Kill(syscall.Getpid(), syscall.SIGSTOP) == nil {
		<-continued
	}
}

// suspend calls stop while no line is shown. SIGSTOP stops the program, because Go cannot restore
// the default of SIGTSTP after signal.Notify.
func (s *Screen) suspend(stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	stop()
	if s.onResume != nil {
		s.onResume()
	}
}

// hasShell reports whether a shell can continue the program after it was stopped. A shell puts the
// program into a separate process group. Without a shell, the system ignores Ctrl-Z.
func hasShell() bool {
	session, err := unix.Getsid(0)
	return err == nil && session != unix.Getpgrp()
}

// InForeground reports whether the terminal belongs to this program. After the command bg, the
// terminal belongs to the shell.
func InForeground(f *os.File) bool {
	group, err := unix.IoctlGetInt(int(f.Fd()), unix.TIOCGPGRP)
	return err != nil || group == unix.Getpgrp()
}

// detach protects a command from Ctrl-C on this terminal.
func detach(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
