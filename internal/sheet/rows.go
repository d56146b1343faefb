package sheet

import (
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

// The maximum size of an Excel sheet.
const (
	maxRows    = 1 << 20
	maxColumns = 1 << 14
)

// sharedText is the maximum length in bytes of a shared text to which any number of cells may
// refer.
const sharedText = 100

// rows builds rows from the XML tokens of a sheet.
type rows struct {
	book  *Book
	yield func([]string, error) bool

	row    []string
	number int // row number, from 1
	column int // column of the cell, from 0
	kind   string
	style  moment
	value  []byte
	in     run  // collects the pieces of an inline text
	inV    bool // whether the parser is within a v element
	cell   bool // whether the parser is within a c element
	spare  int  // number of empty cells that may still be added to the left of other cells
	shared int  // remaining number of bytes of shared texts that may be returned
}

var errDone = errors.New("done")

// read yields the rows of a part.
func (b *Book) read(name string, yield func([]string, error) bool) {
	s := &rows{book: b, yield: yield, spare: 1 << 20, shared: 1 << 26}
	if err := b.tokens(name, s.take); err != nil && !errors.Is(err, errDone) {
		yield(nil, err)
	}
}

// take processes a token.
func (s *rows) take(token xml.Token) (err error) {
	switch t := token.(type) {
	case xml.StartElement:
		err = s.start(t)
	case xml.CharData:
		if s.inV {
			s.value = append(s.value, t...)
		}
	case xml.EndElement:
		err = s.end(t.Name.Local)
	}
	if err == nil && s.kind == "inlineStr" {
		s.value = s.in.take(s.value, token)
	}
	return err
}

func (s *rows) start(e xml.StartElement) error {
	switch e.Name.Local {
	case "row":
		return s.startRow(e)
	case "c":
		return s.startCell(e)
	case "v":
		s.inV = true
	}
	return nil
}

// startRow yields the missing rows above a row as empty rows.
func (s *rows) startRow(e xml.StartElement) error {
	number := s.number + 1
	if text := attr(e, "r"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < number || n > maxRows {
			return fmt.Errorf("row %s comes after row %d: expected row numbers in increasing order, up to %d", budget.Quote(text), s.number, maxRows)
		}
		number = n
	}
	if number > maxRows {
		return fmt.Errorf("the sheet has more than %d rows: expected at most as many as Excel allows", maxRows)
	}
	for s.number++; s.number < number; s.number++ {
		if !s.yield(nil, nil) {
			return errDone
		}
	}
	s.row, s.column = s.row[:0], -1
	return nil
}

func (s *rows) startCell(e xml.StartElement) error {
	s.column++
	if text := attr(e, "r"); text != "" {
		column := columnOf(text)
		if column < s.column {
			return fmt.Errorf("row %d: cell %s: cells are out of order", s.number, budget.Quote(text))
		}
		s.column = column
	}
	if s.column >= maxColumns {
		return fmt.Errorf("row %d has more than %d columns", s.number, maxColumns)
	}
	s.kind, s.value, s.in, s.inV, s.cell = attr(e, "t"), s.value[:0], run{}, false, true
	s.style = 0
	if i, err := strconv.Atoi(attr(e, "s")); err == nil && i >= 0 && i < len(s.book.styles) {
		s.style = s.book.styles[i]
	}
	return nil
}

// columnOf returns the column of a cell reference such as "AB12", from 0, or -1 if it has no
// column.
func columnOf(cell string) int {
	column := 0
	for i := 0; i < len(cell) && cell[i] >= 'A' && cell[i] <= 'Z' && column <= maxColumns; i++ {
		column = column*26 + int(cell[i]-'A') + 1
	}
	return column - 1
}

func (s *rows) end(name string) error {
	switch name {
	case "v":
		s.inV = false
	case "c":
		return s.endCell()
	case "row":
		if !s.yield(s.row, nil) {
			return errDone
		}
	}
	return nil
}

// endCell adds a cell to the row, after empty cells for the missing ones before it.
func (s *rows) endCell() error {
	if !s.cell {
		return nil // the cell was never started
	}
	s.cell = false
	text, err := s.text()
	s.kind = ""
	if err != nil || text == "" {
		return err
	}
	gap := s.column - len(s.row)
	if s.spare += 8 - gap; s.spare < 0 {
		return errors.New("the sheet contains cells far to the right of all others: expected a table")
	}
	s.row = append(append(s.row, make([]string, max(gap, 0))...), text)
	return nil
}

// text returns the content of a cell as text. It formats numbers as Excel shows them; for example,
// Excel stores 13.405 as 13.404999999999999.
func (s *rows) text() (string, error) {
	value := string(s.value)
	switch s.kind {
	case "s":
		i, err := strconv.Atoi(value)
		text, ok := s.book.texts.at(i)
		if err != nil || !ok {
			return "", fmt.Errorf("row %d refers to a text that is not in the workbook: is the file damaged?", s.number)
		}
		if s.shared -= len(text) - sharedText; s.shared < 0 {
			return "", errors.New("the cells repeat long strings too many times: expected an ordinary table")
		}
		return text, nil
	case "inlineStr", "str", "e":
		return value, nil
	case "b":
		return map[string]string{"1": "TRUE", "0": "FALSE"}[value], nil
	}
	v, err := strconv.ParseFloat(value, 64)
	if text, ok := s.style.show(v, s.book.from1904); ok && err == nil {
		return text, nil
	}
	if err == nil && math.Abs(v) < 1e15 && math.Abs(v) > 1e-9 {
		value = strconv.FormatFloat(v, 'f', -1, 64)
	}
	return value, nil
}

// texts contains the shared texts, to which cells refer by number.
type texts struct {
	all  []byte
	ends []int32
}

func (t *texts) at(i int) (string, bool) {
	if i < 0 || i >= len(t.ends) {
		return "", false
	}
	from := int32(0)
	if i > 0 {
		from = t.ends[i-1]
	}
	return string(t.all[from:t.ends[i]]), true
}

var errTexts = errors.New("the workbook contains more than 2 GiB of text")

// readTexts reads the shared texts, if the workbook contains any.
func (b *Book) readTexts() error {
	const name = "xl/sharedStrings.xml"
	if b.parts[name] == nil {
		return nil
	}
	var in run
	return b.tokens(name, func(token xml.Token) error {
		if end, ok := token.(xml.EndElement); ok && end.Name.Local == "si" {
			if len(b.texts.all) > 1<<31-1-maxMarkup {
				return errTexts
			}
			b.texts.ends = append(b.texts.ends, int32(len(b.texts.all)))
		}
		b.texts.all = in.take(b.texts.all, token)
		return nil
	})
}

// A run collects the pieces of a text, which are in t elements. It skips pieces within rPh
// elements, which specify the pronunciation.
type run struct {
	text, aside bool
}

// take appends the text of a token, if it is a piece of the text.
func (r *run) take(to []byte, token xml.Token) []byte {
	switch t := token.(type) {
	case xml.StartElement:
		r.text = t.Name.Local == "t"
		r.aside = r.aside || t.Name.Local == "rPh"
	case xml.EndElement:
		r.text = false
		r.aside = r.aside && t.Name.Local != "rPh"
	case xml.CharData:
		if r.text && !r.aside {
			to = append(to, t...)
		}
	}
	return to
}
