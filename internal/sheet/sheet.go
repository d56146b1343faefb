// Package sheet reads the rows of an Excel workbook, .xlsx. It returns the texts and numbers of one
// sheet, with dates and times as texts, and without formulas. Files are not trusted: package budget
// limits the unpacked size, and rows are returned one by one.
package sheet

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"iter"
	"path"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/unpack"
)

// A Book is an open workbook.
type Book struct {
	from   io.Reader // for its deadline; see budget.Until
	size   int64     // size of the packed file
	limit  int64
	parts  map[string]*zip.File
	sheets []part
	texts  texts

	styles   []moment // by cell style
	from1904 bool     // whether days count from 1904
}

// A part is a sheet: its name and the file within the workbook that contains it.
type part struct{ name, file string }

var errNoBook = errors.New("not a workbook: expected an Excel file in .xlsx format")

// Open reads the list of sheets, the cell styles and the shared texts. It reads at most limit bytes
// and unpacks at most limit bytes from each part; 0 selects the default budget.
func Open(r io.Reader, limit int64) (*Book, error) {
	data, err := archive(r, limit)
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, errNoBook
	}
	b := &Book{from: r, size: int64(len(data)), limit: limit, parts: map[string]*zip.File{}}
	for _, f := range z.File {
		b.parts[f.Name] = f
	}
	for _, read := range []func() error{b.list, b.readStyles, b.readTexts} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// archive reads a zip archive into memory. It rejects other files by their first bytes.
func archive(r io.Reader, limit int64) ([]byte, error) {
	head := make([]byte, 2)
	switch n, err := io.ReadFull(r, head); {
	case err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return nil, err
	case string(head[:n]) != "PK":
		return nil, errNoBook
	}
	return budget.ReadAll(io.MultiReader(bytes.NewReader(head), r), cmp.Or(limit, budget.Held))
}

// Sheets returns the names of the sheets, in order.
func (b *Book) Sheets() []string {
	var names []string
	for _, s := range b.sheets {
		names = append(names, s.name)
	}
	return names
}

// list reads the names and locations of the sheets.
func (b *Book) list() error {
	targets := map[string]string{}
	err := b.elements("xl/_rels/workbook.xml.rels", func(e xml.StartElement) error {
		if e.Name.Local == "Relationship" {
			target := attr(e, "Target")
			if !strings.HasPrefix(target, "/") {
				target = "/xl/" + target
			}
			targets[attr(e, "Id")] = strings.TrimPrefix(path.Clean(target), "/")
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = b.elements("xl/workbook.xml", func(e xml.StartElement) error {
		if e.Name.Local == "workbookPr" {
			b.from1904 = attr(e, "date1904") == "1" || attr(e, "date1904") == "true"
		}
		if e.Name.Local == "sheet" && b.parts[targets[attr(e, "id")]] != nil {
			b.sheets = append(b.sheets, part{attr(e, "name"), targets[attr(e, "id")]})
		}
		return nil
	})
	if err == nil && len(b.sheets) == 0 {
		err = errNoBook
	}
	return err
}

// elements calls take for each element of a part.
func (b *Book) elements(name string, take func(xml.StartElement) error) error {
	return b.tokens(name, func(token xml.Token) error {
		if e, ok := token.(xml.StartElement); ok {
			return take(e)
		}
		return nil
	})
}

// tokens calls take for each token of a part.
func (b *Book) tokens(name string, take func(xml.Token) error) error {
	r, err := b.open(name)
	if err != nil {
		return err
	}
	defer r.Close()
	for {
		token, err := r.token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = take(token)
		}
		if err != nil {
			return err
		}
	}
}

const (
	maxMarkup = 1 << 20 // maximum size of an element or a text, in bytes
	maxDepth  = 32      // maximum nesting of elements; a sheet needs five levels
)

// A reader reads the XML of a part.
type reader struct {
	*xml.Decoder
	pieces *budget.Pieces
	limit  *budget.Reader
	file   io.Closer
	depth  int
}

func (b *Book) open(name string) (*reader, error) {
	f := b.parts[name]
	if f == nil {
		return nil, errNoBook
	}
	r, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	packed := &budget.Counter{R: b.from, N: min(b.size, int64(min(f.CompressedSize64, 1<<62)))}
	limit, err := budget.UnpackedSheet(r, packed, f.UncompressedSize64, b.limit)
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	pieces := &budget.Pieces{R: limit, Most: maxMarkup, What: "element or text"}
	d := xml.NewDecoder(pieces)
	d.Strict, d.CharsetReader = true, unpack.XML
	return &reader{d, pieces, limit, r, 0}, nil
}

// Close closes the file of the part.
func (r *reader) Close() error { return r.file.Close() }

// token returns the next token. It ignores namespaces.
func (r *reader) token() (xml.Token, error) {
	r.pieces.Next()
	token, err := r.RawToken()
	if spent := r.limit.Err(); spent != nil {
		return nil, spent
	}
	switch token.(type) {
	case xml.StartElement:
		if r.depth++; r.depth > maxDepth {
			return nil, fmt.Errorf("elements are nested more than %d deep", maxDepth)
		}
	case xml.EndElement:
		r.depth--
	}
	if encoding := (*unpack.EncodingError)(nil); errors.As(err, &encoding) {
		err = encoding
	}
	var bad *xml.SyntaxError
	if errors.As(err, &bad) {
		err = fmt.Errorf("invalid XML on line %d of the sheet: %s", bad.Line, bad.Msg)
	}
	if errors.Is(err, zip.ErrChecksum) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the workbook is damaged: is the download complete?")
	}
	return token, err
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// Rows returns the rows of the sheet with the given name, or of the first sheet if name is "". The
// i-th row, counted from 1, is row i of the sheet; rows that are not in the file are empty. A row
// is valid until the next one is read.
func (b *Book) Rows(name string) (iter.Seq2[[]string, error], error) {
	for _, s := range b.sheets {
		if name == "" || strings.EqualFold(s.name, name) {
			return func(yield func([]string, error) bool) { b.read(s.file, yield) }, nil
		}
	}
	return nil, fmt.Errorf("no sheet named %s; sheets: %s", budget.Quote(name), budget.Message(strings.Join(b.Sheets(), ", ")))
}
