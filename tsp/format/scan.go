package format

import (
	"bytes"
	"errors"
	"io"

	"github.com/tourmaline-opt/tourmaline/internal/unpack"
)

const (
	windowSize = 1 << 20 // number of bytes read at a time from a large file
	maxToken   = 1 << 10 // longer than any number
	maxLine    = 1 << 16 // maximum length of a header line, and the window size for a small file
)

// A scanner reads text through a window of fixed size and counts lines. It never holds more of the
// file than the window in memory.
type scanner struct {
	r        io.Reader
	buf      []byte
	pos, end int
	line     int
	eof      bool
	err      error // error from r, other than io.EOF
}

// newScanner returns a scanner that reads the source through a filter, which may be the source
// itself. It uses a small window for a small file.
func newScanner(src *source, filter io.Reader) *scanner {
	window := windowSize
	if head, _ := src.Peek(unpack.BufferSize); len(head) < unpack.BufferSize {
		window = maxLine
	}
	return &scanner{r: filter, buf: make([]byte, window), line: 1}
}

// fill moves the unread bytes to the front of the window and reads until the window holds at least
// want bytes or the input ends.
func (s *scanner) fill(want int) {
	copy(s.buf, s.buf[s.pos:s.end])
	s.end -= s.pos
	s.pos = 0
	for idle := 0; s.end < want && !s.eof; idle++ {
		n, err := s.r.Read(s.buf[s.end:])
		s.end += n
		if n > 0 {
			idle = 0
		}
		if err == nil && idle > 100 {
			err = io.ErrNoProgress
		}
		if err != nil {
			s.eof = true
			if !errors.Is(err, io.EOF) {
				s.err = err
			}
		}
	}
}

// ahead ensures that the window holds a whole token, and returns all unread bytes in the window.
func (s *scanner) ahead() []byte {
	if s.end-s.pos < maxToken && !s.eof {
		s.fill(maxToken)
	}
	return s.buf[s.pos:s.end]
}

// blanks skips spaces within the line and returns the byte after them, '\n' at the end of the line,
// or -1 at the end of the input.
func (s *scanner) blanks() int {
	for {
		for ; s.pos < s.end; s.pos++ {
			if c := s.buf[s.pos]; !isBlank(c) {
				return int(c)
			}
		}
		if s.eof {
			return -1
		}
		s.fill(1)
	}
}

// space skips spaces and line ends and returns the byte after them, or -1 at the end of the input.
func (s *scanner) space() int {
	for {
		c := s.blanks()
		if c != '\n' {
			return c
		}
		s.pos++
		s.line++
	}
}

// float reads a number. If the next token is not a number, ok is false and nothing is read.
func (s *scanner) float() (v float64, ok bool) {
	b := s.ahead()
	v, n := parseFloat(b)
	if !isNumber(b, n) {
		return 0, false
	}
	s.pos += n
	return v, true
}

// whole reads a whole number. If the next token is not a whole number, ok is false and nothing is
// read.
func (s *scanner) whole() (v int64, ok bool) {
	b := s.ahead()
	v, n := parseWhole(b)
	if !isNumber(b, n) {
		return 0, false
	}
	s.pos += n
	return v, true
}

// isNumber reports whether the first n bytes are a complete token. A token of maxToken bytes may
// continue beyond the window, so it is not accepted.
func isNumber(b []byte, n int) bool {
	return n > 0 && n < maxToken && (n == len(b) || isBreak(b[n]))
}

// token returns the next token for messages without consuming it.
func (s *scanner) token() []byte {
	b := s.ahead()
	if i := bytes.IndexFunc(b, func(r rune) bool { return r <= ' ' }); i >= 0 {
		return b[:i]
	}
	return b
}

// word reads a keyword: letters, digits and underscores.
func (s *scanner) word() []byte {
	b := s.ahead()
	n := 0
	for n < len(b) && isWord(b[n]) {
		n++
	}
	s.pos += n
	return b[:n]
}

// rest reads the rest of the line without surrounding spaces. It truncates a line longer than
// maxLine.
func (s *scanner) rest() string {
	if bytes.IndexByte(s.buf[s.pos:s.end], '\n') < 0 && s.end-s.pos < maxLine && !s.eof {
		s.fill(maxLine)
	}
	b := s.buf[s.pos:min(s.end, s.pos+maxLine)]
	if i := bytes.IndexByte(b, '\n'); i >= 0 {
		b = b[:i]
	}
	text := string(bytes.TrimSpace(b))
	s.skipLine()
	return text
}

// skipLine moves to the end of the line.
func (s *scanner) skipLine() {
	for {
		if i := bytes.IndexByte(s.buf[s.pos:s.end], '\n'); i >= 0 {
			s.pos += i
			return
		}
		s.pos = s.end
		if s.eof {
			return
		}
		s.fill(1)
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' }

func isBreak(c byte) bool { return c == '\n' || isBlank(c) }

func isLetter(c int) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isWord(c byte) bool { return isLetter(int(c)) || c-'0' < 10 || c == '_' }
