package continuous

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// crowns holds the current solution and samples one random point in each of the concentric crowns
// around it.
//
// Deviation: crowns have no attributes, so tabu search stores crown numbers. This prevents a walk
// from moving by the same distance again, but not from moving to the same point. No point is drawn
// twice, so a memory of points would need balls around them [CS00], and every neighbour would have
// to be compared with every ball.
type crowns struct {
	in           *Instance
	params       Params
	radii        []float64 // nil if there are too many
	mixed        bool      // whether every second point is on an axis
	key          [2]uint32
	walk, sample uint32

	current, next Solution
	cost          float64
	scratch       sync.Pool // pool of *Solution for the points in Deltas
}

// NewCrowns returns a neighbourhood of random points, one in each of the concentric crowns around
// the solution [LSM13 §4.5]. Move k is the point in crown k+1, starting with the narrowest crown.
// The neighbourhood starts at a copy of start. Walks with the same seed and different numbers draw
// different points.
//
// The points are a sample. The neighbourhood implements moves.Renewer: it draws the next sample
// whenever the solution changes and when Renew is called.
func NewCrowns(in *Instance, p Params, start Solution, seed uint64, walk uint32) (moves.Neighbourhood[Solution], error) {
	if err := params.Validate(p); err != nil {
		return nil, err
	}
	if err := in.Check(start); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	p = p.in(in)
	c := &crowns{
		in: in, params: p, mixed: p.Directions == mixed,
		key: [2]uint32{uint32(seed), uint32(seed >> 32)}, walk: walk,
		current: slices.Clone(start), next: make(Solution, in.dim), cost: in.Cost(start),
	}
	if p.Neighbours < mostRadii {
		c.radii = p.radii()
	}
	c.scratch.New = func() any {
		point := make(Solution, in.dim)
		return &point
	}
	return c, nil
}

// Len returns the number of crowns.
func (c *crowns) Len() int { return c.params.Neighbours }

// Sample returns the number of the current sample.
func (c *crowns) Sample() uint32 { return c.sample }

// SetSample draws the sample with the given number.
func (c *crowns) SetSample(sample uint32) { c.sample = sample }

// Renew draws new points around the same solution.
func (c *crowns) Renew() { c.sample++ }

// Deltas scores the points of the crowns, starting with move first.
func (c *crowns) Deltas(first int, dst []float64) {
	point := c.scratch.Get().(*Solution)
	for i := range dst {
		c.point(first+i, *point)
		dst[i] = c.in.f.value(*point) - c.cost
	}
	c.scratch.Put(point)
}

// Apply moves to the point of the given move and computes its cost from scratch.
func (c *crowns) Apply(move int, _ float64) {
	c.point(move, c.next)
	c.current, c.next = c.next, c.current
	c.cost = c.in.Cost(c.current)
	c.sample++
}

// Cost returns the cost of the current solution, bit for bit the same as Instance.Cost.
func (c *crowns) Cost() float64 { return c.cost }

// Snapshot returns a copy of the current solution.
func (c *crowns) Snapshot() Solution { return slices.Clone(c.current) }

// Reset continues from a copy of solution.
func (c *crowns) Reset(solution Solution) {
	copy(c.current, solution)
	c.cost = c.in.Cost(c.current)
	c.sample++
}

// point writes the point of a move to dst, which has as many coordinates as the solution. The point
// depends only on the solution, the seed and the address (walk, sample, move).
//
// The random words of the move are the output of Philox at the counters (block, move+1, sample,
// walk) for the blocks 0, 1, 2 and so on, with four words each. They belong to the stream
// rng.At(seed, walk, sample), but do not overlap its start. Word 0 determines the radius within the
// crown, from 0 to 1 in units of 2^-32. Word i+1, as a signed number, determines coordinate i of
// the direction, from -1 to 1 in units of 2^-31. The coordinate is at the middle of its unit, so no
// direction is all zeros. The direction is scaled to the radius, and coordinates outside the domain
// are clamped.
//
// With mixed directions, odd moves lie on an axis, which word 1 determines.
//
// Deviation: directions are drawn from a cube instead of a ball, so they slightly prefer the
// corners. This needs no rejection, which is expensive for work-items that run in lockstep, and no
// logarithm.
func (c *crowns) point(move int, dst Solution) {
	counter := [4]uint32{0, uint32(move) + 1, c.sample, c.walk}
	block := rng.Philox(counter, c.key)
	share := float64(block[0]) * 0x1p-32
	inner, outer := c.radius(move), c.radius(move+1)
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

// radius returns the radius h_k of the crowns.
func (c *crowns) radius(k int) float64 {
	if c.radii == nil {
		return c.params.radius(k)
	}
	return c.radii[k]
}

// along writes the point on an axis. The upper bits of word select the axis, and the lowest bit
// selects the direction.
func (c *crowns) along(word uint32, radius float64, dst Solution) {
	axis := uint64(word) * uint64(len(dst)) >> 32
	if word%2 == 1 {
		radius = -radius
	}
	copy(dst, c.current)
	dst[axis] = c.within(dst[axis] + radius)
}

// within clamps a coordinate to the domain.
func (c *crowns) within(x float64) float64 { return min(max(x, c.in.f.Low), c.in.f.High) }

// Weight returns the approximate time in nanoseconds to score a point of the most expensive
// function.
func (c *crowns) Weight() int { return 500 * c.in.dim }
