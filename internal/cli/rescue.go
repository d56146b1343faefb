package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/outfile"
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
	name, ending := rescueName(path, form)
	full := func(w io.Writer) error { return write(w, form) }
	for _, folder := range rescueFolders(path) {
		if where, err := v.files.WriteNew(folder, name, ending, outfile.Packed(ending, full)); err == nil {
			return outputError(fmt.Errorf("%w; the result is in %s", fault, where))
		}
	}
	if path != "-" && printed(v.out, full) == nil {
		return outputError(fmt.Errorf("%w; the result is on standard output", fault))
	}
	if printed(v.err, full) == nil {
		return outputError(fmt.Errorf("%w; the result is on standard error", fault))
	}
	return outputError(fmt.Errorf("%w; nor could the result be written anywhere else", fault))
}

// rescueFolders are the folder of a file, if it is in one of those that people keep files
// in, and the one for temporary files.
func rescueFolders(path string) []string {
	if info, err := os.Stat(path); path == "-" || err == nil && !info.Mode().IsRegular() {
		return []string{os.TempDir()}
	}
	return []string{filepath.Dir(path), os.TempDir()}
}

// rescueName is the name beside that of a file: cities.tour.gz becomes cities.rescued and
// .tour.gz.
func rescueName(path, form string) (name, ending string) {
	ending = "." + form
	name = filepath.Base(path)
	if packed := filepath.Ext(name); packed == ".gz" || packed == ".zst" {
		name, ending = strings.TrimSuffix(name, packed), ending+packed
	}
	if path == "-" {
		name = "tourmaline"
	}
	return strings.TrimSuffix(name, filepath.Ext(name)) + ".rescued", ending
}
