package plot

import (
	"math"
	"slices"
)

// Rules for leaving cities out of the frame. A city is left out only if the remaining cities can
// then be drawn at a much larger scale.
const (
	leastCrowd = 6  // minimum number of cities; with fewer, all are shown
	oneIn      = 10 // at most one city in this many is left out, but one is always allowed
	enlarged   = 5  // minimum factor by which the scale must grow
	// minimum distance of a left-out city from the median position, as a multiple of the largest
	// such distance of the remaining cities
	farTimes   = 3
	largeWorld = 1e150 // differences of larger coordinates lose their meaning
)

// outside returns the cities that are so far from all others that the others would be drawn too
// small to see on a picture of all cities.
func outside(xy []float64) []int32 {
	all := bounds(xy)
	if len(xy)/2 < leastCrowd || !(all.side() < largeWorld) || scattered(xy, all) {
		return nil
	}
	return farOff(xy, all)
}

// farOff computes the result of outside without its shortcuts.
func farOff(xy []float64, all box) []int32 {
	n := len(xy) / 2
	distance := distances(xy)
	sorted := slices.Clone(distance)
	slices.Sort(sorted)
	limit := farTimes * sorted[n-1-max(1, n/oneIn)]
	var far []int32
	for i, d := range distance {
		if d > limit {
			far = append(far, int32(i))
		}
	}
	if crowd := bounds(without(xy, far)); len(far) == 0 || crowd.side() == 0 || enlarged*crowd.side() > all.side() {
		return nil
	}
	return far
}

// scattered reports whether no sufficiently small part of the map contains nearly all cities. It
// counts the cities in blocks of three by three grid cells, because such a block contains any part
// that is at most two cells wide. Unlike farOff, it needs no sorting.
func scattered(xy []float64, all box) bool {
	const cells = 2 * enlarged
	var count [cells + 2][cells + 2]int
	cell := all.side() / cells
	if cell == 0 {
		return true
	}
	for i := 0; i < len(xy); i += 2 {
		column, row := int((xy[i]-all.minX)/cell), int((xy[i+1]-all.minY)/cell)
		count[min(row, cells-1)][min(column, cells-1)]++
	}
	n := len(xy) / 2
	for row := range cells {
		for column := range cells {
			sum := 0
			for _, line := range count[row : row+3] {
				sum += line[column] + line[column+1] + line[column+2]
			}
			if sum >= n-max(1, n/oneIn) {
				return false
			}
		}
	}
	return true
}

// distances returns the distance of each city from the median position, as the larger of the
// distances in x and y.
func distances(xy []float64) []float64 {
	n := len(xy) / 2
	x, y := make([]float64, n), make([]float64, n)
	for i := range n {
		x[i], y[i] = xy[2*i], xy[2*i+1]
	}
	slices.Sort(x)
	slices.Sort(y)
	d := make([]float64, n)
	for i := range d {
		d[i] = max(math.Abs(xy[2*i]-x[n/2]), math.Abs(xy[2*i+1]-y[n/2]))
	}
	return d
}

// without returns the coordinates of the cities that are not in the given list, which must be
// ascending.
func without(xy []float64, cities []int32) []float64 {
	var rest []float64
	for i := range len(xy) / 2 {
		if len(cities) > 0 && int(cities[0]) == i {
			cities = cities[1:]
			continue
		}
		rest = append(rest, xy[2*i], xy[2*i+1])
	}
	return rest
}

// shown determines the cities outside the frame, the box around everything that is shown, and the
// stretch of x. The stretch of a cropped globe must be correct at the latitude of the cities that
// are shown.
func (l *mapLayout) shown(m Map) {
	l.view.stretch = 1
	if m.Crop {
		l.outside = outside(m.XY)
	}
	b := bounds(m.XY)
	if len(l.outside) > 0 {
		b = bounds(without(m.XY, l.outside))
		if m.World > 0 {
			l.view.stretch = 360 / m.World * math.Cos((b.minY+b.maxY)/2*math.Pi/180)
		}
	}
	for i, leg := range m.Legs {
		if len(leg) > 0 && !l.leftOut(m.Tour[i]) && !l.leftOut(m.Tour[(i+1)%len(m.Tour)]) {
			b = b.around(bounds(leg))
		}
	}
	b.minX, b.maxX = b.minX*l.view.stretch, b.maxX*l.view.stretch
	l.world = b
}

// leftOut reports whether a city is outside the frame.
func (l mapLayout) leftOut(city int32) bool {
	_, found := slices.BinarySearch(l.outside, city)
	return found
}

// inside returns the positions of the cities in the frame.
func (l mapLayout) inside(cities []point) []point {
	if len(l.outside) == 0 {
		return cities
	}
	var in []point
	for i, p := range cities {
		if !l.leftOut(int32(i)) {
			in = append(in, p)
		}
	}
	return in
}
