package format

import (
	"errors"
	"io"
	"slices"
	"strings"
)

// columns holds a table as it was written in the file, one row per city. All fields are stored in
// one byte slice.
type columns struct {
	titles []string
	text   []byte
	ends   []int // end of each field in text, row by row
}

// Titles returns the column titles. The caller must not change them.
func (c *columns) Titles() []string { return c.titles }

// add appends the row of the next city. Missing fields become empty, and fields without a title are
// dropped.
func (c *columns) add(row []string) {
	for k := range c.titles {
		if k < len(row) {
			c.text = append(c.text, row[k]...)
		}
		c.ends = append(c.ends, len(c.text))
	}
}

// Len returns the number of rows.
func (c *columns) Len() int { return len(c.ends) / max(len(c.titles), 1) }

// Text returns a city's text in a column.
func (c *columns) Text(city int32, column int) string {
	k := int(city)*len(c.titles) + column
	from := 0
	if k > 0 {
		from = c.ends[k-1]
	}
	return string(c.text[from:c.ends[k]])
}

// keptRows finds a city by its complete row in the instance's table, because names may repeat and a
// table may have no ids.
type keptRows struct {
	*tourBuilder
	columns []int // columns of the tour file, in the order of the instance's columns
	cities  map[string][]int32
}

// keptRows returns nil if the instance stores no table or if the header lacks one of the table's
// columns.
func (b *tourBuilder) keptRows(header []string) *keptRows {
	table := b.in.Details().Columns
	if table == nil {
		return nil
	}
	k := &keptRows{tourBuilder: b, cities: make(map[string][]int32, b.in.N())}
	var own []int
	for i, title := range table.Titles() {
		if isOfTour(title) {
			continue
		}
		at := slices.Index(header, title)
		if at < 0 {
			return nil
		}
		own, k.columns = append(own, i), append(k.columns, at)
	}
	texts := make([]string, len(own))
	for c := range int32(b.in.N()) {
		for j, i := range own {
			texts[j] = table.Text(c, i)
		}
		key := rowKey(texts)
		k.cities[key] = append(k.cities[key], c)
	}
	return k
}

func rowKey(texts []string) string { return strings.Join(texts, "\x00") }

// cityOf returns the city of a row. If several cities have equal rows, each call returns the next
// of them, and after the last the first city of the tour.
func (k *keptRows) cityOf(row []string) (int32, bool) {
	if k == nil {
		return 0, false
	}
	same := k.cities[rowKey(fieldsOf(row, k.columns))]
	if len(same) == 0 {
		return 0, false
	}
	if i := slices.IndexFunc(same, func(c int32) bool { return !k.seen[c] }); i >= 0 {
		return same[i], true
	}
	if slices.Contains(same, k.tour[0]) {
		return k.tour[0], true
	}
	return same[0], true
}

// takeKept stores the label and coordinates from the instance, because the row equals the city's
// row in the instance's table.
func (t *tourTable) takeKept(c int32) {
	if t.name >= 0 && !t.closed {
		t.stated.Labels = append(t.stated.Labels, t.in.NameOf(c))
	}
	if t.x >= 0 {
		t.stated.Places = append(t.stated.Places, t.spots[2*c:2*c+2]...)
	}
}

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
