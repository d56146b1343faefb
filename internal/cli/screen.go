package cli

import (
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// A screen is a terminal whose last line says how far the work has come. What is written
// to it goes above that line. A nil screen shows nothing.
//
// The cursor stays at the begin of the line. A terminal that becomes narrower breaks the
// line into several, and the cursor moves with its begin, so that erasing from there on
// erases all of them.
type screen struct {
	to         io.Writer
	width      func() int
	foreground func() bool // whether the terminal listens to this program, not to a shell
	patience   time.Duration
	began      time.Time
	done       chan struct{}

	mu    sync.Mutex
	line  func(width int) string // nil: nothing to say
	fresh func()                 // told when the program goes on after it was stopped
	shown bool
}

const (
	erase     = "\r\x1b[J"
	drawEvery = 100 * time.Millisecond
	// drawFrom is when the first line is drawn: what is over before needs none.
	drawFrom = 500 * time.Millisecond
)

// newScreen makes a screen of a terminal for work that began at some time; nil if w is none, or one that erases nothing.
func newScreen(w io.Writer, began time.Time) *screen {
	if !isTerminal(w) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	f := w.(*os.File)
	s := &screen{
		to: w, width: func() int { return columns(f, 80) }, foreground: func() bool { return inForeground(f) },
		patience: drawFrom, began: began, done: make(chan struct{}),
	}
	s.listen()
	go s.drawing(s.done)
	return s
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// columns is the width of a terminal now, or another one if that is not known.
func columns(f *os.File, otherwise int) int {
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		return otherwise
	}
	return width
}

// show says what the line is from now on: a text of less than width columns.
func (s *screen) show(line func(width int) string, fresh func()) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.line, s.fresh = line, fresh; line == nil {
		s.clear()
	}
}

// drawing keeps the line up to date.
func (s *screen) drawing(done <-chan struct{}) {
	tick := time.NewTicker(drawEvery)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			s.draw()
		}
	}
}

func (s *screen) draw() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.line == nil || time.Since(s.began) < s.patience || !s.foreground() {
		return
	}
	_, _ = io.WriteString(s.to, erase+s.line(s.width())+"\r") // if that fails there is nobody to tell
	s.shown = true
}

// Write writes above the line.
func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	return s.to.Write(p)
}

// clear takes the line away until it is drawn again.
func (s *screen) clear() {
	if s.shown {
		_, _ = io.WriteString(s.to, erase)
	}
	s.shown = false
}

// end takes the line away for good.
func (s *screen) end() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	if s.line = nil; s.done != nil {
		close(s.done)
		s.done = nil
	}
}
