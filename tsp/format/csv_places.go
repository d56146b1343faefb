package format

import (
	"errors"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// readPlaces reads the cities from the columns that the header identifies.
func (t *table) readPlaces(opt Options, h *header) (*tsp.Instance, error) {
	c := &cities{src: t.src, axes: h.axes, dims: h.dims(), sure: h.sure}
	keep := c.keeper(h)
	v := make([]float64, c.dims)
	back := newWayBack(h.titles)
	for {
		row, err := back.next(t)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			if what := remark(h, row); what != "" {
				t.remarked(what)
				continue
			}
			err = t.place(c, h, row, v)
		}
		if err == nil {
			keep(row)
			continue
		}
		if err := t.src.faults.take(err); err != nil {
			return nil, err
		}
	}
	if err := t.src.faults.err(); err != nil {
		return nil, err
	}
	if h.axes == plane && h.titles != nil {
		if unit := unitOf(h.titles[h.coords[0]]); unit == unitOf(h.titles[h.coords[1]]) {
			c.about.Unit = unit
		}
	}
	c.chooseName(h)
	return c.instance(opt.Metric, "")
}

// mostRemarked is the maximum number of skipped rows that are reported one by one.
const mostRemarked = 5

// remarked warns about a row that is not a place.
func (t *table) remarked(what string) {
	switch t.remarks++; {
	case t.remarks <= mostRemarked:
		t.src.doubt(t.line, "skipped this row: it is %s, not a place", what)
	case t.remarks == mostRemarked+1:
		t.src.doubt(t.line, "skipped this row and all later ones of this kind")
	}
}

// place adds the city in a row.
func (t *table) place(c *cities, h *header, row []string, v []float64) error {
	if err := t.width(row, h.titles); err != nil {
		return err
	}
	if h.whole != "" {
		return t.wholePlace(c, h, row)
	}
	if err := t.coordinates(row, h, v); err != nil {
		return err
	}
	return c.place(t.line, "", v...)
}

// wholePlace adds the city whose coordinates are in a single field of a row.
func (t *table) wholePlace(c *cities, h *header, row []string) error {
	text := at(row, h.coords[0])
	p, ok := parsePlace(h.whole, text)
	if !ok {
		expected := map[string]string{colPair: "a latitude and a longitude such as 52.5, 13.4", colWKT: "POINT (longitude latitude)"}[h.whole]
		return t.src.fail(t.line, h.title(h.coords[0]), "expected %s, found %s", expected, quote(strings.TrimSpace(text)))
	}
	return c.place(t.line, "", p[0], p[1])
}

// at returns a field of a row, or "" if the row is too short.
func at(row []string, column int) string {
	if column < 0 || column >= len(row) {
		return ""
	}
	return row[column]
}

// fieldsOf returns some fields of a row.
func fieldsOf(row []string, columns []int) []string {
	texts := make([]string, len(columns))
	for j, column := range columns {
		texts[j] = at(row, column)
	}
	return texts
}

// mostKept is the maximum number of rows to store if the instance already holds all their values.
// Up to this number, storing the rows preserves the author's column order and digits.
const mostKept = 100_000

// keeper returns a function that stores the id and name of a row, and the whole row if the table
// has titles.
func (c *cities) keeper(h *header) func(row []string) {
	titles := h.titles[:len(h.titles)-blankTail(h.titles)]
	if titles != nil {
		c.columns = &columns{titles: titles}
	}
	most := math.MaxInt
	if h.plain(titles) {
		most = mostKept
	}
	// number of missing fields still allowed; each field that is present allows one more
	room := 1 << 20
	return func(row []string) {
		if h.id >= 0 {
			c.ids.add(strings.TrimSpace(at(row, h.id)))
		}
		if h.name >= 0 {
			c.labels.add(at(row, h.name))
		}
		if c.columns == nil {
			return
		}
		if c.columns.Len() == most {
			c.columns = nil
			return
		}
		c.columns.add(row)
		if room += 2*len(row) - len(titles); room < 0 {
			c.columns = nil
			c.src.doubt(0, "most rows are much shorter than the header: the missing columns are ignored")
		}
	}
}

// plain reports whether a table has only columns and titles that this package also writes.
func (h *header) plain(titles []string) bool {
	used := len(h.coords)
	for _, column := range []int{h.id, h.name} {
		if column >= 0 {
			used++
		}
	}
	return len(titles) == used && !slices.ContainsFunc(titles, func(title string) bool {
		return !slices.Contains([]string{"id", "x", "y", "z", "lat", "lon", "name"}, title)
	})
}

