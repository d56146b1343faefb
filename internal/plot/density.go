package plot

import "math"

// density is how crowded a map is. It determines the pens.
type density struct {
	spacing float64 // pixels between neighbouring cities in inhabited areas
	scale   float64 // size of the picture, 1 for 1600 x 1600: unlike text, pens have no least size
	ink     float64 // drawn length of the route per pixel of inhabited area
	share   float64 // of the route that is drawn
	least   float64 // width of a line, which can be seen if there are few
}

// longest is the largest length of route that is drawn, in pixels. A reasonable
// tour of a million cities has a tenth of it. A random one has forty times as
// much, which no picture can show, and is drawn in part.
const longest = 3e7

// fewEdges is the largest number of edges of which each can be seen, wherever they go.
const fewEdges = 1000

// measure returns the density of the inhabited part of the map, because a map of
// clusters needs pens that suit its clusters.
func measure(cities []point, r route, l mapLayout) density {
	scale := math.Sqrt(float64(l.width)*float64(l.height)) / 1600
	places := occupied(cities, l, 1)
	if places <= 1 { // no neighbours: the pens for ten cities
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

// inhabited returns the area of the cells that contain a city, in square pixels. A
// cell should hold four cities on average: with fewer, a uniform map has holes;
// with more, a cluster looks larger than it is. This average depends on the
// area, so cells are refined until the area no longer shrinks much.
func inhabited(cities []point, l mapLayout, places int) float64 {
	n, w, h := float64(places), l.view.w, l.view.h
	cell := max(1, math.Sqrt(4*w*h/n), 4*max(w, h)/n) // the last for cities on a line
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

// occupied counts the square cells of the given side that hold a city.
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

// relative returns the spacing on a picture of scale 1.
func (d density) relative() float64 { return d.spacing / d.scale }

// lineWidth returns about 4 pixels for ten cities and 1.6 for many, on a picture of scale 1. On a
// small picture it is not below 1.6 either, where lines can be seen one by one. It is
// less for a long route, such as a random one, which must not cover more than
// two thirds of the inhabited area. Beyond that, nothing can be seen on a map.
func (d density) lineWidth() float64 {
	width := d.scale * min(math.Pow(d.relative(), 0.22), 4)
	least := 1.6 * max(d.scale, 1-d.crowded())
	return max(min(max(width, least), 0.66/d.ink), d.least)
}

// crowded returns 1 where single lines cannot be seen, only the colour of many, 0 where they can
// be, and between them otherwise.
func (d density) crowded() float64 { return min(max((8-d.relative())/4, 0), 1) }

// dotRadius returns 0 if dots would hide the line, unless there is no line.
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

// markRadius returns the radius of the start and end marks, large enough to be found on
// any map.
func (d density) markRadius(l mapLayout) float64 {
	return max(1.6*d.dotRadius(false), 8*l.scale)
}
