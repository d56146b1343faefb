package term

import (
	"io"
	"os"
	"sync"
	"time"
)

// A Screen is a terminal whose last line shows the progress of the work. What is written to
// it appears above that line. A nil Screen shows nothing.
//
// The cursor stays at the start of the line. A terminal that becomes narrower wraps the line,
// and the cursor moves with its start, so that erasing from there erases all of it.
type Screen struct {
	to         io.Writer
	width      func() int
	foreground func() bool
	delay      time.Duration // before the first line
	began      time.Time
	done       chan struct{}

	mu       sync.Mutex
	line     func(width int) string // nil: nothing to show
	onResume func()
	shown    bool
}

const (
	erase     = "\r\x1b[J"
	drawEvery = 100 * time.Millisecond
	// drawFrom is when the first line is drawn. Shorter work shows none.
	drawFrom = 500 * time.Millisecond
)

// NewScreen returns a Screen for work that began at the given time. It returns nil if w is
// not a terminal or cannot erase text.
func NewScreen(w io.Writer, began time.Time) *Screen {
	if !IsTerminal(w) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	f := w.(*os.File)
	s := &Screen{
		to: w, width: func() int { return Columns(w, 80) }, foreground: func() bool { return InForeground(f) },
		delay: drawFrom, began: began, done: make(chan struct{}),
	}
	s.handleSuspend()
	go s.redraw(s.done)
	return s
}

// Show sets the function that returns the line, of less than width columns; nil removes the
// line. The program calls onResume, if it is not nil, when it continues after it was
// suspended.
func (s *Screen) Show(line func(width int) string, onResume func()) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.line, s.onResume = line, onResume; line == nil {
		s.clear()
	}
}

// redraw keeps the line up to date.
func (s *Screen) redraw(done <-chan struct{}) {
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

func (s *Screen) draw() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.line == nil || time.Since(s.began) < s.delay || !s.foreground() {
		return
	}
	_, _ = io.WriteString(s.to, erase+s.line(s.width())+"\r") // a failure cannot be reported
	s.shown = true
}

// Write writes above the line.
func (s *Screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	return s.to.Write(p)
}

// clear removes the line until it is drawn again.
func (s *Screen) clear() {
	if s.shown {
		_, _ = io.WriteString(s.to, erase)
	}
	s.shown = false
}

// Close removes the line and stops drawing.
func (s *Screen) Close() {
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
