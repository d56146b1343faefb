package format

import (
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/unpack"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Format is a file format for instances or tours.
type Format string

// Options controls how an instance is read.
type Options struct {
	Format Format // if empty, detected by extension, then by content
	Metric string // if empty, the metric stated in the file, or the default of its format

	// Columns maps "lat", "lon", "x", "y", "z", "id" and "name" to table columns, each given by its
	// title or its number from 1. Columns that are not listed are found by their titles.
	Columns map[string]string

	// SkipInvalid skips rows and features without a valid place instead of failing.
	// [Document.Skipped] lists the skipped ones.
	SkipInvalid bool

	// Merge joins the places of a table that have the same coordinates into one city.
	Merge bool

	// Vehicles means that the places are read for several vehicles. Then no warning says that loads
	// and times are not taken into account.
	Vehicles bool

	// MaxBytes limits the number of bytes read, after decompression. 0 means 4 GiB, and at most 200
	// bytes for each byte of a compressed file; any other value lifts the limit on the compression
	// ratio. A JSON document is held in memory as a whole and may have at most a quarter of
	// MaxBytes.
	MaxBytes int64

	// MaxCities limits the number of cities. A file with more is rejected as soon as its header or
	// its first excess city shows it. 0 means the limit of package tsp.
	MaxCities int

	// Count, if not nil, is set to the number of bytes read so far, before decompression. Other
	// goroutines may read it.
	Count *atomic.Int64
}

// ByExtension returns the format that belongs to a file name extension, or "". Extensions of
// compressed files, such as .gz, are ignored.
func ByExtension(path string) Format {
	_, ext := splitName(path)
	return byExtension(ext)
}

func byExtension(ext string) Format {
	for _, r := range rows() {
		if slices.Contains(r.Extensions, ext) {
			return r.Format
		}
	}
	return ""
}

// splitName returns a file name without its directory and extensions, and the extension that
// determines the format.
func splitName(path string) (stem, ext string) {
	stem = unpack.Name(filepath.Base(path))
	ext = filepath.Ext(stem)
	if lower := strings.ToLower(ext); byExtension(lower) != "" || foreignNames[lower] != "" {
		stem = stem[:len(stem)-len(ext)]
	}
	return stem, strings.ToLower(ext)
}

// Read reads an instance. The name appears in errors, and its extension determines the format. If
// the file contains no instance name, the instance is named after the file. Use [Load] to get the
// reader's warnings as well.
func Read(r io.Reader, name string, opt Options) (*tsp.Instance, error) {
	doc, err := Load(r, name, opt)
	if err != nil {
		return nil, err
	}
	return doc.Instance, nil
}

// ReadFile reads an instance from a file, or from standard input if path is "-".
func ReadFile(path string, opt Options) (*tsp.Instance, error) {
	return budget.File(path, func(r io.Reader, name string) (*tsp.Instance, error) { return Read(r, name, opt) })
}

// A Document is an instance with the warnings of its reader.
type Document struct {
	Instance *tsp.Instance

	// Skipped lists the faults of the first thousand rows that Options.SkipInvalid skipped. Left is
	// the total number of skipped rows.
	Skipped []*Error
	Left    int

	// Doubts are warnings about possible mistakes that were read as written: a place far from all
	// other places, duplicate places, columns that were guessed.
	Doubts []*Error

	// Used describes the columns of a table that were used, and why. It is empty if the file is not
	// a table of places or if the titles are the plain ones, such as lat, lon and name.
	Used string
}

// Load reads a document. See [Read] for the meaning of name.
func Load(r io.Reader, name string, opt Options) (*Document, error) {
	if _, ext := splitName(name); foreignNames[ext] != "" && opt.Format == "" {
		return nil, &Error{File: name, Msg: foreignNames[ext]}
	}
	if opt.Count != nil {
		r = counted{r, opt.Count}
	}
	src, err := newSource(r, name, opt.MaxBytes)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	src.raisable, src.maxCities, src.vehicles = true, opt.MaxCities, opt.Vehicles
	read, err := src.reader(opt)
	if err != nil {
		return nil, err
	}
	src.faults.skip, src.merge = opt.SkipInvalid, opt.Merge
	in, err := read(src, opt)
	if err != nil {
		return nil, src.blame(err)
	}
	if err := src.verify(); err != nil {
		return nil, err
	}
	return src.noticed(in), nil
}

// ReadRows reads a document from the rows of a table, such as a spreadsheet. Row i is line i+1 of
// the file called name. The iterator may reuse a row once the next row is requested.
func ReadRows(rows iter.Seq2[[]string, error], name string, opt Options) (*Document, error) {
	src := &source{name: name, maxCities: opt.MaxCities, vehicles: opt.Vehicles}
	src.faults.skip, src.merge = opt.SkipInvalid, opt.Merge
	next, stop := iter.Pull2(rows)
	defer stop()
	t := pulledTable(src, next)
	read := t.instance
	switch opt.Format {
	case "", CSV:
	case Matrix:
		read = t.matrix
	default:
		return nil, src.fail(0, "", "the file is a table: expected the format csv or matrix, found %q", opt.Format)
	}
	in, err := read(opt)
	if err != nil {
		return nil, err
	}
	return src.noticed(in), nil
}

// describe returns a copy of the instance with changed details.
func describe(in *tsp.Instance, change func(d *tsp.Details)) (*tsp.Instance, error) {
	d := in.Details()
	change(&d)
	return in.With(d)
}

// noticed returns a document with the instance and the warnings that were collected while it was
// read.
func (s *source) noticed(in *tsp.Instance) *Document {
	if s.latin {
		s.doubt(0, "the names are not in UTF-8: read as Windows-1252")
	}
	doc := &Document{in, s.faults.list, s.faults.n, s.doubts, s.used}
	doc.note(doc.notes()...)
	return doc
}

// note adds notes to the instance.
func (d *Document) note(notes ...string) {
	if noted, err := describe(d.Instance, func(about *tsp.Details) { about.Notes = slices.Concat(about.Notes, notes) }); err == nil && len(notes) > 0 {
		d.Instance = noted
	}
}

// notes returns the warnings about a file, and the columns that were used.
func (d *Document) notes() (all []string) {
	if d.Left > 0 {
		all = append(all, humanize.Count(d.Left, "row")+" skipped")
	}
	for _, e := range d.Skipped[:min(len(d.Skipped), mostListed)] {
		all = append(all, "skipped "+e.Error())
	}
	for _, e := range d.Doubts {
		all = append(all, e.Error())
	}
	if d.Used != "" {
		all = append(all, d.Used)
	}
	return all
}

// Warn adds a warning.
func (d *Document) Warn(e *Error) {
	d.Doubts = append(d.Doubts, e)
	d.note(e.Error())
}

// doubt adds a warning.
func (s *source) doubt(line int, msg string, args ...any) {
	s.doubts = append(s.doubts, s.fail(line, "", msg, args...))
}
