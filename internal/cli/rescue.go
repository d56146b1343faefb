package cli

import (
	"fmt"
	"io"
)

// An answer writes a result in one of its formats.
type answer func(w io.Writer, form string) error

// writeAnswer writes a result to its output, or rescues it. It prints a summary of a result
// that is written to a file.
func (v *solve) writeAnswer(write answer) error {
	path, form := v.output, v.outputForm()
	if path == "" {
		path = "-"
	}
	if v.onResult != nil && path == "-" && form == "text" {
		return nil // its line says enough
	}
	fault := v.create(path, func(w io.Writer) error { return write(w, form) })
	if fault != nil {
		fault = v.rescue(path, fault, write)
	}
	if form == "text" && fault == nil || v.quiet || v.onResult != nil {
		return fault
	}
	if path != "-" && fault == nil {
		_ = write(v.out, "text") // what counts is written
	} else {
		_ = write(v.err, summary)
	}
	return fault
}

// rescue writes a result to another place, and returns an error that names it. Text does not
// hold the whole result, so JSON replaces it.
func (v *solve) rescue(path string, fault error, write answer) error {
	form := v.outputForm()
	if form == "text" {
		form = "json"
	}
	full := func(w io.Writer) error { return write(w, form) }
	if file, err := v.files.Rescue(path, "."+form, full); err == nil {
		return outputError(fmt.Errorf("%w; the result is in %s", fault, file))
	}
	if path != "-" && printed(v.out, full) == nil {
		return outputError(fmt.Errorf("%w; the result is on standard output", fault))
	}
	if printed(v.err, full) == nil {
		return outputError(fmt.Errorf("%w; the result is on standard error", fault))
	}
	return outputError(fmt.Errorf("%w; nor could the result be written anywhere else", fault))
}
