package job

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/sheet"
	"github.com/tourmaline-opt/tourmaline/internal/suggest"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// A Reading specifies how to read the file of a tour instance. With the zero value, the file
// determines everything.
type Reading struct {
	Metric      string            `json:"metric,omitempty" choices:"metrics" value:"metric" usage:"metric for coordinates; for an OSRM table, distances uses its distances instead of its durations" unset:"as in the file"`
	Format      string            `json:"format,omitempty" flag:"input-format" choices:"formats" value:"format" usage:"format of the input" unset:"by file name or content"`
	Unit        string            `json:"unit,omitempty" choices:"units" value:"unit" usage:"unit of distances, if the file does not define it (such as a matrix)"`
	Columns     map[string]string `json:"columns,omitempty" kind:"pairs" value:"lat=Breite,lon=3" usage:"columns that contain lat, lon, x, y, z, id or name, by title or number"`
	Sheet       string            `json:"sheet,omitempty" value:"sheet" usage:"sheet of a workbook" unset:"the first"`
	SkipInvalid bool              `json:"skip_invalid,omitempty" usage:"skip rows without a valid place, instead of failing"`
}

// distances is the metric name that selects the distances of an OSRM table instead of its
// durations.
const distances = "distances"

// workbook is the spreadsheet format.
const workbook = "xlsx"

// Formats returns the names of the formats for tour instances.
func Formats() []string {
	readable := slices.DeleteFunc(format.Formats(), func(f format.Info) bool { return !f.Reads })
	return append(list.Map(readable, func(f format.Info) string { return string(f.Format) }), workbook)
}

// Validate reports every fault that does not depend on the file.
func (r Reading) Validate() error {
	var faults []error
	visit(reflect.ValueOf(r), func(f Field, v reflect.Value) {
		if len(f.Choices) > 0 && !accepts(f, v.String()) {
			faults = append(faults, fault(BadField, "reading."+f.Path, ": unknown %s %q: %sexpected one of %s", f.Name, v.String(), suggest.Meant(v.String(), f.Choices), strings.Join(f.Choices, ", ")))
		}
	})
	return errors.Join(faults...)
}

// accepts reports whether a value is one of the choices of a field. It ignores the case of metrics.
func accepts(f Field, value string) bool {
	if _, err := tsp.ParseMetric(value); f.Name == "metric" && err == nil {
		return true
	}
	return slices.Contains(f.Choices, value)
}

// Read reads an instance. Unless Format is set, name determines the format; the file is never
// opened. The caller may set only Merge, Vehicles, MaxBytes, MaxCities and Count in opt.
func (r Reading) Read(from io.Reader, name string, opt format.Options) (*format.Document, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	opt.Metric, opt.Format, opt.Columns, opt.SkipInvalid = r.Metric, format.Format(r.Format), r.Columns, r.SkipInvalid
	if opt.Vehicles {
		opt.Columns = r.PlaceColumns()
	}
	read := format.Load
	switch {
	case r.IsWorkbook(name):
		read = r.workbook
	case r.Sheet != "":
		return nil, fault(BadField, "reading.sheet", " applies only to workbooks (.xlsx): %s is not a workbook", name)
	}
	doc, err := read(from, name, opt)
	if err != nil {
		return nil, err
	}
	doc.Instance, err = r.WithUnit(doc.Instance)
	return doc, err
}

// IsWorkbook reports whether a file with the given name is read as a workbook.
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
	case err != nil: // the first sheet may be a cover sheet
		err = &SheetError{err, sheets, "reading.sheet"}
	default:
		doc.Warn(&format.Error{File: name, Section: sheetSection, Msg: fmt.Sprintf("read only the first of %d sheets, %q", len(sheets), sheets[0])})
	}
	return doc, err
}

// sheetSection marks the notes about workbooks with several sheets.
const sheetSection = "sheet"

// Note returns the text of a note about a file. sheet is the name of the field or flag that selects
// a sheet.
func Note(e *format.Error, sheet string) string {
	if e.Section == sheetSection {
		return e.Error() + "; " + sheet + " selects a different sheet"
	}
	return e.Error()
}

// A SheetError reports that the first of several sheets cannot be read.
type SheetError struct {
	Err    error
	Sheets []string
	Field  string // name of the field or flag that selects a sheet
}

func (e *SheetError) Error() string {
	return fmt.Sprintf("%v\nthis is the first of %d sheets, %q; %s selects a different sheet: %s", e.Err, len(e.Sheets), e.Sheets[0], e.Field, strings.Join(e.Sheets[1:], ", "))
}

func (e *SheetError) Unwrap() error { return e.Err }

// WithUnit returns an instance with the requested unit. It returns an error if the file specifies a
// different unit.
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
