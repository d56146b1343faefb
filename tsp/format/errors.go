package format

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// An Error says what is wrong with an input, where, and what was expected.
type Error struct {
	File    string
	Line    int    // 1-based; 0 where no single line is to blame
	Section string // the section, column or member; may be empty
	Msg     string
	cause   error
}

// Error is written as compilers do, so that editors can jump to the line:
// "pr1002.tsp:17: NODE_COORD_SECTION: expected …, found …".
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		b.WriteString(":" + strconv.Itoa(e.Line))
	}
	if e.Section != "" {
		b.WriteString(": " + e.Section)
	}
	return b.String() + ": " + e.Msg
}

// Unwrap is the error of the reader or decoder below, if there is one.
func (e *Error) Unwrap() error { return e.cause }

// ErrNoTour is what an Error wraps when a file was read well but is no tour of
// the instance: a city is missing, visited twice or unknown.
var ErrNoTour = errors.New("not a tour of the instance")

// refuse makes an Error of ErrNoTour.
func (s *source) refuse(line int, section, msg string, args ...any) *Error {
	e := s.fail(line, section, msg, args...)
	e.cause = ErrNoTour
	return e
}

// fail makes an Error about a place in the source.
func (s *source) fail(line int, section, msg string, args ...any) *Error {
	return &Error{File: s.name, Line: line, Section: section, Msg: fmt.Sprintf(msg, args...)}
}

// wrap makes an Error of one that came from below.
func (s *source) wrap(line int, section string, err error) error {
	if err == nil {
		return nil
	}
	return &Error{File: s.name, Line: line, Section: section, Msg: err.Error(), cause: err}
}

// quote shows a piece of input in a message, without control characters and
// not too long.
func quote(b []byte) string {
	const most = 24
	if len(b) == 0 {
		return "nothing"
	}
	if len(b) > most {
		return strconv.Quote(string(b[:most])) + "…"
	}
	return strconv.Quote(string(b))
}
