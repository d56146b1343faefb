package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/creack/pty"
	"github.com/tourmaline-opt/tourmaline/internal/term/termtest"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// A session is a command that runs on a pseudo-terminal.
type session struct {
	t      *testing.T
	c      *exec.Cmd
	tty    *os.File
	mu     sync.Mutex
	screen *termtest.Terminal
	change chan struct{} // signals that the command wrote something
	ended  chan struct{} // closed when no process has the terminal open any more
	stacks string        // first screen with more than one line of progress
}

// progressLine matches a line of progress, which is shown only temporarily.
var progressLine = regexp.MustCompile(`^([#.█░]+  )?\d+ %|^cooling|^preparing|^reading`)

func onTerminal(t *testing.T, width int, name string, args ...string) *session {
	t.Helper()
	s := &session{t: t, c: exec.CommandContext(t.Context(), name, args...), screen: termtest.New(width, false), change: make(chan struct{}, 1), ended: make(chan struct{})}
	s.c.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "TERM=xterm")
	var err error
	if s.tty, err = pty.StartWithSize(s.c, &pty.Winsize{Rows: 24, Cols: uint16(width)}); err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { _ = s.tty.Close() })
	go s.read()
	return s
}

// read interprets the output of the command and checks every screen.
func (s *session) read() {
	defer close(s.ended)
	buffer := make([]byte, 256)
	for {
		n, err := s.tty.Read(buffer)
		s.mu.Lock()
		_, _ = s.screen.Write(bytes.ReplaceAll(buffer[:n], []byte("\r\n"), []byte("\n")))
		if lines := s.progress(); len(lines) > 1 && s.stacks == "" {
			s.stacks = strings.Join(s.screen.Text(), "\n")
		}
		s.mu.Unlock()
		select {
		case s.change <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// progress returns the lines of progress on the screen.
func (s *session) progress() []string {
	return slices.DeleteFunc(s.screen.Text(), func(l string) bool { return !progressLine.MatchString(l) })
}

// until waits until a condition holds for the screen.
func (s *session) until(what string, holds func() bool) {
	s.t.Helper()
	late := time.After(30 * time.Second)
	for {
		s.mu.Lock()
		ok := holds()
		s.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-s.change:
		case <-late:
			s.t.Fatalf("no %s:\n%s", what, strings.Join(s.screen.Text(), "\n"))
		}
	}
}

// line waits for a line of progress.
func (s *session) line() {
	s.t.Helper()
	s.until("line of progress", func() bool { return len(s.progress()) == 1 })
}

// resize changes the width of the terminal. The emulated screen has the larger of the two widths
// until a line of the new width has been drawn, because the command may still be writing a line of
// the old width.
func (s *session) resize(width int) {
	s.t.Helper()
	s.mu.Lock()
	s.screen.Resize(max(width, s.screen.Width))
	s.mu.Unlock()
	if err := pty.Setsize(s.tty, &pty.Winsize{Rows: 24, Cols: uint16(width)}); err != nil {
		s.t.Fatal(err)
	}
	s.until(fmt.Sprintf("line of less than %d columns", width), func() bool {
		lines := s.progress()
		fits := len(lines) == 1 && utf8.RuneCountInString(lines[0]) < width
		if fits {
			s.screen.Resize(width)
		}
		return fits
	})
}

// keys types a text.
func (s *session) keys(text string) {
	s.t.Helper()
	if _, err := s.tty.WriteString(text); err != nil {
		s.t.Fatal(err)
	}
}

// leaves waits for the command to exit and matches each remaining line on the screen with a
// pattern.
func (s *session) leaves(code int, patterns ...string) {
	s.t.Helper()
	ends(s.t, s.c, code)
	<-s.ended
	if s.stacks != "" {
		s.t.Errorf("stacked:\n%s", s.stacks)
	}
	lines := s.screen.Text()
	fits := len(lines) == len(patterns)
	for i := range min(len(lines), len(patterns)) {
		fits = fits && regexp.MustCompile("^"+patterns[i]+"$").MatchString(lines[i])
	}
	if !fits {
		s.t.Errorf("left on the screen:\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(patterns, "\n"))
	}
}

// Patterns for the lines that a search of 200 stops leaves on the screen.
const (
	readLine  = `.*stops\.csv: 200 stops, .*`
	coolsLine = `interrupted; finishing in .*`
	nameLine  = `.*, the best found in .* s: round trip through 200 stops`
)

func endLine(why string) string { return `Method: ils, seed 1; ` + why }

// In a terminal of any width, and in one whose width changes, there is at most one line of
// progress, and none is left at the end.
func TestProgressOnATerminal(t *testing.T) {
	binary, input := tourmalineBinary(t), filepath.Join(t.TempDir(), "stops.csv")
	testkit.WriteFile(t, input, stopsText(200))
	output := filepath.Join(t.TempDir(), "r.tour")
	search := []string{"solve", input, "-a", "ils", "-o", output, "-t"}
	for _, width := range []int{20, 40, 80, 200} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			s := onTerminal(t, width, binary, append(search, "1.2s")...)
			s.line()
			s.leaves(exitOK, readLine, nameLine, endLine("time limit reached"))
		})
	}
	t.Run("resized", func(t *testing.T) {
		s := onTerminal(t, 80, binary, append(search, "10m")...)
		s.line()
		for _, width := range []int{40, 20, 200, 34, 80} {
			s.resize(width)
		}
		s.keys("\x03\x03")
		s.leaves(exitOK, readLine, coolsLine, nameLine, endLine("interrupted"))
	})
	t.Run("stopped and continued", func(t *testing.T) {
		shell, err := exec.LookPath("bash")
		if err != nil {
			t.Skip(err)
		}
		script := `set -m; "$0" "$@"; echo stopped $?; fg >/dev/null; echo over $?`
		s := onTerminal(t, 80, shell, append([]string{"-c", script, binary}, append(search, "10m")...)...)
		s.line()
		s.keys("\x1a")
		s.until("shell", func() bool { return slices.Contains(s.screen.Text(), "stopped 147") })
		s.line()
		s.keys("\x03")
		s.leaves(exitOK, readLine, `\[1\]\+  Stopped.*`, "stopped 147", coolsLine, nameLine, endLine("interrupted"), "over 0")
	})
	t.Run("reading", func(t *testing.T) {
		fifo := filepath.Join(t.TempDir(), "fifo.csv")
		if err := syscall.Mkfifo(fifo, 0o600); err != nil {
			t.Skip(err)
		}
		s := onTerminal(t, 80, binary, "solve", fifo)
		s.line()
		s.keys("\x03")
		s.leaves(exitKilled)
	})
	t.Run("no terminal", func(t *testing.T) {
		var errs bytes.Buffer
		c := exec.CommandContext(t.Context(), binary, append(search, "0.7s")...)
		c.Stderr = &errs
		if err := c.Run(); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(errs.String(), "\r\x1b") || strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("%q", &errs)
		}
	})
}

