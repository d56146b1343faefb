package format

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Format is a file format for instances or tours.
type Format string

// The formats. Tour is for tours only and NPY for instances only. Matrix is for
// reading only: a CSV file that holds distances, even if it looks like places.
const (
	TSPLIB  Format = "tsplib"
	CSV     Format = "csv"
	Matrix  Format = "matrix"
	GeoJSON Format = "geojson"
	JSON    Format = "json"
	NPY     Format = "npy"
	GPX     Format = "gpx"
	Tour    Format = "tour"
)

// Options controls how an instance is read.
type Options struct {
	Format Format // "": by extension, then by content
	Metric string // "": what the file says, or the default of its format

	// Columns says which columns of a table hold what: "lat", "lon", "x", "y", "z", "id" and
	// "name" to the title of a column, or its number from 1. Those that are not named are
	// found by their titles.
	Columns map[string]string

	// SkipInvalid leaves out rows and features that hold no valid place, instead of
	// failing. [Document.Skipped] says which.
	SkipInvalid bool

	// MaxBytes limits how much is read, after decompression. 0 stands for 4 GiB
	// and at most 200 bytes from a byte of a compressed file; any other value
	// lifts that ratio. A JSON document, which is held as a whole, may have a
	// quarter of it.
	MaxBytes int64

	// Count, if there is one, is how much of the file has been read so far, before
	// decompression, for whoever watches.
	Count *atomic.Int64
}

var extensions = map[string]Format{
	".tsp": TSPLIB, ".atsp": TSPLIB, ".hpp": TSPLIB, ".tour": Tour, ".csv": CSV, ".tsv": CSV,
	".geojson": GeoJSON, ".json": JSON, ".npy": NPY, ".gpx": GPX,
}

// ByExtension returns the format that the extension of a file name stands for,
// or "". Extensions of compressed files are ignored.
func ByExtension(path string) Format {
	_, ext := splitName(path)
	return extensions[ext]
}

// UnpackedName returns the name of a file without the extension of its
// compression.
func UnpackedName(path string) string {
	for _, packed := range []string{".gz", ".zst"} {
		if strings.EqualFold(filepath.Ext(path), packed) {
			path = path[:len(path)-len(packed)]
		}
	}
	return path
}

// splitName returns a file name without folder and extensions, and the
// extension that tells the format.
func splitName(path string) (stem, ext string) {
	stem = UnpackedName(filepath.Base(path))
	ext = filepath.Ext(stem)
	if lower := strings.ToLower(ext); extensions[lower] != "" || foreignNames[lower] != "" {
		stem = stem[:len(stem)-len(ext)]
	}
	return stem, strings.ToLower(ext)
}

var readers = map[Format]func(*source, Options) (*tsp.Instance, error){
	TSPLIB:  readTSPLIB,
	Tour:    readTSPLIB, // reports that a tour is not an instance
	CSV:     readCSV,
	Matrix:  readMatrixCSV,
	GeoJSON: readGeoJSON,
	JSON:    readJSON,
	NPY:     readNPY,
	GPX:     readGPX,
}

// Read is [LoadFrom] for those who want the instance only.
func Read(r io.Reader, name string, opt Options) (*tsp.Instance, error) {
	return instanceOf(LoadFrom(r, name, opt))
}

// ReadFile is [Load] for those who want the instance only.
func ReadFile(path string, opt Options) (*tsp.Instance, error) { return instanceOf(Load(path, opt)) }

func instanceOf(doc *Document, err error) (*tsp.Instance, error) {
	if err != nil {
		return nil, err
	}
	return doc.Instance, nil
}

// counted adds up what is read.
type counted struct {
	io.Reader
	sum *atomic.Int64
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.sum.Add(int64(n))
	return n, err
}

