package format

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/geom"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

const (
	// maximum number of cities to check; checking more would slow down reading too much
	mostExamined = 100_000
	// minimum number of cities to check for far places; with fewer, no city can be called far from
	// the others
	fewExamined = 5
	mostFar     = 5 // maximum number of far places that are reported individually
	// a place is far if it is more than farAway times as far from the centre as three quarters of
	// the cities
	farAway = 10
)

// examine looks for places that are probably mistakes. asked is the requested metric.
func (c *cities) examine(in *tsp.Instance, asked string) {
	if c.n() > mostExamined {
		return
	}
	zeros := c.doubtZeros(in)
	c.doubtFar(in, zeros)
	c.doubtRepeated(in)
	if asked == "" {
		c.doubtDegrees(in)
	}
}

// doubtZeros warns about cities at latitude 0 and longitude 0, which often mark an unknown place.
func (c *cities) doubtZeros(in *tsp.Instance) map[int]bool {
	zeros := map[int]bool{}
	if c.axes != globe || c.n() < 2 {
		return zeros
	}
	for i := range c.n() {
		if c.coords[2*i] == 0 && c.coords[2*i+1] == 0 {
			if zeros[i] = true; len(zeros) <= mostFar {
				c.src.doubt(c.line(i), "%s is at latitude 0, longitude 0: are its coordinates missing?", c.called(in, i))
			}
		}
	}
	if len(zeros) > mostFar {
		c.src.doubt(0, "%d more cities are at latitude 0, longitude 0", len(zeros)-mostFar)
	}
	return zeros
}

// called returns the quoted name of a city.
func (c *cities) called(in *tsp.Instance, i int) string { return quote(in.NameOf(int32(i))) }

// A middle is the centre of the cities and the distance from it that most cities do not exceed.
type middle struct {
	at      [3]float64
	onEarth bool
	narrow  float64 // length of a degree of longitude relative to a degree of latitude
	reach   float64 // distance that three quarters of the cities do not exceed
}

// middleOf returns the centre of some cities: the median of each coordinate, taken over a sample of
// at most 1000 cities.
func (c *cities) middleOf(some []int) middle {
	m := middle{onEarth: c.axes == globe}
	values := make([]float64, min(len(some), 1000))
	city := func(j int) int { return some[j*len(some)/len(values)] }
	for k := range c.dims {
		for j := range values {
			values[j] = c.coords[city(j)*c.dims+k]
		}
		slices.Sort(values)
		m.at[k] = values[len(values)/2]
	}
	m.narrow = math.Cos(m.at[0] * math.Pi / 180)
	for j := range values {
		values[j] = m.distance(c.spotOf(city(j)))
	}
	slices.Sort(values)
	m.reach = values[len(values)*3/4]
	return m
}

// distance returns the distance of a place from the centre. On the globe, the unit is a degree of
// latitude.
func (m *middle) distance(v []float64) float64 {
	sum := 0.0
	for k, x := range v {
		d := math.Abs(x - m.at[k])
		if m.onEarth && k == 1 {
			d = min(d, math.Abs(d-360)) * m.narrow
		}
		sum += float64(d * d)
	}
	return math.Sqrt(sum)
}

// doubtFar warns about places far from all other places. The warning mentions whether swapping the
// coordinates would bring the place close to the others.
func (c *cities) doubtFar(in *tsp.Instance, known map[int]bool) {
	others := make([]int, 0, c.n())
	for i := range c.n() {
		if !known[i] {
			others = append(others, i)
		}
	}
	if len(others) < fewExamined {
		return
	}
	m := c.middleOf(others)
	var far []int
	for _, i := range others {
		if m.reach > 0 && m.distance(c.spotOf(i)) > farAway*m.reach {
			far = append(far, i)
		}
	}
	if len(far) > max(1, c.n()/20) { // too many to be mistakes: the far cities form a second group
		return
	}
	for _, i := range far[:min(len(far), mostFar)] {
		c.doubtPlace(in, i, &m)
	}
	if len(far) > mostFar {
		c.src.doubt(0, "%d more cities are far from the others", len(far)-mostFar)
	}
}

