package format

import (
	"slices"
	"strconv"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// axes say what two numbers of a city are.
type axes uint8

const (
	unnamed axes = iota // the metric says: x, y or lat, lon
	plane               // called x, y
	globe               // latitude, longitude
)

// cities are places as all formats but TSPLIB give them.
type cities struct {
	src    *source
	axes   axes
	dims   int
	coords []float64
	ids    names // a column or member called id
	labels names // one called name, label, …
}

// place adds a city and refuses places that are not on the globe.
func (c *cities) place(line int, section string, v ...float64) error {
	for _, x := range v {
		if !(x >= -maxCoord && x <= maxCoord) {
			return c.src.fail(line, section, "coordinate %v, expected a finite number of at most %g", x, float64(maxCoord))
		}
	}
	if c.axes == globe {
		if fault := degreeFault(v[0], v[1]); fault != "" {
			return c.src.fail(line, section, "%s", fault)
		}
	}
	c.coords = append(c.coords, v...)
	return nil
}

// n is the number of cities so far.
func (c *cities) n() int { return len(c.coords) / max(c.dims, 1) }

// metric chooses: what the caller asks for, else what the file says, else the
// one that people expect for such places.
func (c *cities) metric(asked, own string) (tsp.Metric, error) {
	name := asked
	if name == "" {
		name = own
	}
	if name == "" {
		if c.axes == globe {
			return tsp.Haversine, nil
		}
		return tsp.Euclidean, nil
	}
	m, err := tsp.ParseMetric(name)
	if err != nil || !m.Spatial() {
		return 0, c.src.fail(0, "metric", "expected one of %s, found %q", metricList(), name)
	}
	onGlobe := m == tsp.Geo || m == tsp.Haversine
	switch {
	case c.axes == globe && !onGlobe:
		return 0, c.src.fail(0, "metric", "%v would measure in degrees: expected HAVERSINE or GEO for latitudes and longitudes", m)
	case c.axes == plane && onGlobe:
		return 0, c.src.fail(0, "metric", "%v needs latitudes and longitudes: expected lat and lon, found x and y", m)
	case m != tsp.Euclidean && m.Dims() != c.dims:
		return 0, c.src.fail(0, "metric", "%v needs %d coordinates per city, found %d", m, m.Dims(), c.dims)
	}
	return m, nil
}

// instance makes the cities an instance with the metric asked for or its own.
func (c *cities) instance(asked, own string) (*tsp.Instance, error) {
	if len(c.coords) == 0 {
		return nil, c.src.fail(0, "", "expected at least one city, found none")
	}
	m, err := c.metric(asked, own)
	if err != nil {
		return nil, err
	}
	in, err := tsp.FromCoords(m, c.dims, slices.Clip(c.coords))
	if err != nil {
		return nil, c.src.wrap(0, "", err)
	}
	in.Name = c.src.title("")
	return in, c.src.wrap(0, "", c.nameCities(in))
}

// nameCities gives the cities ids, if theirs are numbers, and labels.
func (c *cities) nameCities(in *tsp.Instance) error {
	if ids, ok := c.ids.numbers(); ok {
		if err := in.SetIDs(ids); err != nil {
			return err
		}
	} else if c.labels.n == 0 && c.ids.n > 0 {
		return in.SetLabels(c.ids.texts())
	}
	if c.labels.n == 0 {
		return nil
	}
	if ids, ok := c.labels.numbers(); ok && c.ids.n == 0 {
		return in.SetIDs(ids)
	}
	return in.SetLabels(c.labels.texts())
}

// names are what a file calls its cities. As long as they are whole numbers
// they are kept as such.
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
	l.labels = append(l.labels, name)
	l.n++
}

// numbers are the names as ids: whole numbers, each once.
func (l *names) numbers() ([]int64, bool) {
	switch {
	case l.n == 0 || l.labels != nil:
		return nil, false
	case l.own == nil:
		ids := make([]int64, l.n)
		for i := range ids {
			ids[i] = int64(i) + 1
		}
		return ids, true
	}
	return l.own, repeated(l.own) < 0
}

// texts are the names as labels.
func (l *names) texts() []string {
	if l.labels != nil {
		return l.labels
	}
	texts := make([]string, l.n, max(l.n+1, 8))
	for i := range texts {
		id := int64(i) + 1
		if l.own != nil {
			id = l.own[i]
		}
		texts[i] = strconv.FormatInt(id, 10)
	}
	return texts
}
