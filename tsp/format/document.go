package format

import (
	"io"
	"iter"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

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
}

// Load reads a document. See [Read] for the meaning of name.
func Load(r io.Reader, name string, opt Options) (*Document, error) {
	if advice := foreignName(name); advice != "" && opt.Format == "" {
		return nil, &Error{File: name, Msg: advice}
	}
	if opt.Count != nil {
		r = counted{r, opt.Count}
	}
	src, err := newSource(r, name, opt.MaxBytes)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	src.raisable = true
	read, err := src.reader(opt)
	if err != nil {
		return nil, err
	}
	src.faults.skip = opt.SkipInvalid
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
	src := &source{name: name}
	src.faults.skip = opt.SkipInvalid
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
	return &Document{in, s.faults.list, s.faults.n, s.doubts}
}

// doubt adds a warning.
func (s *source) doubt(line int, msg string, args ...any) {
	s.doubts = append(s.doubts, s.fail(line, "", msg, args...))
}
