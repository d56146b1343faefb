package format

import (
	"fmt"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// way writes a tour as a line. On the globe, the line is cut where it crosses the date line, as RFC
// 7946 §3.1.9 recommends; otherwise maps would draw it around the world.
func (p *printer) way(in *tsp.Instance, order tsp.Tour, xy []float64, globe bool) {
	stops := slices.Clip(order)
	if !in.Open() || len(order) == 1 { // a line has at least two points
		stops = append(stops, order[0])
	}
	kind, begin, end := "LineString", "[", "]"
	cut := false
	for k, c := range stops[1:] {
		cut = cut || globe && crosses(xy, stops[k], c)
	}
	if cut {
		kind, begin, end = "MultiLineString", "[[", "]]"
	}
	p.feature()
	p.text("\"cost\": ", show(in.Cost(order)))
	p.text("}, \"geometry\": {\"type\": \"", kind, "\", \"coordinates\": ", begin)
	p.spot(xy, stops[0])
	for k, c := range stops[1:] {
		if before := stops[k]; globe && crosses(xy, before, c) {
			p.cut(xy, before, c)
		}
		p.text(",")
		p.spot(xy, c)
	}
	p.text(end, "}},\n")
}

// wrapLongitudes normalises longitudes to the range -180 to 180.
func wrapLongitudes(xy []float64) {
	for i := 0; i < len(xy); i += 2 {
		switch {
		case xy[i] > 180:
			xy[i] -= 360
		case xy[i] < -180:
			xy[i] += 360
		}
	}
}

// crosses reports whether the shorter way from a to b crosses the date line.
func crosses(xy []float64, a, b int32) bool { return math.Abs(xy[2*b]-xy[2*a]) > 180 }

// cut ends a line on one side of the date line and starts a new line on the other side.
func (p *printer) cut(xy []float64, a, b int32) {
	side := math.Copysign(180, xy[2*a])
	from, to := xy[2*a], xy[2*b]+2*side
	lat := xy[2*a+1]
	if from != to {
		lat += float64((side - from) / (to - from) * (xy[2*b+1] - lat))
	}
	ends := []float64{side, lat, -side, lat}
	p.text(",")
	p.spot(ends, 0)
	p.text("],[")
	p.spot(ends, 1)
}

// Roads holds the roads that a tour follows: one road per leg in visiting order. The last road of a
// closed tour returns to the first city. A road is a list of at least two points, each given as
// latitude and longitude.
type Roads [][]float64

// check rejects roads that do not fit the tour. It accepts nil.
func (r Roads) check(in *tsp.Instance, t tsp.Tour) error {
	if r == nil {
		return nil
	}
	if want := legs(in, t); len(r) != want {
		return fmt.Errorf("got %d roads for a tour of %d legs, expected one for each", len(r), want)
	}
	for k, way := range r {
		if len(way) < 4 || len(way)%2 != 0 {
			return fmt.Errorf("road %d has %d numbers: expected the latitude and longitude of two or more points", k+1, len(way))
		}
		for _, v := range way {
			if !(math.Abs(v) <= 360) {
				return fmt.Errorf("road %d: expected degrees, found %v", k+1, v)
			}
		}
	}
	return nil
}

// legs returns the number of legs of a tour.
func legs(in *tsp.Instance, t tsp.Tour) int {
	if in.Open() || len(t) == 1 {
		return len(t) - 1
	}
	return len(t)
}

// roads writes one line per leg. A line that crosses the date line is not cut but continues beyond
// 180 degrees, so that there are as many lines as legs.
func (p *printer) roads(in *tsp.Instance, order tsp.Tour, roads Roads) {
	p.feature()
	p.text("\"cost\": ", show(in.Cost(order)))
	p.text(", \"roads\": true}, \"geometry\": {\"type\": \"MultiLineString\", \"coordinates\": [")
	for k, way := range roads {
		if k > 0 {
			p.text(",\n")
		}
		p.text("[")
		for i, at := range unwound(way) {
			if i > 0 {
				p.text(",")
			}
			p.spot(at[:], 0)
		}
		p.text("]")
	}
	p.text("]}},\n")
}

// unwound returns the points of a road as longitude and latitude, without jumps at the date line.
func unwound(way []float64) [][2]float64 {
	points := make([][2]float64, 0, len(way)/2)
	turn := 0.0
	for i := 0; i < len(way); i += 2 {
		lon := way[i+1] + turn
		if i > 0 {
			jump := 360 * math.Round((points[len(points)-1][0]-lon)/360)
			lon, turn = lon+jump, turn+jump
		}
		points = append(points, [2]float64{lon, way[i]})
	}
	return points
}

// readRoads reads the lines of a tour along roads. There must be one line per leg, and each line
// must start where the previous line ends.
func (b *tourBuilder) readRoads(lines [][][]float64, stops int) error {
	if extra := stops - len(lines); extra != 0 && extra != 1 {
		return b.src.refuse(0, b.where, "expected a line for each of the %d or %d legs, found %d", stops-1, stops, len(lines))
	}
	roads := make(Roads, 0, len(lines))
	for k, line := range lines {
		var way []float64
		for _, at := range line {
			if len(at) < 2 || !(math.Abs(at[0]) <= 720) || degreeFault(at[1], 0) != "" {
				return b.src.fail(0, b.where, "road %d: expected longitude and latitude, found %v", k+1, at)
			}
			way = append(way, at[1], math.Remainder(at[0], 360))
		}
		if len(way) < 4 {
			return b.src.fail(0, b.where, "road %d: expected a line of two or more points, found %d", k+1, len(line))
		}
		if k > 0 && !joins(roads[k-1], way) {
			return b.src.refuse(0, b.where, "road %d does not begin where road %d ends", k+1, k)
		}
		roads = append(roads, way)
	}
	b.stated.Roads, b.stated.Path = roads, len(lines) < stops && stops > 1
	return nil
}

// joins reports whether a road starts where the previous road ends. It allows for the small
// rounding error from normalising longitudes.
func joins(before, way []float64) bool {
	end := before[len(before)-2:]
	return math.Abs(end[0]-way[0]) < 1e-9 && math.Abs(math.Remainder(end[1]-way[1], 360)) < 1e-9
}
