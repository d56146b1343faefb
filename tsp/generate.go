package tsp

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// A Shape determines how generated cities are distributed.
type Shape string

// The shapes with coordinates. All have integer coordinates and the metric Euc2D.
const (
	Uniform   Shape = "uniform"   // uniformly distributed in a square
	Clustered Shape = "clustered" // around random centres, one per hundred cities
	Grid      Shape = "grid"      // on a lattice, in random order
	Drilling  Shape = "drilling"  // holes of a circuit board, component by component
)

// Shapes lists the shapes with coordinates that Generate accepts.
func Shapes() []Shape { return []Shape{Uniform, Clustered, Grid, Drilling} }

// Generate generates an instance. The same shape, n and seed yield the same instance on every
// machine, because Generate uses only operations that IEEE 754 rounds correctly.
func Generate(shape Shape, n int, seed uint64) (*Instance, error) {
	if err := (&Instance{n: n}).checkSize(); err != nil {
		return nil, err
	}
	generate := map[Shape]func(n int, seed uint64) []float64{
		Uniform: uniform, Clustered: clustered, Grid: grid, Drilling: drilling,
	}[shape]
	directed := map[Shape]rower{asymmetric: randomDistances, oneWay: drivingTimes, setups: setupTimes, aisles: walkingTimes}[shape]
	var in *Instance
	var err error
	switch {
	case generate != nil:
		in, err = FromCoords(Euc2D, 2, generate(n, seed))
	case directed != nil:
		in, err = generateDirected(shape, directed, n, seed)
	default:
		err = fmt.Errorf("unknown shape %q: expected one of %v", shape, slices.Concat(Shapes(), DirectedShapes()))
	}
	if err != nil {
		return nil, err
	}
	return in.With(Details{
		Name:    fmt.Sprintf("%s-%d-s%d", shape, n, seed),
		Comment: fmt.Sprintf("Tourmaline generator: shape %s, %d cities, seed %d", shape, n, seed),
	})
}

// The second half of a random number's address identifies the purpose of the number. The first half
// is the city, so a city depends only on the seed and its index.
const (
	forUniform uint32 = iota
	forCentre
	forMember
	forOrder
	forBoard
)

// squareSide returns the side of the square: a million, as in the DIMACS challenge, and a larger
// number for more than a million cities, so that the cities do not lie too densely. The largest
// instance stays far below MaxDistance.
func squareSide(n int) int32 {
	const million = 1_000_000
	return int32(math.Ceil(million * math.Sqrt(math.Max(1, float64(n)/million))))
}

// scatter computes every city from its index alone, so the result does not depend on the number of
// processors.
func scatter(n int, city func(i int) (x, y float64)) []float64 {
	coords := make([]float64, 2*n)
	_ = parallel.Do(context.Background(), runtime.GOMAXPROCS(0), n, 1024, func(_, i int) {
		coords[2*i], coords[2*i+1] = city(i)
	})
	return coords
}

func uniform(n int, seed uint64) []float64 {
	side := squareSide(n)
	return scatter(n, func(i int) (x, y float64) {
		s := rng.At(seed, uint32(i), forUniform)
		return float64(s.IntN(side)), float64(s.IntN(side))
	})
}

// clustered follows the C instances of the DIMACS challenge: there are n/100 centres, and each city
// is normally distributed around a random centre with a standard deviation of side/√n. Deviation:
// cities stay in the square.
func clustered(n int, seed uint64) []float64 {
	side := squareSide(n)
	sigma := float64(side) / math.Sqrt(float64(n))
	centres := int32(max(1, n/100))
	return scatter(n, func(i int) (x, y float64) {
		s := rng.At(seed, uint32(i), forMember)
		c := rng.At(seed, uint32(s.IntN(centres)), forCentre)
		near := func() float64 {
			v := nint(float64(c.IntN(side)) + float64(sigma*normal(&s)))
			return float64(min(max(v, 0), int64(side)-1))
		}
		return near(), near()
	})
}

// normal approximates a standard normal variate by the sum of twelve uniform 16-bit numbers. The
// sum is exact, whereas a logarithm may differ between machines.
func normal(s *rng.Stream) float64 {
	sum := uint32(0)
	for range 6 {
		v := s.Uint32()
		sum += v>>16 + v&0xffff
	}
	const mean = 12 * 0xffff / 2
	return (float64(sum) - mean) / (1 << 16)
}

// grid fills a square lattice row by row; the last row may be incomplete. If n is an even square,
// an optimal tour has n lattice steps.
func grid(n int, seed uint64) []float64 {
	const step = 1000
	width := int(math.Ceil(math.Sqrt(float64(n))))
	order := newShuffle(n, seed)
	return scatter(n, func(i int) (x, y float64) {
		cell := order.at(i)
		return float64(cell % width * step), float64(cell / width * step)
	})
}

// A shuffle is a random permutation of 0..n-1 that needs no memory. A Feistel network permutes the
// numbers below a power of four and is repeated until the result is below n.
type shuffle struct {
	n    int
	half int       // number of bits in each half of a number
	keys [4]uint32 // one key per round
}

