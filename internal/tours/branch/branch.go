// Package branch proves optimal tours by branch and bound on minimum 1-trees [HK71, VJ82].
//
// A part of the search contains the tours with certain edges and without others. The weight of a
// minimum 1-tree, raised by an ascent, is a lower bound on the tours of a part. A part is discarded
// if its bound shows that it contains no tour shorter than the best known one. Otherwise edges that
// no shorter tour can contain are excluded, and the part is split. Iterated local search provides
// short tours, so that most parts are discarded early.
package branch

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/tours/exact"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ils"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Numbers of cities that New accepts. Proofs take long from about 100 cities, and for some smaller
// instances.
const (
	MinCities = 3
	MaxCities = 200
)

// Branch is a search.Searcher that ends with a proof.
type Branch struct {
	in      *tsp.Instance
	g       *graph
	judges  []*judge // one for each thread
	threads int
	local   *ils.ILS

	step  int
	rungs int // number of ascents of the first part so far
	tour  tsp.Tour
	upper int64  // length of tour, where forced edges have their distances
	parts []part // parts that remain, the next one last

	lengths *exact.Lengths // distances before rounding; nil if no distance was rounded
	answer  tsp.Tour       // shortest tour so far before rounding
}

// New returns a search that starts from tour t. The number of threads does not affect the result.
func New(in *tsp.Instance, l *near.Lists, t tsp.Tour, seed uint64, threads int) (*Branch, error) {
	if n := in.N(); n < MinCities || n > MaxCities {
		return nil, fmt.Errorf("%d cities: branch and bound accepts %d to %d: use a different algorithm", n, MinCities, MaxCities)
	}
	p := ils.Defaults(in.N())
	p.Heat, p.Kicks = 0, kicks
	local, err := ils.New(in, l, t, p, seed, ils.Executor{Threads: 1})
	if err != nil {
		return nil, err
	}
	g := newGraph(in)
	b := &Branch{in: in, threads: max(threads, 1), local: local, answer: t}
	b.use(g)
	b.parts = []part{g.whole()}
	if !in.Rounding().Exact {
		b.lengths = exact.NewLengths(in)
	}
	b.take(t)
	return b, nil
}

// use sets the graph.
func (b *Branch) use(g *graph) {
	b.g, b.judges = g, make([]*judge, b.threads)
	for i := range b.judges {
		b.judges[i] = newJudge(g)
	}
}

// take makes t the best tour.
func (b *Branch) take(t tsp.Tour) {
	b.tour, b.upper = slices.Clone(t), b.g.length(t)
	b.compare(t)
}

// compare considers a tour as the shortest one before rounding.
func (b *Branch) compare(t tsp.Tour) {
	if b.lengths != nil && b.lengths.Shorter(t, b.answer) {
		b.answer = slices.Clone(t)
	}
}

// limit returns the scaled length up to which tours matter. Rounding changes the length of a tour
// by at most half a unit for each edge. So a tour that is the shortest before rounding can exceed
// another one by a unit for each edge.
func (b *Branch) limit() int64 {
	if b.lengths == nil {
		return (b.upper - 1) * b.g.scale
	}
	return (b.upper + int64(b.g.cities)) * b.g.scale
}

// Cost returns the cost of Best.
func (b *Branch) Cost() float64 { return b.in.CostOf(b.in.Length(b.tour)) }

// Best returns the best tour so far.
func (b *Branch) Best() tsp.Tour { return slices.Clone(b.tour) }

// Parameters of the search.
const (
	kicks = 50 // of the local search in a step
	every = 8  // every step with this number, and the first steps, search locally
	batch = 8  // number of parts in a step
	rungs = 4  // number of ascents of the first part
)

var (
	thorough = effort{100, 32}
	quick    = effort{30, 8}
)

// first returns the number of first steps that search locally.
func (b *Branch) first() int { return 1 + b.in.N()/16 }

// Step examines parts, or continues the local search.
func (b *Branch) Step(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(b.parts) == 0 {
		return b.end()
	}
	step := b.examine
	switch {
	case b.step < b.first() || b.step%every == 0:
		step = b.improve
	case b.rungs < rungs:
		step = b.climb
	}
	if err := step(ctx); err != nil {
		return err
	}
	b.step++
	if len(b.parts) == 0 {
		return b.end()
	}
	return nil
}

// end ends the search with a proof, unless distances have more digits than it compares.
func (b *Branch) end() error {
	switch {
	case b.lengths == nil:
	case b.lengths.Exact():
		b.tour = b.answer
	default:
		return search.ErrExhausted
	}
	return search.ErrOptimal
}

// climb raises the bound of the first part, and removes the excluded edges from the graph.
func (b *Branch) climb(ctx context.Context) error {
	v, err := b.judges[0].examine(ctx, b.parts[0], b.limit(), thorough)
	if err != nil {
		return err
	}
	b.rungs++
	b.parts = b.parts[:0]
	b.settle(v)
	if len(b.parts) == 0 {
		return nil
	}
	if b.rungs < rungs {
		b.parts = []part{v.part}
	}
	b.compact()
	return nil
}

// compact removes edges that no remaining part contains from the graph.
func (b *Branch) compact() {
	used := make([]bool, len(b.g.edges))
	for _, p := range b.parts {
		for k, s := range p.s {
			used[k] = used[k] || s != out
		}
	}
	b.use(b.g.only(used))
	for i := range b.parts {
		b.parts[i].s = kept(b.parts[i].s, used)
	}
}

// examine examines the next parts.
func (b *Branch) examine(ctx context.Context) error {
	from := max(len(b.parts)-batch, 0)
	next := b.parts[from:]
	found := make([]verdict, len(next))
	err := parallel.Ranges(ctx, b.threads, len(next), 1, func(thread, i, _ int) (err error) {
		found[i], err = b.judges[thread].examine(ctx, next[i], b.limit(), quick)
		return err
	})
	if err != nil {
		return err
	}
	b.parts = b.parts[:from]
	for _, v := range found {
		b.settle(v)
	}
	return nil
}

// settle stores what the examination of a part has found.
func (b *Branch) settle(v verdict) {
	if v.cycle != nil {
		t := b.g.tour(v.cycle)
		if b.g.length(t) < b.upper {
			b.take(t)
		} else {
			b.compare(t)
		}
	}
	if v.cycle == nil || b.lengths != nil {
		b.parts = append(b.parts, v.children...)
	}
}

// improve performs a step of the local search.
func (b *Branch) improve(ctx context.Context) error {
	if err := b.local.Step(ctx); err != nil && !errors.Is(err, search.ErrExhausted) {
		return err
	}
	if t := b.local.Best(); b.g.length(t) < b.upper {
		b.take(t)
	}
	return nil
}

// Immigrate accepts a tour that is better than the best one.
func (b *Branch) Immigrate(t tsp.Tour) (bool, error) {
	if err := b.in.Check(t); err != nil {
		return false, err
	}
	if b.g.length(t) >= b.upper {
		return false, nil
	}
	b.take(t)
	return true, nil
}
