package job

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/sheet"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// A Reading says how the file of an instance of tours is read. The zero value goes by the
// file.
type Reading struct {
	Metric      string            `json:"metric,omitempty"`       // for coordinates; for an OSRM table, distances instead of durations
	Format      string            `json:"format,omitempty"`       // one of Formats
	Unit        string            `json:"unit,omitempty"`         // of distances that the file gives none for
	Columns     map[string]string `json:"columns,omitempty"`      // which columns of a table hold lat, lon, x, y, z, id or name, by title or number
	Sheet       string            `json:"sheet,omitempty"`        // of a workbook; "": the first
	SkipInvalid bool              `json:"skip_invalid,omitempty"` // leave out rows without a valid place instead of failing
}

// workbook is the format of spreadsheets.
const workbook = "xlsx"

// Formats are the names of the formats of instances of tours.
func Formats() []string {
	return []string{"tsplib", "csv", "matrix", "geojson", "json", "npy", "gpx", workbook}
}

// Validate names everything that is wrong, as far as that does not depend on the file.
func (r Reading) Validate() error {
	var faults []error
	if _, err := tsp.ParseMetric(r.Metric); r.Metric != "" && r.Metric != "distances" && err != nil {
		faults = append(faults, fault(BadField, "reading.metric", ": %v", err))
	}
	if r.Format != "" && !slices.Contains(Formats(), r.Format) {
		faults = append(faults, fault(BadField, "reading.format", ": unknown format %q: expected one of %s", r.Format, strings.Join(Formats(), ", ")))
	}
	if r.Unit != "" && !slices.Contains(humanize.Units(), r.Unit) {
		faults = append(faults, fault(BadField, "reading.unit", ": unknown unit %q: expected one of %s", r.Unit, strings.Join(humanize.Units(), ", ")))
	}
	return errors.Join(faults...)
}

// Read reads an instance. The name tells the format where nothing else does, and is never
// opened. Of the options, MaxBytes and Count are the caller's.
func (r Reading) Read(from io.Reader, name string, opt format.Options) (*format.Document, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	opt.Metric, opt.Format, opt.Columns, opt.SkipInvalid = r.Metric, format.Format(r.Format), r.Columns, r.SkipInvalid
	read := format.LoadFrom
	switch {
	case r.IsWorkbook(name):
		read = r.workbook
	case r.Sheet != "":
		return nil, fault(BadField, "reading.sheet", " is for workbooks (.xlsx): %s is none", name)
	}
	doc, err := read(from, name, opt)
	if err != nil {
		return nil, err
	}
	doc.Instance, err = r.WithUnit(doc.Instance)
	return doc, err
}

// IsWorkbook tells whether a file of that name is read as a workbook.
func (r Reading) IsWorkbook(name string) bool {
	ending := strings.ToLower(filepath.Ext(name))
	return r.Format == workbook || (r.Format == "" || r.Format == "csv" || r.Format == "matrix") && (ending == ".xlsx" || ending == ".xlsm")
}

// workbook reads a sheet of a workbook.
func (r Reading) workbook(from io.Reader, name string, opt format.Options) (*format.Document, error) {
	if opt.Format == workbook {
		opt.Format = ""
	}
	book, err := sheet.Open(from, opt.MaxBytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	rows, err := book.Rows(r.Sheet)
	if err != nil {
		return nil, &format.Error{File: name, Msg: err.Error()}
	}
	doc, err := format.ReadRows(rows, name, opt)
	sheets := book.Sheets()
	switch {
	case r.Sheet != "" || len(sheets) < 2 || errors.Is(err, format.ErrInvalid):
	case err != nil: // it may be a cover
		err = fmt.Errorf("%w\nthis is the first of %d sheets, %q; "+OtherSheet+": %s", err, len(sheets), sheets[0], strings.Join(sheets[1:], ", "))
	default:
		doc.Doubts = append(doc.Doubts, &format.Error{File: name, Msg: fmt.Sprintf("read the first of %d sheets, %q; "+OtherSheet, len(sheets), sheets[0])})
	}
	return doc, err
}

// OtherSheet is the advice on workbooks with several sheets.
const OtherSheet = "reading.sheet names another"

// WithUnit returns an instance with the requested unit, if its file has no other.
func (r Reading) WithUnit(in *tsp.Instance) (*tsp.Instance, error) {
	d := in.Details()
	switch {
	case r.Unit == "":
		return in, nil
	case d.Unit != "" && d.Unit != r.Unit:
		return nil, fault(BadField, "reading.unit", " %s: the distances of %s are in %s", r.Unit, d.Name, d.Unit)
	}
	d.Unit = r.Unit
	return in.With(d)
}