func newShuffle(n int, seed uint64) shuffle {
	s := shuffle{n: n, half: (bits.Len(uint(n-1)) + 1) / 2}
	keys := rng.At(seed, 0, forOrder)
	for round := range s.keys {
		s.keys[round] = keys.Uint32()
	}
	return s
}

func (s *shuffle) at(i int) int {
	mask := uint32(1)<<s.half - 1
	for {
		left, right := uint32(i)>>s.half, uint32(i)&mask
		for _, key := range s.keys {
			left, right = right, left^scramble(right^key)&mask
		}
		if i = int(left<<s.half | right); i < s.n {
			return i
		}
	}
}

// scramble applies the finaliser of MurmurHash3: changing any input bit changes about half of the
// output bits.
func scramble(v uint32) uint32 {
	v = (v ^ v>>16) * 0x85ebca6b
	v = (v ^ v>>13) * 0xc2b2ae35
	return v ^ v>>16
}

// A board is a circuit board that is being generated. Holes are added module by module, row by row,
// until there are enough.
type board struct {
	holes  []float64
	wanted int // number of coordinates: two per hole
	x, y   int // corner of the current module
	random rng.Stream
}

// The dimensions of a board. Pins lie on a raster whose spacing is the pitch. Vias lie between the
// raster lines, on a finer raster, so they never coincide with a pin.
const (
	pitch      = 100 // a tenth of an inch
	moduleSide = 32  // distance between modules in pitches
	room       = 28  // side of a module in pitches
	perModule  = 119 // average number of holes in a module
)

// parts lists the components that a module can contain besides vias. Frequent components are listed
// more than once.
var parts = [...]func(*board){
	(*board).chips, (*board).chips, (*board).chips, (*board).resistors, (*board).connector, (*board).pinGrid,
}

func drilling(n int, seed uint64) []float64 {
	b := &board{holes: make([]float64, 0, 2*n), wanted: 2 * n}
	width := int(math.Ceil(math.Sqrt(float64(n) / perModule)))
	for m := 0; len(b.holes) < b.wanted; m++ {
		b.random = rng.At(seed, uint32(m), forBoard)
		b.x, b.y = m%width*moduleSide*pitch, m/width*moduleSide*pitch
		b.module()
	}
	return b.holes
}

// module drills either one component with a few vias around its pins, or only a cloud of vias.
func (b *board) module() {
	kind := int(b.random.IntN(int32(len(parts) + 1)))
	if kind == len(parts) {
		b.vias(20 + int(b.random.IntN(41)))
		return
	}
	parts[kind](b)
	b.vias(int(b.random.IntN(9)))
}

func (b *board) drill(x, y int) {
	if len(b.holes) < b.wanted {
		b.holes = append(b.holes, float64(b.x+x), float64(b.y+y))
	}
}

// row drills a row of holes at height y, starting at column x, with a spacing of step pitches.
func (b *board) row(x, y, holes, step int) {
	for k := range holes {
		b.drill((x+k*step)*pitch, y*pitch)
	}
}

func (b *board) oneOf(values ...int) int { return values[b.random.IntN(int32(len(values)))] }

// chips drills dual in-line packages in rows and columns. Each package has two rows of pins, 0.3
// inch apart, or 0.6 inch for long packages.
func (b *board) chips() {
	for y := 0; ; {
		pins, gap := b.oneOf(7, 8, 8, 10, 14, 20), 3
		if pins > 10 {
			gap = 6
		}
		if y+gap > room {
			return
		}
		for x := 0; x+pins <= room; x += pins + 2 {
			b.row(x, y, pins, 1)
			b.row(x, y+gap, pins, 1)
		}
		y += gap + b.oneOf(2, 3, 4)
	}
}

// resistors drills resistors side by side. The two leads of a resistor are 0.4 inch apart.
func (b *board) resistors() {
	for y := 0; y+4 <= room; y += 7 {
		count := b.oneOf(4, 8, 12)
		b.row(0, y, count, 2)
		b.row(0, y+4, count, 2)
	}
}

func (b *board) connector() {
	for y := range b.oneOf(2, 3) {
		b.row(0, y, 26, 1)
	}
}

// pinGrid drills a processor socket: a frame of pins around an empty middle.
func (b *board) pinGrid() {
	side, frame := b.oneOf(13, 15, 17), 3
	for y := range side {
		if y < frame || y >= side-frame {
			b.row(0, y, side, 1)
			continue
		}
		b.row(0, y, frame, 1)
		b.row(side-frame, y, frame, 1)
	}
}

// vias drills holes between the raster lines, at most one in each square of the raster.
func (b *board) vias(count int) {
	squares := newShuffle(room*room, b.random.Uint64())
	for k := range count {
		x, y := squares.at(k)%room, squares.at(k)/room
		b.drill(x*pitch+b.oneOf(25, 50, 75), y*pitch+b.oneOf(25, 50, 75))
	}
}
