package tsp

import (
	"context"
	"fmt"
	"math"
	"runtime"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// Shapes whose distances depend on the direction. They have integer distances in a matrix and no
// coordinates.
const (
	asymmetric Shape = "asymmetric" // independent random distances
	oneWay     Shape = "oneway"     // driving times between crossings of a town with one-way streets
	setups     Shape = "setups"     // times to set up a machine for the next job
	aisles     Shape = "aisles"     // walking times in a warehouse with one-way aisles
)

// DirectedShapes lists the shapes that Generate accepts in addition to Shapes: random matrices,
// driving times in a town with one-way streets, set-up times of a machine, and walking times in a
// warehouse with one-way aisles.
func DirectedShapes() []Shape { return []Shape{asymmetric, oneWay, setups, aisles} }

// maxDirected limits the matrices of directed shapes to 400 MB while they are generated.
const maxDirected = 5000

// The purposes of random numbers for directed shapes; see forUniform.
const (
	forEntry uint32 = iota + 16
	forStreet
	forCrossing
	forJob
	forShelf
)

// rower returns a function that fills the distances from city i. The function may run concurrently
// for different cities.
type rower func(n int, seed uint64) func(i int, row []float64)

// generateDirected generates a matrix row by row.
func generateDirected(shape Shape, of rower, n int, seed uint64) (*Instance, error) {
	if n > maxDirected {
		return nil, fmt.Errorf("shape %s: %d cities, but the limit is %d, because every pair has a distance of its own", shape, n, maxDirected)
	}
	values, fill := make([]float64, n*n), of(n, seed)
	_ = parallel.Do(context.Background(), runtime.GOMAXPROCS(0), n, 1, func(_, i int) {
		fill(i, values[i*n:(i+1)*n])
		values[i*n+i] = 0
	})
	return FromMatrix(n, values)
}

// randomDistances follows the amat instances of the DIMACS challenge: distances are independent
// and at most a million.
func randomDistances(_ int, seed uint64) func(i int, row []float64) {
	return func(i int, row []float64) {
		s := rng.At(seed, uint32(i), forEntry)
		for j := range row {
			row[j] = float64(s.IntN(1_000_001))
		}
	}
}

// A job is a job of a machine that must be set up before it: the colour is exchanged, the width is
// adjusted and missing tools are mounted.
type job struct {
	colour, width int32
	tools         uint32 // one bit for each tool
}

func setupTimes(n int, seed uint64) func(i int, row []float64) {
	jobs := make([]job, n)
	for i := range jobs {
		s := rng.At(seed, uint32(i), forJob)
		jobs[i] = job{s.IntN(16), 200 + s.IntN(400), math.MaxUint32}
		for range 3 { // each tool has a probability of one eighth
			jobs[i].tools &= s.Uint32()
		}
	}
	return func(i int, row []float64) {
		for j := range row {
			row[j] = float64(jobs[i].setup(jobs[j]))
		}
	}
}

// setup returns the seconds between two jobs. A lighter colour needs a thorough cleaning, and a
// wider job takes longer to adjust than a narrower one.
func (a job) setup(b job) int32 {
	seconds := int32(10)
	if lighter := a.colour - b.colour; lighter > 0 {
		seconds += 60 + 20*lighter
	} else {
		seconds -= 5 * lighter
	}
	if wider := b.width - a.width; wider > 0 {
		seconds += wider
	} else {
		seconds -= wider / 2
	}
	for missing := b.tools &^ a.tools; missing != 0; missing &= missing - 1 {
		seconds += 45
	}
	return seconds
}

// A warehouse has parallel aisles, which are left at the end to which they lead. At both ends, a
// cross aisle connects all aisles in both directions.
type warehouse struct{ aisles int32 }

// The dimensions of a warehouse, in decimetres.
const (
	aisleLength = 400
	aisleWidth  = 30
)

func walkingTimes(n int, seed uint64) func(i int, row []float64) {
	w := warehouse{aisles: 2 + int32(math.Sqrt(float64(n)))}
	shelves := make([][2]int32, n) // aisle, and distance from its start
	for i := range shelves {
		s := rng.At(seed, uint32(i), forShelf)
		shelves[i] = [2]int32{s.IntN(w.aisles), s.IntN(aisleLength)}
	}
	return func(i int, row []float64) {
		for j := range row {
			row[j] = float64(w.walk(shelves[i], shelves[j]))
		}
	}
}

// walk returns the way between two shelves. Aisles with even numbers lead to the back, and the
// others to the front.
func (w warehouse) walk(from, to [2]int32) int32 {
	if from[0] == to[0] && from[1] <= to[1] {
		return to[1] - from[1]
	}
	way := aisleLength - from[1] + to[1]
	if from[0]%2 != to[0]%2 {
		return way + w.across(from[0], to[0])
	}
	// return to the other cross aisle along a neighbouring aisle
	back := int32(math.MaxInt32)
	for k := 1 - from[0]%2; k < w.aisles; k += 2 {
		back = min(back, w.across(from[0], k)+w.across(k, to[0]))
	}
	return way + aisleLength + back
}

// across returns the way between two aisles along a cross aisle.
func (w warehouse) across(a, b int32) int32 {
	if a > b {
		a, b = b, a
	}
	return (b - a) * aisleWidth
}
