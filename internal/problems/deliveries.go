package problems

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// The shapes of vehicle routing problems.
const (
	deliveries = "deliveries" // loads
	visits     = "visits"     // loads, time windows and service times
)

// vehicleShapes returns the generators of vehicle routing problems.
func vehicleShapes() (all []Shape) {
	for _, v := range [][2]string{
		{deliveries, "N stops with loads, for vehicles with a capacity"},
		{visits, "N stops with loads, time windows and service times"},
	} {
		all = append(all, Shape{Name: v[0], Fields: []string{"n", "seed"}, Help: v[1], generate: generateStops})
	}
	return all
}

// The parts of generated problems. About 20 stops fill a vehicle. The area grows with the number of
// stops beyond 1,000, so that the stops do not lie closer together.
const (
	usualSide  = 1000 // of the square, for up to usualStops stops
	usualStops = 1000
	heaviest   = 100
	capacity   = 1000
	service    = 10
)

// generateStops returns a file with a depot in the middle and stops around it. Every second stop is
// in a cluster.
func generateStops(r Request) (File, error) {
	about := fmt.Sprintf("%d stops", r.N)
	var places [2]*tsp.Instance
	err := Afford(r.N)
	for k, shape := range []tsp.Shape{tsp.Uniform, tsp.Clustered} {
		if err == nil {
			places[k], err = tsp.Generate(shape, r.N, r.Seed)
		}
	}
	return made("n", fmt.Sprintf("%s-%d-s%d.vrp", r.Shape, r.N, r.Seed), about, err, func(w io.Writer) error {
		return writeStops(w, r, places[0].Coords(), places[1].Coords())
	})
}

// A place is a node of a file.
type place struct{ x, y, load, open, close int }

// writeStops writes a file in the VRPLIB format.
func writeStops(w io.Writer, r Request, uniform, clustered []float64) error {
	side := int(math.Round(usualSide * math.Sqrt(max(1, float64(r.N)/usualStops))))
	most := 1.0
	for _, v := range uniform {
		most = max(most, v)
	}
	for _, v := range clustered {
		most = max(most, v)
	}
	middle := place{x: side / 2, y: side / 2, close: 4 * side}
	node := func(i int) place {
		if i == 0 {
			return middle
		}
		from := uniform
		if i%2 == 0 {
			from = clustered
		}
		at := func(v float64) int { return int(math.Round(v / most * float64(side))) }
		return stop(r, i, place{x: at(from[2*i-2]), y: at(from[2*i-1])}, middle)
	}
	p := &nodes{bufio.NewWriter(w), r.N + 1, node}
	kind := "CVRP"
	if r.Shape == visits {
		kind = "VRPTW"
	}
	p.print("NAME : %s-%d-s%d\nCOMMENT : Tourmaline generator: shape %s, %d stops, seed %d\nTYPE : %s\nDIMENSION : %d\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : %d\n",
		r.Shape, r.N, r.Seed, r.Shape, r.N, r.Seed, kind, p.n, capacity)
	if r.Shape == visits {
		p.print("SERVICE_TIME : %d\n", service)
	}
	p.section("NODE_COORD", func(v place) string { return fmt.Sprint(v.x, " ", v.y) })
	p.section("DEMAND", func(v place) string { return fmt.Sprint(v.load) })
	if r.Shape == visits {
		p.section("TIME_WINDOW", func(v place) string { return fmt.Sprint(v.open, " ", v.close) })
	}
	p.print("DEPOT_SECTION\n1\n-1\nEOF\n")
	return p.Flush()
}

// stop returns stop i at a place. A vehicle that serves only this stop is on time.
func stop(r Request, i int, p, depot place) place {
	random := rng.At(r.Seed, uint32(i), 1)
	p.load = 1 + int(random.IntN(heaviest))
	far := int(math.Ceil(math.Hypot(float64(p.x-depot.x), float64(p.y-depot.y))))
	first, last := far, depot.close-far-service
	width := depot.close/40 + int(random.IntN(int32(depot.close/8)))
	p.open = first + int(random.IntN(int32(last-first)))
	p.open, p.close = max(first, p.open-width), min(last, p.open+width)
	return p
}

// nodes writes the sections of a file.
type nodes struct {
	*bufio.Writer
	n    int
	node func(i int) place
}

// print writes text. Flush reports the error.
func (p *nodes) print(format string, a ...any) {
	_, _ = fmt.Fprintf(p, format, a...)
}

func (p *nodes) section(name string, text func(place) string) {
	p.print("%s_SECTION\n", name)
	for i := range p.n {
		p.print("%d %s\n", i+1, text(p.node(i)))
	}
}
