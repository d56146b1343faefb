package cli

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/term"
)

// A stdout is the standard output of a command. It remembers the first write that failed, because
// the libraries that print help texts and completions ignore errors.
type stdout struct {
	io.Writer
	closed bool // whether it may have been closed when the program started
	fault  error
}

func newStdout(w io.Writer) *stdout { return &stdout{Writer: w, closed: term.MayBeClosed(w)} }

func (o *stdout) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if o.fault == nil {
		o.fault = err
	}
	return n, err
}

// Fd returns the file descriptor, for the width of a terminal.
func (o *stdout) Fd() uintptr {
	if f, ok := o.Writer.(interface{ Fd() uintptr }); ok {
		return f.Fd()
	}
	return math.MaxUint
}

// complete returns the error of a command, or an output error if writing has failed and the command
// has not chosen an exit code.
func (o *stdout) complete(err error) error {
	if _, chosen := errors.AsType[*exitError](err); chosen || o.fault == nil {
		return err
	}
	return outputError(fmt.Errorf("cannot write to standard output: %w", o.fault))
}

// optionalOut returns standard output for text that need not arrive.
func (s streams) optionalOut() io.Writer {
	if o, ok := s.out.(*stdout); ok {
		return o.Writer
	}
	return s.out
}

// outClosed reports whether standard output may be closed.
func (s streams) outClosed() bool {
	o, ok := s.out.(*stdout)
	return ok && o.closed
}

var errOutClosed = errors.New("cannot write to standard output: it is closed, or the null device opened for reading and writing; use -o FILE, or > /dev/null to discard the output")
