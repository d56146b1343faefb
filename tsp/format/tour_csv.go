package format

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/suggest"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A tourTable reads the rows of a tour.
type tourTable struct {
	*table
	*tourBuilder
	header []string
	// finds cities by their rows in the instance's table; nil if there is no such table or the tour
	// file lacks one of its columns
	kept *keptRows
	city int // column that identifies the city; -1 if there is no such column
	look func(string) (int32, bool)
	// Columns of the properties that the file states about a city; -1 for a missing column.
	position, name, leg, total int
	x, y                       int // or longitude, latitude
	spots                      []float64
}

// readTable reads the rows of a tour. A row that equals a city's row in the instance's table
// identifies that city. Otherwise the id identifies the city or, without an id column, the name.
func (b *tourBuilder) readTable() error { return b.readRows(newTable(b.src)) }

// readRows does what readTable does, for rows from any source.
func (b *tourBuilder) readRows(rows *table) error {
	t := &tourTable{table: rows, tourBuilder: b}
	header, err := t.next()
	if errors.Is(err, io.EOF) { // the file contains only comments
		return nil
	}
	if err != nil {
		return err
	}
	t.header = slices.Clone(header) // the reader reuses the slice
	if err := t.findCity(); err != nil {
		return err
	}
	t.position, t.leg, t.total = t.column(titlePosition), t.column(titleLeg), -1
	if t.leg >= 0 {
		t.total = t.column(titleTotal) // without legs, a column called total may have any meaning
	}
	t.findPlace()
	for {
		row, err := t.next()
		if errors.Is(err, io.EOF) {
			t.stated.Path = t.stated.Totals != nil && !t.closed && len(t.tour) > 1
			return nil
		}
		if err != nil {
			return err
		}
		if err := t.take(row); err != nil {
			return err
		}
	}
}

// findCity finds the column that identifies the city and chooses the lookup function.
func (t *tourTable) findCity() error {
	p := picker{t: t.table, titles: t.header}
	id, _, _ := p.pick(colID)
	name := t.nameColumn(p.nameColumns(&header{id: id}))
	t.kept = t.keptRows(t.header)
	t.city, t.name = -1, -1
	switch {
	case id >= 0:
		t.city, t.look, t.name = id, firstOf(t.byCode(), t.byID, t.byLabel()), name
	case name >= 0:
		t.city, t.look = name, firstOf(t.byLabel(), t.byCode(), t.byID)
	case t.kept == nil && len(t.header) == 1 && t.listsCities():
		t.city, t.look = 0, firstOf(t.byLabel(), t.byCode(), t.byID)
		t.ahead = slices.Insert(t.ahead, 0, aheadRow{t.header, t.line, nil}) // a list without a header
		t.header = []string{"name"}
	case t.kept == nil:
		return t.tourBuilder.src.fail(t.line, "", "expected a column id or name, found %s", quote([]byte(strings.Join(t.header, ","))))
	}
	return nil
}

// listsCities reports whether one of the first rows, the header included, is the name of a city.
func (t *tourTable) listsCities() bool {
	find := firstOf(t.byLabel(), t.byCode())
	defer func(line int) { t.line = line }(t.line) // to which errors refer
	isCity := func(row aheadRow) bool { _, ok := find(at(row.fields, 0)); return ok }
	return isCity(aheadRow{fields: t.header}) || slices.ContainsFunc(t.table.look(), isCity)
}

// nameColumn returns the first of some columns whose text in the first row is the name of a city.
// If there is none, it returns the first column, or -1 if there are no columns.
func (t *tourTable) nameColumn(columns []int) int {
	if len(columns) == 0 {
		return -1
	}
	find := firstOf(t.byLabel(), t.byCode(), t.byID)
	rows := t.table.look()
	for _, column := range columns {
		if _, ok := find(at(rows[0].fields, column)); ok {
			return column
		}
	}
	return columns[0]
}

// findPlace finds the coordinate columns if they are of the same kind as the instance's
// coordinates. It ignores coordinates of GEO instances, which may be decimal degrees or degrees and
// minutes.
func (t *tourTable) findPlace() {
	cols := findColumns(t.header)
	a := atlasOf(t.in)
	names := [2]string{"x", "y"}
	if a.globe {
		names = [2]string{"lon", "lat"}
	}
	x, hasX := cols[names[0]]
	y, hasY := cols[names[1]]
	t.x, t.y = -1, -1
	if hasX && hasY && a.dims > 0 && t.in.Metric() != tsp.Geo {
		t.x, t.y = x, y
		t.spots, _ = drawing(t.in)
	}
}

// column finds a column by its title.
func (t *tourTable) column(title string) int {
	return slices.IndexFunc(t.header, func(h string) bool { return isTitle(h, title) })
}

// take adds the city of a row and the properties that the row states about it.
func (t *tourTable) take(row []string) error {
	src := t.tourBuilder.src
	if most := max(t.city, t.position, t.name, t.leg, t.total, t.x, t.y); most >= len(row) {
		return src.fail(t.line, "", "expected %d fields, found %d", len(t.header), len(row))
	}
	c, asKept, err := t.cityOf(row)
	if err != nil {
		return err
	}
	if err := t.add(c, t.line); err != nil {
		return err
	}
	if t.position >= 0 && !t.closed {
		if k, ok := t.number(row[t.position]); !ok || k != float64(len(t.tour)) {
			return src.refuse(t.line, t.header[t.position], "expected rows in visiting order, with position %d on this line, found %s", len(t.tour), quote([]byte(row[t.position])))
		}
	}
	if asKept {
		t.takeKept(c)
	} else {
		t.takeLabel(row)
	}
	return t.takeNumbers(row, asKept)
}

