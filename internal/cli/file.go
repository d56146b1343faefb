package cli

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// create writes a file completely or not at all; "-" is standard output. It compresses files whose
// names end in .gz or .zst.
func (s streams) create(path string, write func(io.Writer) error) error {
	if path == "-" && s.outClosed() {
		return outputError(errOutClosed)
	}
	if path == "-" {
		return s.print(write)
	}
	return outputError(s.files.Write(path, outfile.Packed(path, write)))
}

// print writes to standard output. It does not fail if standard output is closed.
func (s streams) print(write func(io.Writer) error) error { return outputError(printed(s.out, write)) }

// createFile is like create, and prints the name and size of the instance that it wrote.
func (s streams) createFile(path string, write func(io.Writer) error, name string, n int, noun string) error {
	err := s.create(path, write)
	if err == nil && path != "-" {
		s.say("%s: %s written to %s\n", humanize.Printable(name), humanize.Count(n, noun), path)
	}
	return err
}

// printed writes to a stream through a buffer.
func printed(w io.Writer, write func(io.Writer) error) error {
	b := bufio.NewWriter(w)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}

// canWrite checks, before a long search, that a file can be written afterwards.
func (s streams) canWrite(path string) error {
	if path == "" || path == "-" {
		return nil
	}
	return outputError(s.files.Check(path))
}

// isFile reports whether path is a regular file.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// tooLarge adds a hint about --max-input to the error for a file that is too large.
func tooLarge(err error) error {
	if errors.Is(err, format.ErrTooLarge) {
		return fmt.Errorf("%w\n--max-input 8GB raises the limit", err)
	}
	return err
}

// An answer writes a result in the given format.
type answer func(w io.Writer, form string) error

// writeAnswer writes a result to the output, or to a different place if that fails. It also prints
// a summary of a result that is not text.
func (v *solve) writeAnswer(write answer) error {
	path, form := cmp.Or(v.output, "-"), v.outputForm()
	if v.onResult != nil && path == "-" && form == "text" {
		return nil // the line in the table suffices
	}
	fault := v.createAnswer(path, form, write)
	if fault != nil {
		fault = v.rescue(path, fault, write)
	}
	fault = errors.Join(fault, v.writeOthers(write))
	switch {
	case form == "text" && fault == nil || v.quiet || v.onResult != nil:
	case path != "-" && fault == nil:
		_ = write(v.optionalOut(), "text") // the result is already written, so a failure does not matter
	default:
		_ = write(v.err, summary)
	}
	return fault
}

// createAnswer writes a result. A text that standard output loses does not matter if the search has
// other outputs.
func (v *solve) createAnswer(path, form string, write answer) error {
	result := func(w io.Writer) error { return write(w, form) }
	if path == "-" && form == "text" && cmp.Or(v.picture, v.trace, v.checkpoint) != "" {
		return v.print(result)
	}
	return v.create(path, result)
}

// rescue writes a result to a different place and returns an error that names the place. It writes
// JSON instead of text, because text does not contain the whole result.
func (v *solve) rescue(path string, fault error, write answer) error {
	form := v.outputForm()
	if form == "text" {
		form = "json"
	}
	full := func(w io.Writer) error { return write(w, form) }
	if file, err := v.files.Rescue(path, "."+form, full); err == nil {
		return outputError(fmt.Errorf("%w; the result is in %s", fault, file))
	}
	if path != "-" && !v.outClosed() && printed(v.out, full) == nil {
		return outputError(fmt.Errorf("%w; the result is on standard output", fault))
	}
	if printed(v.err, full) == nil {
		return outputError(fmt.Errorf("%w; the result is on standard error", fault))
	}
	return outputError(fmt.Errorf("%w; the result could not be written anywhere else either", fault))
}
