package format

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

// An Error describes a fault in an input, its position, and the expected input.
type Error struct {
	File    string
	Line    int    // 1-based; 0 if the error does not concern a single line
	Section string // section, column or member; may be empty
	Msg     string
	cause   error
}

// Error formats the error like a compiler message, because editors can then jump to the line:
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

// Unwrap returns the underlying error of the reader or decoder, or nil.
func (e *Error) Unwrap() error { return e.cause }

// ErrNoTour is wrapped by an Error if the file is well-formed but does not contain a tour of the
// instance: a city is missing, visited twice or unknown.
var ErrNoTour = errors.New("not a tour of the instance")

// refuse returns an Error that wraps ErrNoTour.
func (s *source) refuse(line int, section, msg string, args ...any) *Error {
	return s.fail(line, section, msg, args...).as(ErrNoTour)
}

// as returns the error with a cause.
func (e *Error) as(cause error) *Error {
	e.cause = cause
	return e
}

// ErrTooLarge is wrapped by an Error if the file has more bytes than Options.MaxBytes allows, or
// decompresses to an implausibly large number of bytes.
var ErrTooLarge = budget.ErrTooLarge

// fail returns an Error for a position in the source.
func (s *source) fail(line int, section, msg string, args ...any) *Error {
	return &Error{File: s.name, Line: line, Section: budget.Message(section), Msg: budget.Message(fmt.Sprintf(msg, args...))}
}

// wrap returns an Error that wraps err.
func (s *source) wrap(line int, section string, err error) error {
	if err == nil {
		return nil
	}
	return &Error{File: s.name, Line: line, Section: budget.Message(section), Msg: budget.Message(err.Error()), cause: err}
}

// quote formats part of the input for a message, shortened and without control characters.
func quote[T ~string | ~[]byte](text T) string { return budget.Quote(text) }
