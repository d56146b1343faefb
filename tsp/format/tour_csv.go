package format

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A tourTable reads the rows of a tour.
type tourTable struct {
	*table
	*tourBuilder
	header []string
	city   int // the column that identifies the city
	look   func(string) (int32, bool)
	// Columns of what the file states of a city; -1: there is none.
	position, name, leg int
	x, y                int // or longitude and latitude
}

// readCSV reads the column id or, without one, the names of the cities.
func (b *tourBuilder) readCSV() error {
	t := &tourTable{table: newTable(b.src), tourBuilder: b}
	header, err := t.next()
	if errors.Is(err, io.EOF) { // only comments
		return nil
	}
	if err != nil {
		return err
	}
	t.header = slices.Clone(header) // the reader reuses it
	if err := t.findCity(); err != nil {
		return err
	}
	t.position, t.leg = t.column("position"), t.column("leg")
	t.findPlace()
	for {
		row, err := t.next()
		if errors.Is(err, io.EOF) {
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

// findCity finds the column that identifies the city, and how to look it up.
func (t *tourTable) findCity() error {
	cols := findColumns(t.header)
	id, hasID := cols["id"]
	name, hasName := cols["name"]
	t.name = -1
	switch {
	case hasID:
		t.city, t.look = id, firstOf(t.byID, t.byLabel())
		if hasName {
			t.name = name
		}
	case hasName:
		t.city, t.look = name, firstOf(t.byLabel(), t.byID)
	default:
		return t.tourBuilder.src.fail(t.line, "", "expected a column id or name, found %s", quote([]byte(strings.Join(t.header, ","))))
	}
	return nil
}

// findPlace finds the coordinates, if they are of the kind that the instance has.
// GEO's may be decimal degrees, or degrees and minutes.
func (t *tourTable) findPlace() {
	cols := findColumns(t.header)
	names := [2]string{"x", "y"}
	if t.in.Geographic() {
		names = [2]string{"lon", "lat"}
	}
	x, hasX := cols[names[0]]
	y, hasY := cols[names[1]]
	t.x, t.y = -1, -1
	if m := t.in.Metric(); hasX && hasY && m.Spatial() && m != tsp.Geo {
		t.x, t.y = x, y
	}
}

// column finds a column by its title.
func (t *tourTable) column(title string) int {
	return slices.IndexFunc(t.header, func(h string) bool { return strings.EqualFold(strings.TrimSpace(h), title) })
}

// take adds the city of a row, and what the row states of it.
func (t *tourTable) take(row []string) error {
	src := t.tourBuilder.src
	if most := max(t.city, t.position, t.name, t.leg, t.x, t.y); most >= len(row) {
		return src.fail(t.line, "", "expected %d fields, found %d", len(t.header), len(row))
	}
	c, ok := t.look(row[t.city])
	if !ok {
		return src.refuse(t.line, t.header[t.city], "expected a city of the instance, found %s", quote([]byte(row[t.city])))
	}
	if err := t.add(c, t.line); err != nil {
		return err
	}
	if t.position >= 0 && !t.closed {
		if k, ok := t.number(row[t.position]); !ok || k != float64(len(t.tour)) {
			return src.refuse(t.line, t.header[t.position], "expected the rows in visiting order, position %d here, found %s", len(t.tour), quote([]byte(row[t.position])))
		}
	}
	t.takeLabel(row)
	return t.takeNumbers(row)
}

// takeLabel takes the name of a city that was found by its id.
func (t *tourTable) takeLabel(row []string) {
	if t.name < 0 || t.closed {
		return
	}
	if _, numbered := t.byID(row[t.city]); !numbered {
		t.name, t.stated.Labels = -1, nil // labels identify the cities
		return
	}
	t.stated.Labels = append(t.stated.Labels, row[t.name])
}

// takeNumbers takes the leg to a city and its place.
func (t *tourTable) takeNumbers(row []string) error {
	for _, f := range []struct {
		column int
		what   string
		to     *[]float64
	}{
		{t.leg, "the distance from the city before", &t.stated.Legs},
		{t.x, "a coordinate", &t.stated.Places},
		{t.y, "a coordinate", &t.stated.Places},
	} {
		if f.column < 0 {
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

// addUpLegs makes the cost of the legs. A first leg of nothing belongs to a
// path, or to a tour whose way back comes last.
func (b *tourBuilder) addUpLegs() {
	s := &b.stated
	n := len(b.tour)
	if len(s.Legs) < n || n == 0 {
		return
	}
	switch back := float64(b.in.Dist(b.tour[n-1], b.tour[0])) / b.in.Scale(); {
	case len(s.Legs) > n && (s.Legs[0] == 0 || search.SameCost(s.Legs[0], back)):
		s.Legs[0] = s.Legs[n] // else the first leg is the false one of two
	case n > 1 && s.Legs[0] == 0 && back != 0:
		s.Path = true
	}
	s.Legs = s.Legs[:n]
	s.Cost = new(float64)
	for _, leg := range s.Legs {
		*s.Cost += leg
	}
}

func firstOf(find, otherwise func(string) (int32, bool)) func(string) (int32, bool) {
	return func(name string) (int32, bool) {
		if c, ok := find(name); ok {
			return c, true
		}
		return otherwise(name)
	}
}

func (b *tourBuilder) byID(name string) (int32, bool) {
	id, err := strconv.ParseInt(strings.TrimSpace(name), 10, 64)
	if err != nil {
		return 0, false
	}
	return b.find(id)
}

// byLabel returns a lookup of the first city with a label.
func (b *tourBuilder) byLabel() func(string) (int32, bool) {
	labels := make(map[string]int32, len(b.in.Labels()))
	for i, label := range b.in.Labels() {
		if _, taken := labels[label]; !taken {
			labels[label] = int32(i)
		}
	}
	return func(name string) (int32, bool) { c, ok := labels[name]; return c, ok }
}
