package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/list"
)

// addFlags defines a flag for each field of the struct that target points to.
func addFlags(c *cobra.Command, target any) {
	for _, v := range job.Values(target) {
		addFlag(c, v)
	}
}

// addFlag defines the flag for a field.
func addFlag(c *cobra.Command, v *job.Value) {
	if v.Default != "" {
		if err := v.Set(v.Default); err != nil {
			panic(err) // invalid struct tag
		}
	}
	f := c.Flags().VarPF(v, v.Flag, v.Short, v.Help())
	if v.Kind == job.KindBoolean {
		f.NoOptDefVal = "true"
	}
}

// inFlags replaces the names of job fields in an error with the names of their flags.
func inFlags(err error) error {
	switch e := err.(type) { //nolint:errorlint // a fault within a message keeps its name
	case *job.Fault:
		if flag := job.FlagFor(e.Field); flag != "" {
			return e.Renamed(flag)
		}
	case interface{ Unwrap() []error }:
		return errors.Join(list.Map(e.Unwrap(), inFlags)...)
	}
	return err
}

// faultLine joins faults into one line that names flags instead of fields.
func faultLine(faults []job.Fault) string {
	text := func(f job.Fault) string { return inFlags(&f).Error() }
	return strings.Join(list.Map(faults, text), "; ")
}

// flagError returns a usage error that names flags.
func flagError(err error) error { return withCode(exitUsage, inFlags(err)) }

// readError classifies an error from reading a file as a usage error or an input error.
func readError(err error) error {
	var fault *job.Fault
	if errors.As(err, &fault) {
		return flagError(err)
	}
	return inputError(err)
}