// reader chooses the reader by what the caller says, by the name of the file, or by its
// content.
func (s *source) reader(opt Options) (func(*source, Options) (*tsp.Instance, error), error) {
	f := opt.Format
	if f == "" {
		f = ByExtension(s.name)
	}
	if f == "" {
		f = s.sniff()
	}
	read, ok := readers[f]
	switch {
	case !ok:
		return nil, s.fail(0, "", "unknown format %q: expected one of tsplib, csv, matrix, geojson, json, npy, gpx", f)
	case len(opt.Columns) > 0 && f != CSV:
		return nil, s.fail(0, "columns", "the file is no table of places: expected none, found %d", len(opt.Columns))
	}
	if advice := s.foreign(f); advice != "" {
		return nil, s.fail(0, "", "%s", advice)
	}
	return read, nil
}

// Unpacked passes the decompressed content of a file to read, at most maxBytes
// of it as in [Options]; "-" is standard input.
func Unpacked[T any](path string, maxBytes int64, read func(r io.Reader, name string) (T, error)) (T, error) {
	return budget.File(path, func(r io.Reader, name string) (T, error) { return UnpackedFrom(r, name, maxBytes, read) })
}

// UnpackedFrom is [Unpacked] for what is not in a file. The name appears in errors.
func UnpackedFrom[T any](r io.Reader, name string, maxBytes int64, read func(r io.Reader, name string) (T, error)) (T, error) {
	src, err := newSource(r, name, maxBytes)
	if err != nil {
		var none T
		return none, err
	}
	defer src.free()
	src.raisable = true
	value, err := read(src, name)
	if err != nil {
		err = src.blame(err)
	}
	return value, err
}

// A source is a decompressed input.
type source struct {
	*bufio.Reader
	name   string
	budget *budget.Reader
	packed *packed // nil: it was not compressed
	free   func()

	raisable bool // the caller may allow more

	faults faulty
	doubts []*Error
	latin  bool // some text was not UTF-8
}

func newSource(r io.Reader, name string, maxBytes int64) (*source, error) {
	src := &source{name: name}
	var err error
	src.budget, src.packed, src.free, err = decompress(r, maxBytes)
	if err != nil {
		return nil, src.wrap(0, "", err)
	}
	src.Reader = bufio.NewReaderSize(src.budget, bufferSize)
	src.decode()
	return src, nil
}

// blame returns the cause of an error: if the compressed file is truncated or
// the budget is spent, that is the cause, whatever the parser reports.
func (s *source) blame(err error) error {
	if s.packed != nil && s.packed.cut {
		return &Error{File: s.name, Msg: endsEarly, cause: io.ErrUnexpectedEOF}
	}
	if spent := s.budget.Err(); spent != nil {
		err = s.wrap(0, "", spent)
	}
	if errors.Is(err, ErrTooLarge) && s.raisable {
		return s.wrap(0, "", fmt.Errorf("%w; MaxBytes may be raised", errors.Unwrap(err)))
	}
	return err
}

// verify reads a compressed file to its end, where the checksum is: a parser may
// have stopped before. It gives up on one that goes on for long.
func (s *source) verify() error {
	if s.packed == nil {
		return nil
	}
	_, err := io.Copy(io.Discard, io.LimitReader(s, windowSize))
	if err != nil {
		return s.blame(s.wrap(0, "", err))
	}
	return nil
}

// title is the name of the instance: its own, or that of the file.
func (s *source) title(own string) string {
	if own != "" {
		return own
	}
	stem, _ := splitName(s.name)
	return stem
}

// sniff guesses the format from the first bytes.
func (s *source) sniff() Format {
	head, _ := s.Peek(512)
	text := strings.TrimLeft(string(head), " \t\r\n")
	switch {
	case strings.HasPrefix(text, "\x93NUMPY"):
		return NPY
	case strings.HasPrefix(text, "{") || strings.HasPrefix(text, "["):
		return JSON
	case strings.HasPrefix(text, "<"):
		return GPX
	case isTSPLIB(text):
		return TSPLIB
	}
	return CSV
}

// isTSPLIB reports whether a text begins with a TSPLIB keyword. "name,x,y" does
// not, even with tabs: it is the header of a table.
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

// degreeFault says what is wrong with a latitude and a longitude, or returns
// "".
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