// coordinates reads the coordinates of a row into v.
func (t *table) coordinates(row []string, h *header, v []float64) error {
	for k, column := range h.coords {
		if column >= len(row) && t.comma != 0 { // rows of a spreadsheet omit empty cells
			return t.src.fail(t.line, h.title(column), "expected %d fields as in the header, found %d", len(h.titles), len(row))
		}
		var ok bool
		if v[k], ok = t.number(at(row, column)); ok {
			continue
		}
		text := at(row, column)
		if h.axes == globe {
			v[k], ok = parseDegrees(decimalPoint(text), [...]string{colLat, colLon}[k])
		}
		if strings.TrimSpace(text) == "" {
			return t.src.fail(t.line, "", "%s is empty", shorten(h.title(column)))
		}
		if !ok {
			return t.src.fail(t.line, h.title(column), "expected a finite number, found %s%s", quote(text), t.hint(text))
		}
	}
	return nil
}

// decimalPoint replaces the decimal comma of a number. An angle never has a thousands separator.
func decimalPoint(text string) string {
	if strings.Count(text, ",") == 1 && !strings.Contains(text, ".") {
		return strings.Replace(text, ",", ".", 1)
	}
	return text
}

// withoutHeader recognises a table of named places without a header. In each of the first rows, the
// same two columns must hold numbers, or the same three columns if the first of them counts up. The
// numbers are latitudes and longitudes if they are within range and have at least three decimals,
// as in the output of a geocoder; otherwise they are x and y. A warning reports which reading was
// chosen.
func (t *table) withoutHeader(rows []aheadRow, opt Options) *header {
	numbers, texts, n := t.kinds(rows)
	if n == 0 || len(texts) == 0 {
		return nil
	}
	h := &header{id: -1, name: texts[0]}
	if len(numbers) == 3 && n > 1 && t.counts(rows[:n], numbers[0]) {
		h.id, numbers = numbers[0], numbers[1:]
	}
	if len(numbers) != 2 {
		return nil
	}
	h.coords = numbers
	h.axes = plane
	p := picker{t: t}
	what, other := "x and y", "lat and lon"
	if t.looksLikeDegrees(rows[:n], numbers) && !p.wantsPlane(opt) {
		h.axes, what, other = globe, other, what
	}
	t.src.doubt(rows[0].line, "the file has no header: read columns %d and %d as %s, not as %s, and column %d as the name",
		numbers[0]+1, numbers[1]+1, what, other, h.name+1)
	return h
}

// kinds returns the columns that hold numbers and the columns that hold text in each of the first n
// rows. These rows must all have the same number of fields.
func (t *table) kinds(rows []aheadRow) (numbers, texts []int, n int) {
	width := len(rows[0].fields)
	for n < len(rows) && rows[n].err == nil {
		if len(rows[n].fields) != width {
			return nil, nil, 0
		}
		n++
	}
	for k := range width {
		numeric, filled := 0, 0
		for _, row := range rows[:n] {
			if _, ok := t.number(row.fields[k]); ok {
				numeric++
			}
			if strings.TrimSpace(row.fields[k]) != "" {
				filled++
			}
		}
		switch {
		case numeric == n:
			numbers = append(numbers, k)
		case numeric == 0 && filled == n:
			texts = append(texts, k)
		}
	}
	return numbers, texts, n
}

// counts reports whether a column counts up from 0 or 1.
func (t *table) counts(rows []aheadRow, column int) bool {
	first, _ := t.number(rows[0].fields[column])
	for i, row := range rows {
		if v, _ := t.number(row.fields[column]); v != first+float64(i) {
			return false
		}
	}
	return first == 0 || first == 1
}

// looksLikeDegrees reports whether the numbers in two columns are within the ranges of latitude and
// longitude and have at least three decimals.
func (t *table) looksLikeDegrees(rows []aheadRow, columns []int) bool {
	for _, row := range rows {
		for k, most := range []float64{90, 180} {
			text := row.fields[columns[k]]
			point := strings.LastIndexAny(text, ".,")
			if v, _ := t.number(text); math.Abs(v) > most || point < 0 || len(strings.TrimSpace(text[point:])) < 4 {
				return false
			}
		}
	}
	return true
}
