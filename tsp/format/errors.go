package format

import (
	"errors"
	"fmt"
	"slices"
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
	at := e.File
	if e.Line > 0 {
		at += ":" + strconv.Itoa(e.Line)
	}
	if e.Section != "" {
		at += ": " + e.Section
	}
	return at + ": " + e.Msg
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

// ErrTooLarge is wrapped by an Error if the file has more bytes than Options.MaxBytes or more
// cities than Options.MaxCities allows, or decompresses to an implausibly large number of bytes.
var ErrTooLarge = budget.ErrTooLarge

// tooMany is the error for a file with too many cities.
type tooMany struct{ most, found int }

func (e *tooMany) Error() string {
	return fmt.Sprintf("too many cities: expected at most %d, found %d or more", e.most, e.found)
}

func (*tooMany) Unwrap() error { return ErrTooLarge }

// fits returns an Error that wraps ErrTooLarge if n cities are more than the maximum.
func (s *source) fits(n, line int, section string) error {
	if s.maxCities > 0 && n > s.maxCities {
		return s.wrap(line, section, &tooMany{s.maxCities, n})
	}
	return nil
}

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

// ErrInvalid is wrapped by the errors for rows and features without a valid place. If
// Options.SkipInvalid is set, these rows and features are skipped.
var ErrInvalid = errors.New("no valid place")

// ErrColumns is wrapped by the error for a table whose titles do not show which columns hold the
// coordinates. Options.Columns can name these columns.
var ErrColumns = errors.New("unknown columns")

const (
	mostListed = 10 // maximum number of faults in a message
	// number of faults after which reading stops, and maximum number that a Document lists
	mostFaults = 1000
)

// allFaults holds the faults of a file in row order. Unwrap returns only the faults that list
// holds.
type allFaults struct {
	list  []*Error // first faults
	more  int      // number of further faults
	ended bool     // reading stopped because of too many faults
}

// Error returns one line per fault.
func (f *allFaults) Error() string {
	lines := make([]string, len(f.list), len(f.list)+1)
	for i, e := range f.list {
		lines[i] = e.Error()
	}
	if f.more > 0 {
		lines = append(lines, fmt.Sprintf("… and %d more", f.more))
	}
	if f.ended {
		lines[len(lines)-1] += "; stopped reading there"
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the listed faults.
func (f *allFaults) Unwrap() []error {
	all := make([]error, len(f.list))
	for i, e := range f.list {
		all[i] = e
	}
	return all
}

// faulty collects the faults of rows, so that reading a file once finds all of them.
type faulty struct {
	list []*Error
	n    int
	skip bool // whether rows with faults are skipped
}

// take records the fault of a row. It returns any other kind of error, and it returns an error if
// there are too many faults.
func (f *faulty) take(err error) error {
	var e *Error
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &e) || e.cause != nil:
		return f.with(err)
	}
	e.cause = ErrInvalid
	f.n++
	if len(f.list) < mostFaults {
		f.list = append(f.list, e)
	}
	if !f.skip && f.n == mostFaults {
		return f.err()
	}
	return nil
}

// err returns the faults found so far as one error, or nil if there are no faults.
func (f *faulty) err() error { return f.with(nil) }

// with returns the faults found so far, followed by the error that stopped reading, as one error.
func (f *faulty) with(last error) error {
	var e *Error
	n := f.n
	switch {
	case f.skip || n == 0:
		return last
	case last == nil && n == 1:
		return f.list[0]
	case last != nil && !errors.As(last, &e):
		return last
	}
	shown := slices.Clone(f.list[:min(n, mostListed)])
	if e != nil {
		shown = append(shown[:min(n, mostListed-1)], e)
		n++
	}
	return &allFaults{shown, n - len(shown), n == mostFaults}
}
