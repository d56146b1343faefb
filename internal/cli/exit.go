package cli

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/memory"
	"github.com/tourmaline-opt/tourmaline/internal/term"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// The exit codes.
const (
	exitOK       = 0
	exitInternal = 1
	exitUsage    = 2
	exitInput    = 3
	exitDevice   = 4
	exitOutput   = 5
	exitCheck    = 6
	exitServer   = 7
	exitKilled   = term.ExitInterrupted
)

// exitError is an error with an exit code.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// withCode adds an exit code to an error. It returns nil if there is no error.
func withCode(code int, err error) error {
	if err == nil {
		return nil
	}
	return &exitError{code, err}
}

func usageError(format string, args ...any) error {
	return withCode(exitUsage, fmt.Errorf(format, args...))
}

func inputError(err error) error { return withCode(exitInput, err) }

func outputError(err error) error { return withCode(exitOutput, err) }

// exitCode returns the exit code for an error. An error that has no code and is of no known kind is
// an internal error.
func exitCode(err error) int {
	if errors.Is(err, device.Err) {
		return exitDevice
	}
	if exit, ok := errors.AsType[*exitError](err); ok {
		return exit.code
	}
	return kindOf(err)
}

// kindOf returns the exit code for an error without a code: that of a user's mistake if the error
// is of a kind that only such mistakes cause.
func kindOf(err error) int {
	for _, c := range []struct {
		kind error
		code int
	}{
		{tourmaline.ErrAlgorithm, exitUsage},
		{memory.ErrExceeded, exitUsage},
		{tourmaline.ErrCheckpoint, exitInput},
		{tourmaline.ErrNoSolution, exitInput},
		{format.ErrTooLarge, exitInput},
	} {
		if errors.Is(err, c.kind) {
			return c.code
		}
	}
	if _, ok := errors.AsType[*tourmaline.ParamError](err); ok {
		return exitUsage
	}
	if isUnreadable(err) {
		return exitInput
	}
	return exitInternal
}

// isUnreadable reports whether an error is about a file that cannot be read.
func isUnreadable(err error) bool {
	if _, ok := errors.AsType[*format.Error](err); ok {
		return true
	}
	_, ok := errors.AsType[*fs.PathError](err)
	return ok || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission)
}