func (c *cities) spotOf(i int) []float64 { return c.coords[i*c.dims : (i+1)*c.dims] }

// doubtPlace warns about a place that is far from the centre.
func (c *cities) doubtPlace(in *tsp.Instance, i int, m *middle) {
	v := slices.Clone(c.spotOf(i))
	away := m.away(v)
	v[0], v[1] = v[1], v[0]
	advice := "is this correct?"
	if m.distance(v) <= 3*m.reach {
		names := "x and y"
		if m.onEarth {
			names = "lat and lon"
		}
		advice = "did you swap " + names + "?"
	}
	c.src.doubt(c.line(i), "%s is %s: %s", c.called(in, i), away, advice)
}

// away describes how far a place is from the centre.
func (m *middle) away(v []float64) string {
	if m.onEarth {
		return humanize.Length(geom.Metres([2]float64(m.at[:2]), [2]float64(v)), humanize.Metric) + " from the other stops"
	}
	return fmt.Sprintf("%.0f times as far from the centre as most others", m.distance(v)/m.reach)
}

// doubtRepeated warns about cities at the same place.
func (c *cities) doubtRepeated(in *tsp.Instance) {
	const listed = 3
	first := make(map[[3]float64]int32, c.n())
	var pairs []string
	n, line := 0, 0
	for i := range c.n() {
		var at [3]float64
		copy(at[:], c.spotOf(i))
		before, taken := first[at]
		if !taken {
			first[at] = int32(i)
			continue
		}
		if n++; n == 1 {
			line = c.line(i)
		}
		if n <= listed {
			pairs = append(pairs, fmt.Sprintf("%s%s has the same coordinates as %s%s", c.called(in, i), c.onLine(i), c.called(in, int(before)), c.onLine(int(before))))
		}
	}
	switch {
	case n == 1:
		c.src.doubt(line, "possible duplicate: %s", pairs[0])
	case n > 1:
		more := ""
		if n > listed {
			more = ", …"
		}
		c.src.doubt(line, "%d possible duplicates: %s%s", n, strings.Join(pairs, ", "), more)
	}
}

// onLine returns the line number of a city as text for a message, or "" if it is unknown.
func (c *cities) onLine(i int) string {
	if line := c.line(i); line > 0 {
		return fmt.Sprintf(" (line %d)", line)
	}
	return ""
}

// doubtDegrees warns about x and y values that are probably latitudes and longitudes.
func (c *cities) doubtDegrees(in *tsp.Instance) {
	if c.dims != 2 || c.n() < 3 || !c.precise() {
		return
	}
	switch box := places.Box(in); {
	case c.bare && (degrees(box, 90, 180) || degrees(box, 180, 90)):
		e := c.src.fail(c.first, "", "the file has no header: read as x and y; if these are latitude and longitude, name the columns")
		c.src.doubts = append(c.src.doubts, e.as(ErrColumns))
	case c.axes == plane && degrees(box, 180, 90):
		c.src.doubt(0, "x and y look like longitude and latitude, but distances are measured in degrees; use columns lat=Y,lon=X to read them as places on the globe")
	}
}

// precise reports whether more than three quarters of the coordinates have at least three decimals.
func (c *cities) precise() bool {
	n := 0
	for _, v := range c.coords {
		if k := v * 100; math.Abs(k-math.Round(k)) > 1e-6 {
			n++
		}
	}
	return n > len(c.coords)*3/4
}

// degrees reports whether a box probably contains degrees: it lies within the given ranges, covers
// only part of the world, and is away from the origin. Circuit boards and drawings usually lie near
// the origin.
func degrees(box geom.Box, ranges ...float64) bool {
	const widest = 60
	away := false
	for k, most := range ranges {
		lo, hi := box.Lo[k], box.Hi[k]
		if lo < -most || hi > most || hi-lo >= widest {
			return false
		}
		away = away || hi-lo < min(math.Abs(lo), math.Abs(hi))
	}
	return away
}
