package perceptron

import (
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

// The keywords of the format.
const (
	header = "PERCEPTRON"
	footer = "PRODUCTS"
)

// between is the character between + and - in ASCII: + precedes it and - follows it.
const between = ','

// Read reads an instance. name is the file name, used in error messages. The instance name is the
// file name without its folder and extension.
func Read(r io.Reader, name string) (*Instance, error) {
	s := &source{lines: budget.NewLines(r, budget.MaxLine), name: name}
	rows, cols, err := s.size()
	if err != nil {
		return nil, err
	}
	entries, err := s.matrix(rows, cols)
	if err != nil {
		return nil, err
	}
	products, err := s.products(rows, cols)
	if err != nil {
		return nil, err
	}
	base := filepath.Base(name)
	in, err := New(strings.TrimSuffix(base, filepath.Ext(base)), cols, entries, products)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return in, nil
}

// A source reads a file line by line.
type source struct {
	lines *budget.Lines
	name  string
	line  int // number of the current line
}

// next returns the next non-empty line, without comments and surrounding blanks.
func (s *source) next(expected string) (string, error) {
	for s.lines.Scan() {
		s.line++
		text, _, _ := strings.Cut(s.lines.Text(), "#")
		if text = strings.TrimSpace(text); text != "" {
			return text, nil
		}
	}
	if err := s.lines.Err(); err != nil {
		return "", fmt.Errorf("%s:%d: %w", s.name, s.line+1, err)
	}
	return "", s.fail("the file ends here, expected %s", expected)
}

// fail returns an error in the format of compilers, so that editors can jump to the line.
func (s *source) fail(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", s.name, max(s.line, 1), fmt.Sprintf(format, args...))
}

func (s *source) size() (rows, cols int, err error) {
	const expected = header + " followed by the numbers of rows and columns"
	text, err := s.next(expected)
	if err != nil {
		return 0, 0, err
	}
	words := strings.Fields(text)
	if len(words) != 3 || words[0] != header {
		return 0, 0, s.fail("found %s, expected %s", budget.Quote(text), expected)
	}
	rows, errRows := strconv.Atoi(words[1])
	cols, errCols := strconv.Atoi(words[2])
	if errRows != nil || errCols != nil {
		return 0, 0, s.fail("found %s, expected %s", budget.Quote(text), expected)
	}
	if err := checkSize(rows, cols); err != nil {
		return 0, 0, s.fail("%v", err)
	}
	return rows, cols, nil
}

// matrix reads the rows. It grows entries as it reads, because the header is not trusted.
func (s *source) matrix(rows, cols int) (entries []int8, err error) {
	for i := range rows {
		text, err := s.next(fmt.Sprintf("row %d of %d", i+1, rows))
		if err != nil {
			return nil, err
		}
		if bad := strings.Trim(text, "+-"); bad != "" {
			return nil, s.fail("found %s in row %d of %d, expected only + and -", budget.Quote(bad), i+1, rows)
		}
		if len(text) != cols {
			return nil, s.fail("row %d of %d has %d entries, expected %d", i+1, rows, len(text), cols)
		}
		for _, sign := range []byte(text) {
			entries = append(entries, int8(between-int(sign)))
		}
	}
	return entries, nil
}

func (s *source) products(rows, cols int) (products []int32, err error) {
	text, err := s.next(footer)
	if err != nil {
		return nil, err
	}
	words := strings.Fields(text)
	if words[0] != footer {
		return nil, s.fail("found %s after the last of %d rows, expected %s", budget.Quote(text), rows, footer)
	}
	for words = words[1:]; ; words = strings.Fields(text) {
		if products, err = s.parse(products, words, cols); err != nil {
			return nil, err
		}
		if len(products) >= rows {
			return products, s.end(len(products), rows)
		}
		if text, err = s.next(fmt.Sprintf("%d products, found %d", rows, len(products))); err != nil {
			return nil, err
		}
	}
}

// parse appends the products on a line.
func (s *source) parse(products []int32, words []string, cols int) ([]int32, error) {
	for _, word := range words {
		y, err := strconv.ParseInt(word, 10, 32)
		if err != nil {
			return nil, s.fail("found %s, expected a product: a whole number from 0 to %d", budget.Quote(word), cols)
		}
		if err := checkProduct(int32(y), cols); err != nil {
			return nil, s.fail("%v", err)
		}
		products = append(products, int32(y))
	}
	return products, nil
}

// end checks that there is one product for each row and that nothing follows the products.
func (s *source) end(products, rows int) error {
	if products > rows {
		return s.fail("got %d or more products, expected one for each of %d rows", products, rows)
	}
	const expected = "the end of the file"
	switch text, err := s.next(expected); {
	case err == nil:
		return s.fail("found %s after the last of %d products, expected %s", budget.Quote(text), rows, expected)
	case s.lines.Err() != nil:
		return err
	}
	return nil
}