// On a terminal, the page of a search opens in the browser and stays until the user presses Enter.
func TestViewOnATerminal(t *testing.T) {
	binary, folder := tourmalineBinary(t), t.TempDir()
	input, opened := filepath.Join(folder, "stops.csv"), filepath.Join(folder, "opened")
	testkit.WriteFile(t, input, stopsText(200))
	browser := fmt.Sprintf("#!/bin/sh\necho \"$1\" > %[1]s.new && mv %[1]s.new %[1]s\n", opened)
	if err := os.WriteFile(filepath.Join(folder, "xdg-open"), []byte(browser), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("DISPLAY", ":0")
	search := []string{"solve", input, "-a", "ils", "--max-steps", "3", "-o", filepath.Join(folder, "r.tour"), "--view"}
	const viewLine, stayLine = `tourmaline: view http://127\.0\.0\.1:.*#code=.*`, `tourmaline: the page stays open until Enter or Ctrl-C`
	stays := func(s *session) func() bool {
		return func() bool { return slices.Contains(s.screen.Text(), stayLine) }
	}
	s := onTerminal(t, 200, binary, append(search, "--no-browser")...)
	s.until("page that stays", stays(s))
	s.keys("\x03")
	s.leaves(exitOK, readLine, viewLine, nameLine, endLine("step limit reached"), stayLine, `\^C`)
	if _, err := os.Stat(opened); err == nil {
		t.Error("a browser was opened")
	}
	s = onTerminal(t, 200, binary, search...)
	s.until("page that stays", stays(s))
	address, ok := appears(opened)
	s.keys("\n")
	s.leaves(exitOK, readLine, viewLine, nameLine, endLine("step limit reached"), stayLine)
	if shown := strings.TrimPrefix(s.screen.Text()[1], "tourmaline: view "); !ok || strings.TrimSpace(address) != shown {
		t.Errorf("opened %q, shown %q", address, shown)
	}
}
