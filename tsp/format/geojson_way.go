package format

import (
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
	if globe && anyCrosses(xy, stops) {
		kind, begin, end = "MultiLineString", "[[", "]]"
	}
	p.text("{\"type\": \"Feature\", \"properties\": {\"cost\": ")
	p.float(in.Cost(order))
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

func anyCrosses(xy []float64, stops tsp.Tour) bool {
	for k, c := range stops[1:] {
		if crosses(xy, stops[k], c) {
			return true
		}
	}
	return false
}

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
