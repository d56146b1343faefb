package format

import (
	"errors"
	"fmt"
	"strings"
)

// ErrInvalid is wrapped by the errors for rows and features without a valid place.
// Options.SkipInvalid skips them.
var ErrInvalid = errors.New("no valid place")

// ErrColumns is wrapped by the errors of tables whose titles do not show which columns hold
// the places. Options.Columns names them.
var ErrColumns = errors.New("unknown columns")

const (
	mostListed = 10   // faults in a message
	mostFaults = 1000 // that a file may have before reading ends, and that a Document lists
)

// allFaults holds the faults of the rows of a file in their order. It wraps those listed.
type allFaults struct {
	list  []*Error // the first ones
	more  int      // the number of those that follow
	ended bool     // too many: reading ended
}

// Error has a line for each fault.
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

// Unwrap returns the faults that are listed.
func (f *allFaults) Unwrap() []error {
	all := make([]error, len(f.list))
	for i, e := range f.list {
		all[i] = e
	}
	return all
}

// faulty collects the faults of rows, so that one reading finds all of them.
type faulty struct {
	list []*Error
	n    int
	skip bool // rows with faults are skipped
}

// take records the fault of a row. It returns errors of any other kind, and one if there are
// too many faults.
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

// err returns the faults found so far as an error, or nil.
func (f *faulty) err() error { return f.with(nil) }

// with adds an error that ended reading to the faults before it.
func (f *faulty) with(last error) error {
	list, n := f.list, f.n
	if f.skip {
		list, n = nil, 0
	}
	var e *Error
	switch {
	case n == 0:
		return last
	case last == nil && n == 1:
		return list[0]
	case last != nil && !errors.As(last, &e):
		return last
	}
	shown := append([]*Error(nil), list[:min(n, mostListed)]...)
	if e != nil {
		shown = append(shown[:min(n, mostListed-1)], e)
		n++
	}
	return &allFaults{shown, n - len(shown), n == mostFaults}
}
