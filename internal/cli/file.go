package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// create writes a file as a whole or not at all; "-" is standard output. Names that end in
// .gz or .zst are compressed.
func (s streams) create(path string, write func(io.Writer) error) error {
	if path == "-" {
		return outputError(printed(s.out, write))
	}
	return outputError(s.files.Write(path, outfile.Packed(path, write)))
}

// createFile is create for an instance, and prints what it wrote.
func (s streams) createFile(path string, write func(io.Writer) error, name string, n int, noun string) error {
	err := s.create(path, write)
	if err == nil && path != "-" {
		s.say("%s: %s written to %s\n", humanize.Printable(name), humanize.Count(n, noun), path)
	}
	return err
}

// printed writes to a stream.
func printed(w io.Writer, write func(io.Writer) error) error {
	b := bufio.NewWriter(w)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}

// canWrite checks before a long search whether a file can be written after it.
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

// tooLarge adds the flag that helps with a file that is too large.
func tooLarge(err error) error {
	if errors.Is(err, format.ErrTooLarge) {
		return fmt.Errorf("%w\n--max-input 8GB reads up to that much", err)
	}
	return err
}
