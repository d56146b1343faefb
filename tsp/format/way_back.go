package format

import (
	"errors"
	"io"
	"slices"
)

// A wayBack skips the last row of a closed tour's table. That row repeats the first city, and the
// instance must contain each city only once.
type wayBack struct {
	cities []int // columns that describe cities; nil if the table is not a tour's table
	first  []string
}

func newWayBack(header []string) *wayBack {
	w := &wayBack{}
	for _, own := range []string{titlePosition, titleLeg, titleTotal} {
		if !slices.ContainsFunc(header, func(title string) bool { return isTitle(title, own) }) {
			return w
		}
	}
	for k, title := range header {
		if !isOfTour(title) {
			w.cities = append(w.cities, k)
		}
	}
	return w
}

// next returns the next row of the table, without the last row of a closed tour.
func (w *wayBack) next(t *table) ([]string, error) {
	row, err := t.next()
	if err != nil || !w.repeatsFirst(row) {
		return row, err
	}
	row, line := slices.Clone(row), t.line
	next, err := t.next()
	if errors.Is(err, io.EOF) {
		return nil, err
	}
	t.ahead = slices.Insert(t.ahead, 0, aheadRow{slices.Clone(next), t.line, err})
	t.line = line
	return row, nil
}

// repeatsFirst reports whether a row describes the same city as the first row.
func (w *wayBack) repeatsFirst(row []string) bool {
	if w.cities == nil {
		return false
	}
	texts := fieldsOf(row, w.cities)
	if w.first == nil {
		w.first = texts
		return false
	}
	return slices.Equal(texts, w.first)
}
