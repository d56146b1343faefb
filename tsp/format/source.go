package format

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/unpack"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// counted counts the bytes that are read.
type counted struct {
	io.Reader
	sum *atomic.Int64
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.sum.Add(int64(n))
	return n, err
}

// Ended implements budget.Deadline.
func (c counted) Ended() error {
	if d, ok := c.Reader.(budget.Deadline); ok {
		return d.Ended()
	}
	return nil
}

// reader selects the reader by the requested format, the file extension or the content.
func (s *source) reader(opt Options) (func(*source, Options) (*tsp.Instance, error), error) {
	f := cmp.Or(opt.Format, ByExtension(s.name), beginning(s.head()).Format)
	read := rowOf(f).read
	switch {
	case read == nil:
		return nil, s.fail(0, "", "unknown format %q: expected one of %s", f, namesOf(func(i Info) bool { return i.Reads }))
	case len(opt.Columns) > 0 && f != CSV:
		return nil, s.fail(0, "columns", "the file is not a table of places: expected no columns, found %d", len(opt.Columns))
	}
	if advice := s.foreign(f); advice != "" {
		return nil, s.fail(0, "", "%s", advice)
	}
	return read, nil
}

// A source is an input with its name and the faults and warnings found in it.
type source struct {
	*unpack.Reader
	name     string
	raisable bool // whether the caller can raise MaxBytes

	maxCities int // maximum number of cities; 0 means no maximum

	vehicles bool // whether the places are for several vehicles
	merge    bool // whether cities at the same place become one
	faults   faulty
	doubts   []*Error
	used     string // the columns that were used; "" if their titles are the usual ones
	latin    bool   // whether some text was not UTF-8
}

func newSource(r io.Reader, name string, maxBytes int64) (*source, error) {
	src := &source{name: name}
	var err error
	if src.Reader, err = unpack.New(r, maxBytes); err != nil {
		return nil, src.wrap(0, "", err)
	}
	return src, nil
}

// blame returns the underlying cause of an error. A truncated file or an exceeded limit takes
// precedence over the parser's error.
func (s *source) blame(err error) error {
	if cause := s.Cause(); cause != nil {
		err = s.wrap(0, "", cause)
	}
	if many := (*tooMany)(nil); errors.Is(err, ErrTooLarge) && s.raisable && !errors.As(err, &many) {
		return s.wrap(0, "", fmt.Errorf("%w; raise MaxBytes to read larger files", errors.Unwrap(err)))
	}
	return err
}

// verify checks that a compressed file is complete and intact up to its end.
func (s *source) verify() error {
	if err := s.Verify(); err != nil {
		return s.blame(s.wrap(0, "", err))
	}
	return nil
}

// head returns the start of the text, which identifies the format.
func (s *source) head() string {
	head, _ := s.Peek(512)
	return strings.TrimLeft(string(head), " \t\r\n")
}

// title returns own, or a name derived from the file name if own is empty.
func (s *source) title(own string) string {
	stem, _ := splitName(s.name)
	return cmp.Or(own, stem)
}

func isJSON(text string) bool { return strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") }

func isXML(text string) bool { return strings.HasPrefix(text, "<") }

// isTSPLIB reports whether a text starts with a TSPLIB keyword. "name,x,y" does not, even with tabs
// instead of commas, because it is a table header.
func isTSPLIB(text string) bool {
	n := 0
	for n < len(text) && isWord(text[n]) {
		n++
	}
	word := strings.ToUpper(text[:n])
	if strings.HasSuffix(word, "_SECTION") {
		return true
	}
	colon := strings.HasPrefix(strings.TrimLeft(text[n:], " \t"), ":")
	return n > 0 && colon || knownWords[word] && strings.HasPrefix(text[n:], " ")
}

// degreeFault returns a description of the fault in a latitude and a longitude, or "".
func degreeFault(lat, lon float64) string {
	const swapped = ": did you swap lat and lon?"
	switch {
	case lat >= -90 && lat <= 90 && lon >= -360 && lon <= 360:
		return ""
	case (lat > 90 || lat < -90) && lat >= -360 && lat <= 360 && lon >= -90 && lon <= 90:
		return "latitude " + show(lat) + " is not between -90 and 90" + swapped
	case lat > 90 || lat < -90:
		return "latitude " + show(lat) + " is not between -90 and 90"
	}
	return "longitude " + show(lon) + " is not between -360 and 360"
}

func show(v float64) string { return string(appendNumber(nil, v)) }
