package cli

import (
	"errors"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// flagNames puts flags where the library speaks of the fields of a job.
var flagNames = strings.NewReplacer(
	job.OtherSheet, "--sheet NAME reads another",
	"reading.metric", "--metric", "reading.format", "--input-format", "reading.unit", "--unit", "reading.sheet", "--sheet",
	"route.start", "--start", "route.end", "--end",
	"settings.algorithm", "--algorithm", "settings.time_limit", "--time-limit", "settings.max_steps", "--max-steps",
	"settings.no_improvement", "--no-improvement", "settings.target_gap", "--target-gap", "settings.target", "--target",
)

// flagError is an error in the words of the command line.
type flagError struct{ error }

func (e flagError) Error() string { return flagNames.Replace(e.error.Error()) }
func (e flagError) Unwrap() error { return e.error }

// inFlags is an error that speaks of flags instead of fields.
func inFlags(err error) error {
	if err == nil {
		return nil
	}
	return flagError{err}
}

// misused is an error about what was asked for.
func misused(err error) error {
	if err == nil {
		return nil
	}
	return usageError("%w", inFlags(err))
}

// unread is why a file was not read: what was asked for, or what is in it.
func unread(err error) error {
	var fault *job.Fault
	if errors.As(err, &fault) {
		return misused(err)
	}
	return inputError(inFlags(err))
}
