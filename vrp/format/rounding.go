package format

import (
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Rounding converts the decimals of a file to whole numbers. Files do not state it: published
// costs of a set of instances follow the convention of the set.
type Rounding string

// The conventions. Loads are never scaled.
const (
	Usual   Rounding = ""        // Tenths for VRPTW and PCVRPTW, Exact for MDVRPTW and HFVRP, otherwise Nearest
	Nearest Rounding = "nearest" // distances to the nearest whole number, as in TSPLIB
	Tenths  Rounding = "dimacs"  // distances, times and prizes to tenths, truncated
	Exact   Rounding = "exact"   // distances, times and prizes to thousandths
)

// scale returns the number of units in one unit of the file.
func (r Rounding) scale() float64 {
	return map[Rounding]float64{Nearest: 1, Tenths: 10, Exact: 1000}[r]
}

// whole converts a number of a file to units.
func (r Rounding) whole(v float64) float64 {
	if r == Tenths {
		return math.Floor(float64(v * 10))
	}
	return math.Floor(float64(v*r.scale()) + 0.5)
}

// distances returns the distances between points in the plane.
func (r Rounding) distances(points []tsp.Point) (*tsp.Instance, error) {
	plane, err := tsp.FromPoints(tsp.Euc2D, points)
	if r == Nearest || err != nil {
		return plane, err
	}
	// The integers of a metric with decimals must fit as well.
	scaled := make([]tsp.Point, len(points))
	for i, p := range points {
		scaled[i] = tsp.Point{p[0] * r.scale(), p[1] * r.scale()}
	}
	if _, err := tsp.FromPoints(tsp.Euc2D, scaled); err != nil {
		return nil, fmt.Errorf("with the rounding %s: %w", r, err)
	}
	return tsp.FromFunc(len(points), true, r.scale(), func(i, j int) int64 {
		a, b := points[i], points[j]
		x, y := a[0]-b[0], a[1]-b[1]
		return int64(r.whole(math.Sqrt(float64(x*x) + float64(y*y))))
	})
}