// cityOf returns the city of a row. asKept reports whether the row equals the city's row in the
// instance's table.
func (t *tourTable) cityOf(row []string) (c int32, asKept bool, err error) {
	src := t.tourBuilder.src
	if c, ok := t.kept.cityOf(row); ok {
		return c, true, nil
	}
	if t.city < 0 {
		return 0, false, src.refuse(t.line, "", "expected the columns of the instance next to those of the tour, found %s", quote([]byte(strings.Join(row, ","))))
	}
	c, ok := t.look(row[t.city])
	if !ok {
		return 0, false, src.refuse(t.line, t.header[t.city], "expected a city of the instance, found %s", quote([]byte(row[t.city]))+t.suggestion(row[t.city]))
	}
	return c, false, nil
}

// takeLabel stores the name of a city that was found by its id.
func (t *tourTable) takeLabel(row []string) {
	if t.name < 0 || t.closed {
		return
	}
	if _, numbered := t.byID(row[t.city]); !numbered && t.in.Details().Codes == nil {
		// the cities are identified by labels, so there is nothing to compare
		t.name, t.stated.Labels = -1, nil
		return
	}
	t.stated.Labels = append(t.stated.Labels, row[t.name])
}

// takeNumbers stores the leg to a city, the total and, unless placed is true, the city's
// coordinates.
func (t *tourTable) takeNumbers(row []string, placed bool) error {
	for _, f := range []struct {
		column int
		what   string
		to     *[]float64
		known  bool
	}{
		{t.leg, "the distance from the previous city", &t.stated.Legs, false},
		{t.total, "the distance from the first city", &t.stated.Totals, false},
		{t.x, "a coordinate", &t.stated.Places, placed},
		{t.y, "a coordinate", &t.stated.Places, placed},
	} {
		if f.column < 0 || f.known {
			continue
		}
		v, ok := t.number(row[f.column])
		if !ok {
			return t.tourBuilder.src.fail(t.line, t.header[f.column], "expected %s, found %s", f.what, quote([]byte(row[f.column])))
		}
		*f.to = append(*f.to, v)
	}
	return nil
}

// addUpLegs computes the stated cost from the legs. A first leg of 0 belongs to a path, or to a
// closed tour that lists the return leg last.
func (b *tourBuilder) addUpLegs() {
	s := &b.stated
	n := len(b.tour)
	if len(s.Legs) < n || n == 0 {
		return
	}
	back, _ := b.in.Leg(b.tour[n-1], b.tour[0])
	switch {
	case len(s.Legs) > n && (s.Legs[0] == 0 || search.SameCost(s.Legs[0], back)):
		// otherwise the first leg contradicts the last, so Check must report it
		s.Legs[0] = s.Legs[n]
	case s.Totals == nil && n > 1 && s.Legs[0] == 0 && back != 0:
		s.Path = true
	}
	s.Legs = s.Legs[:n]
	s.Cost = new(float64)
	for _, leg := range s.Legs {
		*s.Cost += leg
	}
}

// suggestion returns a question about the city name that is most similar to a text, or "".
func (b *tourBuilder) suggestion(text string) string {
	details := b.in.Details()
	for _, names := range [][]string{details.Labels, details.Codes} {
		if len(names) > mostSuggested {
			continue
		}
		if like, ok := suggest.Nearest(text, names); ok {
			return ": did you mean " + quote(like) + "?"
		}
	}
	return ""
}

// mostSuggested is the maximum number of names that are compared with an unknown name.
const mostSuggested = 10_000

// firstOf returns a lookup function that tries the given functions in order.
func firstOf(finds ...func(string) (int32, bool)) func(string) (int32, bool) {
	return func(name string) (int32, bool) {
		for _, find := range finds {
			if c, ok := find(name); ok {
				return c, true
			}
		}
		return 0, false
	}
}

func (b *tourBuilder) byID(name string) (int32, bool) {
	id, err := strconv.ParseInt(strings.TrimSpace(name), 10, 64)
	if err != nil {
		return 0, false
	}
	return b.find(id)
}

// byLabel returns a function that finds the first city with a given label.
func (b *tourBuilder) byLabel() func(string) (int32, bool) { return byText(b.in.Details().Labels) }

// byCode returns a function that finds the city with a given code.
func (b *tourBuilder) byCode() func(string) (int32, bool) {
	find := byText(b.in.Details().Codes)
	return func(name string) (int32, bool) { return find(strings.TrimSpace(name)) }
}

// byText returns a function that finds the first city with a given text.
func byText(texts []string) func(string) (int32, bool) {
	first := make(map[string]int32, len(texts))
	for i, text := range texts {
		if _, taken := first[text]; !taken {
			first[text] = int32(i)
		}
	}
	return func(text string) (int32, bool) { c, ok := first[text]; return c, ok }
}
