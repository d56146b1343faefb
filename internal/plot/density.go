package plot

import "math"

// density describes how crowded a map is. It determines the pens.
type density struct {
	spacing float64 // pixels between neighbouring cities in inhabited areas
	scale   float64 // picture size, 1 for 1600 x 1600; unlike text, pens have no minimum size
	ink     float64 // drawn length of the route per square pixel of inhabited area
	share   float64 // share of the route that is drawn
	// minimum line width; with few edges, it is large enough to see every line
	least float64
}

// longest is the maximum length of the drawn route, in pixels. A reasonable tour of a million
// cities has a tenth of this length. A random tour has forty times this length, which no picture
// can show, so only part of it is drawn.
const longest = 3e7

// fewEdges is the maximum number of edges at which every edge is visible, regardless of where the
// edges lie.
const fewEdges = 1000

// measure returns the density of the inhabited part of the map, because a map with clusters needs
// pens that suit the clusters.
func measure(cities []point, r route, l mapLayout) density {
	scale := math.Sqrt(float64(l.width)*float64(l.height)) / 1600
	places := occupied(cities, l, 1)
	if places <= 1 { // without neighbours, use the pens for ten cities
		return density{spacing: (float64(l.width) - 2*l.margin) / math.Sqrt(10), scale: scale, share: 1}
	}
	area := inhabited(cities, l, places)
	total := r.length()
	share := min(1, longest/total)
	least := 0.02
	if r.edges() <= fewEdges {
		least = 0.8 * scale
	}
	return density{spacing: math.Sqrt(area / float64(places)), scale: scale, ink: total * share / area, share: share, least: least}
}

// inhabited returns the area of the cells that contain a city, in square pixels. A cell should hold
// four cities on average: with fewer, a uniform map has holes; with more, a cluster looks larger
// than it is. This average depends on the area, so cells are refined until the area no longer
// shrinks much.
func inhabited(cities []point, l mapLayout, places int) float64 {
	n, w, h := float64(places), l.view.w, l.view.h
	cell := max(1, math.Sqrt(4*w*h/n), 4*max(w, h)/n) // the last value is for cities on a line
	area := float64(occupied(cities, l, cell)) * cell * cell
	for cell > 1 {
		cell = max(1, math.Sqrt(4*area/n))
		before := area
		if area = float64(occupied(cities, l, cell)) * cell * cell; area > 0.8*before {
			break
		}
	}
	return area
}

// occupied returns the number of square cells of the given side that contain a city.
func occupied(cities []point, l mapLayout, cell float64) int {
	columns, rows := int(float64(l.width)/cell)+1, int(float64(l.height)/cell)+1
	seen := make([]bool, columns*rows)
	count := 0
	for _, p := range cities {
		i := int(float64(p.y)/cell)*columns + int(float64(p.x)/cell)
		if !seen[i] {
			seen[i] = true
			count++
		}
	}
	return count
}

func length(route []point) float64 {
	sum := 0.0
	for i := 1; i < len(route); i++ {
		sum += float64(hypot(route[i].x-route[i-1].x, route[i].y-route[i-1].y))
	}
	return sum
}

// relative returns the spacing, converted to a picture of scale 1.
func (d density) relative() float64 { return d.spacing / d.scale }

// lineWidth returns about 4 pixels for ten cities and 1.6 for many, on a picture of scale 1. On a
// small picture, the width is also at least 1.6 if single lines are visible. A long route, for
// example a random one, has thinner lines, because it must not cover more than two thirds of the
// inhabited area. If it covered more, nothing would be visible on the map.
func (d density) lineWidth() float64 {
	width := d.scale * min(math.Pow(d.relative(), 0.22), 4)
	least := 1.6 * max(d.scale, 1-d.crowded())
	return max(min(max(width, least), 0.66/d.ink), d.least)
}

// crowded returns 1 if only the colour of many lines is visible, 0 if single lines are visible, and
// a value between 0 and 1 otherwise.
func (d density) crowded() float64 { return min(max((8-d.relative())/4, 0), 1) }

// dotRadius returns the radius of the dots. alone means that the map has no line. If it has a line
// and dots would hide the line, dotRadius returns 0.
func (d density) dotRadius(alone bool) float64 {
	r := d.scale * min(0.3*math.Sqrt(d.relative()), 7)
	if alone {
		return max(r, 0.5)
	}
	if r < max(1.3*d.scale, 1) {
		return 0
	}
	return r
}

// markRadius returns the radius of the start and end marks, which is large enough to find them on
// any map.
func (d density) markRadius(l mapLayout) float64 {
	return max(1.6*d.dotRadius(false), 8*l.scale)
}
