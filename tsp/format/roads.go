package format

import (
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Roads holds the roads that a tour follows: one road per leg in visiting order, with the return to
// the first city last. A road is a list of at least two points, each given as latitude and
// longitude.
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
	p.text("{\"type\": \"Feature\", \"properties\": {\"cost\": ")
	p.float(in.Cost(order))
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
