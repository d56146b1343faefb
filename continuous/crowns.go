package continuous

import (
	"fmt"
	"math"
	"sync"

	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// crowns is a current solution and one random point of each of the concentric crowns
// around it.
//
// Deviation: tabu search remembers the numbers of crowns, which have no attributes. It
// keeps a walk from moving by the same distance again, not from moving to the same point.
// No point is drawn twice, so a memory of points needs balls around them [CS00], and
// every neighbour would have to be compared with every ball.
type crowns struct {
	in           *Instance
	radii        []float64
	mixed        bool // every other point is on an axis
	key          [2]uint32
	walk, sample uint32

	current, next Solution
	cost          float64
	scratch       sync.Pool // of *Solution, for the points of each Deltas
}

// NewCrowns returns a neighbourhood of random points, one in each of the concentric
// crowns around the solution [LSM13 §4.5]: move k is the point of crown k+1, the
// narrowest crown first. It starts at a copy of start. Walks with the same seed and
// different numbers draw different points.
//
// The points are a sample. A moves.Renewer, it draws the next sample whenever the
// solution changes and when Renew is called.
func NewCrowns(in *Instance, p Params, start Solution, seed uint64, walk uint32) (moves.Neighbourhood[Solution], error) {
	c, err := newCrowns(in, p, start, seed, walk)
	if err != nil {
		return nil, err
	}
	return c, nil
}

func newCrowns(in *Instance, p Params, start Solution, seed uint64, walk uint32) (*crowns, error) {
	if err := params.Validate(p); err != nil {
		return nil, err
	}
	if err := in.Check(start); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	c := &crowns{
		in:      in,
		radii:   p.radii(),
		mixed:   p.Directions == mixed,
		key:     [2]uint32{uint32(seed), uint32(seed >> 32)},
		walk:    walk,
		current: append(Solution(nil), start...),
		next:    make(Solution, in.dim),
		cost:    in.Cost(start),
	}
	c.scratch.New = func() any {
		point := make(Solution, in.dim)
		return &point
	}
	return c, nil
}

// Len returns the number of crowns.
func (c *crowns) Len() int { return len(c.radii) - 1 }

// Sample returns the number of the current sample.
func (c *crowns) Sample() uint32 { return c.sample }

// SetSample draws the sample with a number.
func (c *crowns) SetSample(sample uint32) { c.sample = sample }

// Renew draws other points around the same solution.
func (c *crowns) Renew() { c.sample++ }

// Deltas scores the points of the crowns from first on.
func (c *crowns) Deltas(first int, dst []float64) {
	point := c.scratch.Get().(*Solution)
	for i := range dst {
		c.point(first+i, *point)
		dst[i] = c.in.f.value(*point) - c.cost
	}
	c.scratch.Put(point)
}

// Apply moves to the point of a move and computes its cost from scratch.
func (c *crowns) Apply(move int, _ float64) {
	c.point(move, c.next)
	c.current, c.next = c.next, c.current
	c.cost = c.in.Cost(c.current)
	c.sample++
}

// Cost returns the cost of the current solution, bit for bit that of the instance.
func (c *crowns) Cost() float64 { return c.cost }

// Snapshot returns a copy of the current solution.
func (c *crowns) Snapshot() Solution { return append(Solution(nil), c.current...) }

// Reset continues from another solution.
func (c *crowns) Reset(solution Solution) {
	copy(c.current, solution)
	c.cost = c.in.Cost(c.current)
	c.sample++
}

// point writes the point of a move to dst, which has as many coordinates as the
// solution. It is a pure function of the solution, the seed and the address (walk,
// sample, move):
//
// The words of the move are those of Philox at the counters (block, move+1, sample,
// walk) for the blocks 0, 1, 2 …, four words each: those of rng.At(seed, walk, sample)
// far along, whose own beginning stays free. Word 0 says where in the crown the
// radius lies, from 0 to 1 in units of 2^-32. Word i+1, as a signed number, is
// coordinate i of the direction, from -1 to 1 in units of 2^-31, at the middle of
// its unit: no direction is all zeros. The direction is brought to the length of
// the radius, and what leaves the domain is held at its border.
//
// Where directions are mixed, odd moves lie on an axis, which word 1 says.
//
// Deviation: the directions are those of the points of a cube, not of a ball, and so
// prefer its corners a little. They need no rejection, which work-items that march
// in step pay for dearly, and no logarithm.
func (c *crowns) point(move int, dst Solution) {
	counter := [4]uint32{0, uint32(move) + 1, c.sample, c.walk}
	block := rng.Philox(counter, c.key)
	share := float64(block[0]) * 0x1p-32
	inner, outer := c.radii[move], c.radii[move+1]
	radius := inner + float64(share*(outer-inner))
	if c.mixed && move%2 == 1 {
		c.along(block[1], radius, dst)
		return
	}
	squares := 0.0
	for i := range dst {
		word := uint32(i+1) % 4
		if word == 0 {
			counter[0]++
			block = rng.Philox(counter, c.key)
		}
		v := float64(2*int64(int32(block[word]))+1) * 0x1p-32
		dst[i] = v
		squares += float64(v * v)
	}
	step := radius / math.Sqrt(squares)
	for i, v := range dst {
		dst[i] = c.within(c.current[i] + float64(step*v))
	}
}

// along writes the point on an axis; the upper bits of word select the axis, the lowest
// bit the direction.
func (c *crowns) along(word uint32, radius float64, dst Solution) {
	axis := uint64(word) * uint64(len(dst)) >> 32
	if word%2 == 1 {
		radius = -radius
	}
	copy(dst, c.current)
	dst[axis] = c.within(dst[axis] + radius)
}

// within holds a coordinate in the domain.
func (c *crowns) within(x float64) float64 { return min(max(x, c.in.f.Low), c.in.f.High) }

// Weight returns the time to score a point of the most expensive function.
func (c *crowns) Weight() int { return 500 * c.in.dim }
