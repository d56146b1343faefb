package cli

import (
	"fmt"
	"io"
)

// An answer writes what a search has found in one of its forms.
type answer func(w io.Writer, form string) error

// deliver writes an answer where it was asked for, or else to where it can be. For people
// there is a summary beside it.
func (v *solve) deliver(write answer) error {
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

// rescue writes an answer to another place, and returns an error that says where it is. A
// text does not hold all of it.
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
