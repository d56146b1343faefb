package term

import (
	"io"
	"os"
	"sync"
	"time"
)

// A Screen is a terminal with a last line that shows the progress of the work. Text written to the
// Screen appears above that line. A nil Screen shows nothing.
//
// The cursor stays at the start of the line. When a terminal becomes narrower, it wraps the line
// and the cursor moves with the start of the line. Erasing from the cursor therefore erases the
// whole line.
type Screen struct {
	to         io.Writer
	width      func() int
	foreground func() bool
	delay      time.Duration // delay before the first line
	began      time.Time
	done       chan struct{}

	mu       sync.Mutex
	line     func(width int) string // nil if there is nothing to show
	onResume func()
	shown    bool
}

const (
	erase     = "\r\x1b[J"
	drawEvery = 100 * time.Millisecond
	// drawFrom is the time after which the first line is drawn. Shorter work shows no line.
	drawFrom = 500 * time.Millisecond
)

// NewScreen returns a Screen for work that started at the given time. It returns nil if w is not a
// terminal or cannot erase text.
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

// Show sets the function that returns the line, which must have less than width columns. A nil
// function removes the line. If onResume is not nil, it is called when the program continues after
// a suspension.
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

// redraw updates the line regularly until done is closed.
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

// Write writes text above the line.
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
