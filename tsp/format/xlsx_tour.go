package format

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"iter"

	"github.com/tourmaline-opt/tourmaline/internal/sheet"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// fitsSheet returns an error if a tour has more stops than a sheet has rows.
func fitsSheet(in *tsp.Instance) error {
	if in.N() > sheet.MostRows-2 {
		return fmt.Errorf("a workbook holds at most %d stops, got %d: expected a different format, such as csv", sheet.MostRows-2, in.N())
	}
	return nil
}

// writeTourXLSX writes the table of writeTourCSV as a workbook.
func writeTourXLSX(w io.Writer, in *tsp.Instance, t tsp.Tour, roads Roads) error {
	return writeWorkbook(w, in.Name(), titlePosition, func(w io.Writer) error { return writeTourCSV(w, in, t, roads) })
}

// writeWorkbook writes a table as a workbook. first is the title of its first column.
func writeWorkbook(w io.Writer, name, first string, write func(io.Writer) error) error {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	comma := ','
	if line, _, _ := bytes.Cut(text.Bytes(), []byte("\n")); bytes.HasPrefix(line, []byte(first+";")) {
		comma = ';'
	}
	table := csv.NewReader(&text)
	table.Comma, table.ReuseRecord, table.FieldsPerRecord, table.LazyQuotes = comma, true, -1, true
	return sheet.Write(w, name, comma == ';', rowsOf(table))
}

// rowsOf returns the rows of a table.
func rowsOf(table *csv.Reader) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		for {
			row, err := table.Read()
			if err == io.EOF || !yield(row, err) || err != nil {
				return
			}
		}
	}
}

// readWorkbook reads a tour from the first sheet of a workbook.
func (b *tourBuilder) readWorkbook() error {
	book, err := sheet.Open(b.src, 0)
	if err != nil {
		return b.src.wrap(0, "", err)
	}
	rows, err := book.Rows("")
	if err != nil {
		return b.src.wrap(0, "", err)
	}
	next, stop := iter.Pull2(rows)
	defer stop()
	return b.readRows(pulledTable(b.src, next))
}
