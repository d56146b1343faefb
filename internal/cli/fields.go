package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/job"
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
			panic(err) // a tag is wrong
		}
	}
	f := c.Flags().VarPF(v, v.Flag, v.Short, v.Help())
	if v.IsBool() {
		f.NoOptDefVal = "true"
	}
}

// inFlags returns an error with flags instead of the fields of a job.
func inFlags(err error) error {
	switch e := err.(type) { //nolint:errorlint // a fault within a message keeps its name
	case *job.Fault:
		if flag := job.FlagFor(e.Field); flag != "" {
			return e.Renamed(flag)
		}
	case interface{ Unwrap() []error }:
		var all []error
		for _, inner := range e.Unwrap() {
			all = append(all, inFlags(inner))
		}
		return errors.Join(all...)
	}
	return err
}

// faultLine returns faults in one line, with flags instead of fields.
func faultLine(faults []job.Fault) string {
	var details []string
	for _, f := range faults {
		details = append(details, inFlags(&f).Error())
	}
	return strings.Join(details, "; ")
}

// flagError returns an error of usage that names flags.
func flagError(err error) error {
	if err == nil {
		return nil
	}
	return usageError("%w", inFlags(err))
}

// readError returns the error of reading a file as an error of usage or of the input.
func readError(err error) error {
	var fault *job.Fault
	if errors.As(err, &fault) {
		return flagError(err)
	}
	return inputError(err)
}
