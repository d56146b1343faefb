package format

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// axes states the meaning of a city's coordinates.
type axes uint8

const (
	unnamed axes = iota // x, y or lat, lon, depending on the metric
	plane               // x, y
	globe               // latitude, longitude
)

// cities holds the cities read from any format except TSPLIB.
type cities struct {
	src    *source
	axes   axes
	dims   int
	coords []float64
	ids    names // from a column or member called id
	labels names // from a column or member called name, label, …
	bare   bool  // read from a table without a header, as x and y
	first  int   // line of the first city
	// the ids come from a column called id, not from a column that merely looks like ids
	sure bool
	// line of each city relative to first, counted from 1; in most files these take no memory
	lines idList

	columns *columns    // table that the cities were read from; nil if it is not stored
	about   tsp.Details // name, comment and unit from the file
}

// place adds a city and rejects coordinates that are out of range.
func (c *cities) place(line int, section string, v ...float64) error {
	for _, x := range v {
		if fault := coordFault(x); fault != "" {
			return c.src.fail(line, section, "%s", fault)
		}
	}
	if c.axes == globe {
		if fault := degreeFault(v[0], v[1]); fault != "" {
			return c.src.fail(line, section, "%s", fault)
		}
	}
	c.coords = append(c.coords, v...)
	if c.n() == 1 {
		c.first = line
	}
	if line > 0 {
		c.lines.add(int64(line-c.first) + 1)
	}
	return c.src.fits(c.n(), line, section)
}

// line returns the line number of city i, or 0 in formats without line numbers.
func (c *cities) line(i int) int {
	if c.first == 0 {
		return 0
	}
	return c.first + int(c.lines.at(i)) - 1
}

// n returns the number of cities read so far.
func (c *cities) n() int { return len(c.coords) / max(c.dims, 1) }

// metric returns the requested metric, otherwise the metric stated in the file, otherwise the
// default metric for the kind of coordinates.
func (c *cities) metric(asked, own string) (tsp.Metric, error) {
	name := cmp.Or(asked, own)
	switch {
	case name == "" && c.axes == globe:
		return tsp.Haversine, nil
	case name == "":
		return tsp.Euclidean, nil
	}
	m, err := tsp.ParseMetric(name)
	if err != nil || m.Dims() == 0 {
		return 0, c.src.fail(0, "metric", "expected one of %s, found %s", metricList(), quote(name))
	}
	onGlobe := m == tsp.Geo || m == tsp.Haversine
	switch {
	case c.axes == globe && !onGlobe:
		return 0, c.src.fail(0, "metric", "metric %v would measure distances in degrees: expected HAVERSINE or GEO for latitudes and longitudes", m)
	case c.axes == plane && onGlobe:
		return 0, c.src.fail(0, "metric", "metric %v needs latitudes and longitudes: expected lat and lon, found x and y", m)
	case m != tsp.Euclidean && m.Dims() != c.dims:
		return 0, c.src.fail(0, "metric", "metric %v needs %d coordinates per city, found %d", m, m.Dims(), c.dims)
	}
	return m, nil
}

// instance builds an instance from the cities, with the requested metric or the metric stated in
// the file.
func (c *cities) instance(asked, own string) (*tsp.Instance, error) {
	if left := c.src.faults.n; len(c.coords) == 0 && left == 1 {
		return nil, c.src.fail(0, "", "expected at least one city, found none: 1 row was skipped")
	} else if len(c.coords) == 0 && left > 1 {
		return nil, c.src.fail(0, "", "expected at least one city, found none: %d rows were skipped", left)
	}
	if len(c.coords) == 0 {
		return nil, c.src.fail(0, "", "expected at least one city, found none")
	}
	m, err := c.metric(asked, own)
	if err != nil {
		return nil, err
	}
	if c.src.merge {
		c.merge()
	}
	in, err := tsp.FromCoords(m, c.dims, slices.Clip(c.coords))
	if err != nil {
		return nil, c.src.wrap(0, "", err)
	}
	if err := c.checkIDs(); err != nil {
		return nil, err
	}
	if in, err = in.With(c.details()); err != nil {
		return nil, c.src.wrap(0, "", err)
	}
	c.examine(in, asked)
	return in, nil
}

// checkIDs rejects duplicate ids. Names may repeat, and a column that merely looks like ids is
// ignored if it contains duplicates.
func (c *cities) checkIDs() error {
	i, j := repeated(c.ids.own, -1)
	if c.ids.labels != nil {
		i, j = repeated(c.ids.labels, "")
	}
	switch {
	case j < 0:
		return nil
	case !c.sure:
		c.ids = names{}
		return nil
	}
	return c.src.fail(c.line(j), "id", "%s is used by two cities, number %d and number %d in the file: expected unique ids",
		quote([]byte(c.ids.text(j))), i+1, j+1)
}

// details returns the instance name, the ids (or codes, if the ids are not numbers), the labels and
// the table. If some cities have no id, the ids become labels, unless there are names. Without ids,
// names that are distinct whole numbers become ids.
func (c *cities) details() tsp.Details {
	d := c.about
	d.Name = c.src.title(d.Name)
	if c.columns != nil {
		d.Columns = c.columns
	}
	named := c.labels.n > 0
	switch {
	case c.ids.n > 0 && c.ids.labels == nil:
		d.IDs = c.ids.numbers()
	case c.ids.n > 0 && !slices.Contains(c.ids.labels, ""):
		d.Codes = c.ids.labels
	case c.ids.n > 0 && !named:
		d.Labels = c.ids.labels
	case c.ids.n == 0 && named && c.labels.unique():
		d.IDs, named = c.labels.numbers(), false
	}
	if named {
		d.Labels = c.labels.texts()
	}
	return d
}

// names holds the city names from a file. They are stored as numbers as long as all of them are
// whole numbers.
type names struct {
	idList
	labels []string
}

func (l *names) add(name string) {
	if l.labels == nil {
		id, err := strconv.ParseInt(name, 10, 64)
		if err == nil && id >= 0 && strconv.FormatInt(id, 10) == name {
			l.idList.add(id)
			return
		}
		l.labels = l.texts()
	}
	l.labels = append(l.labels, strings.Clone(name)) // the caller reuses the row's memory
	l.n++
}

// unique reports whether the names are distinct whole numbers.
func (l *names) unique() bool {
	_, j := repeated(l.own, -1)
	return l.labels == nil && j < 0
}

// numbers returns the names as ids.
func (l *names) numbers() []int64 {
	if l.own != nil {
		return l.own
	}
	ids := make([]int64, l.n)
	for i := range ids {
		ids[i] = l.at(i)
	}
	return ids
}

// texts returns the names as labels.
func (l *names) texts() []string {
	if l.labels != nil {
		return l.labels
	}
	texts := make([]string, l.n, max(l.n+1, 8))
	for i := range texts {
		texts[i] = l.text(i)
	}
	return texts
}

// text returns name i.
func (l *names) text(i int) string {
	if l.labels != nil {
		return l.labels[i]
	}
	return strconv.FormatInt(l.at(i), 10)
}
