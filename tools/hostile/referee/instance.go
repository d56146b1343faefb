// Package referee computes the costs of tours and of other solutions from the published definitions
// of TSPLIB 95, QAPLIB and the papers. It judges the results of the command, and therefore shares no
// code with it.
package referee

import (
	"fmt"
	"math"
)

// An Instance is a traveling salesman problem. Cities are numbered from 0.
type Instance struct {
	Metric  string      // a TSPLIB name, or EXPLICIT
	Points  [][]float64 // coordinates of each city; nil if explicit
	Weights [][]int64   // distances if explicit
	Fixed   [][2]int    // edges that must be in the tour
	Route   Route
}

// A Route says whether a tour is closed, and where a path begins and ends.
type Route struct {
	Open       bool
	Start, End int // a city, or -1 if free
}

// Closed is the route of a round trip.
var Closed = Route{Start: -1, End: -1}

// N returns the number of cities.
func (in Instance) N() int { return max(len(in.Points), len(in.Weights)) }

// Distance returns the distance from one city to another.
func (in Instance) Distance(from, to int) int64 {
	if in.Metric == "EXPLICIT" {
		return in.Weights[from][to]
	}
	return Metrics[in.Metric].distance(in.Points[from], in.Points[to])
}

// Cost returns the cost of a tour, or an error if it is not a tour of the instance.
func (in Instance) Cost(tour []int) (int64, error) {
	if err := Permutation(tour, in.N()); err != nil {
		return 0, err
	}
	if err := in.ends(tour); err != nil {
		return 0, err
	}
	if err := in.fixed(tour); err != nil {
		return 0, err
	}
	var sum int64
	for i, city := range tour[1:] {
		sum += in.Distance(tour[i], city)
	}
	if !in.Route.Open && len(tour) > 1 {
		sum += in.Distance(tour[len(tour)-1], tour[0])
	}
	return sum, nil
}

// Permutation returns an error if the numbers are not those from 0 to n-1, each of them once.
func Permutation(numbers []int, n int) error {
	if len(numbers) != n {
		return fmt.Errorf("%d entries, expected %d", len(numbers), n)
	}
	seen := make([]bool, n)
	for _, number := range numbers {
		if number < 0 || number >= n || seen[number] {
			return fmt.Errorf("%d is out of range or occurs twice", number+1)
		}
		seen[number] = true
	}
	return nil
}

// ends returns an error if a tour does not begin and end where the route says.
func (in Instance) ends(tour []int) error {
	if s := in.Route.Start; s >= 0 && tour[0] != s {
		return fmt.Errorf("the tour begins at %d, expected %d", tour[0]+1, s+1)
	}
	if e := in.Route.End; in.Route.Open && e >= 0 && tour[len(tour)-1] != e {
		return fmt.Errorf("the path ends at %d, expected %d", tour[len(tour)-1]+1, e+1)
	}
	return nil
}

// fixed returns an error if a fixed edge is missing.
func (in Instance) fixed(tour []int) error {
	position := make([]int, len(tour))
	for i, city := range tour {
		position[city] = i
	}
	for _, edge := range in.Fixed {
		gap := position[edge[0]] - position[edge[1]]
		gap = max(gap, -gap)
		if gap != 1 && (in.Route.Open || gap != len(tour)-1) {
			return fmt.Errorf("the fixed edge from %d to %d is missing", edge[0]+1, edge[1]+1)
		}
	}
	return nil
}

// A Metric is a distance function with the number of coordinates of its points.
type Metric struct {
	Coordinates int
	distance    func(a, b []float64) int64
}

// Metrics are those of TSPLIB 95, section 2, by name.
var Metrics = map[string]Metric{
	"EUC_2D":  {2, func(a, b []float64) int64 { return nearest(euclid(a, b)) }},
	"EUC_3D":  {3, func(a, b []float64) int64 { return nearest(euclid(a, b)) }},
	"CEIL_2D": {2, func(a, b []float64) int64 { return int64(math.Ceil(euclid(a, b))) }},
	"MAN_2D":  {2, manhattan},
	"MAN_3D":  {3, manhattan},
	"MAX_2D":  {2, maximum},
	"MAX_3D":  {3, maximum},
	"ATT":     {2, pseudoEuclid},
	"GEO":     {2, geographical},
}

func nearest(x float64) int64 { return int64(x + 0.5) }

func euclid(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += (a[i] - b[i]) * (a[i] - b[i])
	}
	return math.Sqrt(sum)
}

func manhattan(a, b []float64) int64 {
	sum := 0.0
	for i := range a {
		sum += math.Abs(a[i] - b[i])
	}
	return nearest(sum)
}

// maximum rounds each coordinate's difference, as TSPLIB does.
func maximum(a, b []float64) int64 {
	var most int64
	for i := range a {
		most = max(most, nearest(math.Abs(a[i]-b[i])))
	}
	return most
}

func pseudoEuclid(a, b []float64) int64 {
	exact := math.Sqrt(((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1])) / 10)
	if rounded := nearest(exact); float64(rounded) >= exact {
		return rounded
	}
	return nearest(exact) + 1
}

func geographical(a, b []float64) int64 {
	const radius = 6378.388
	q1 := math.Cos(radians(a[1]) - radians(b[1]))
	q2 := math.Cos(radians(a[0]) - radians(b[0]))
	q3 := math.Cos(radians(a[0]) + radians(b[0]))
	return int64(radius*math.Acos(0.5*((1+q1)*q2-(1-q1)*q3)) + 1)
}

// radians converts degrees and minutes, written as DDD.MM, with the π of TSPLIB.
func radians(x float64) float64 {
	const pi = 3.141592
	degrees := math.Trunc(x)
	return pi * (degrees + 5*(x-degrees)/3) / 180
}
