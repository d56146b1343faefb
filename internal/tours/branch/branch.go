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
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/tours/ils"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// MaxCities is the maximum number of cities that New accepts. Proofs take long from about 100
// cities, and for some smaller instances.
const MaxCities = 200

// Branch is a search.Searcher that ends with a proof.
type Branch struct {
	in    *tsp.Instance
	g     *graph
	j     *judge
	local *ils.ILS

	step  int
	tour  tsp.Tour
	upper int64  // length of tour, where forced edges have their distances
	parts []part // parts that remain, the next one last
}

// New returns a search that starts from tour t.
func New(in *tsp.Instance, l *near.Lists, t tsp.Tour, seed uint64) (*Branch, error) {
	if in.N() > MaxCities {
		return nil, fmt.Errorf("%d cities: branch and bound accepts at most %d: use a different algorithm", in.N(), MaxCities)
	}
	if in.N() < 3 {
		return &Branch{in: in, tour: slices.Clone(t)}, nil
	}
	p := ils.Defaults(in.N())
	p.Heat = 0
	local, err := ils.New(in, l, t, p, seed, ils.Executor{Threads: 1})
	if err != nil {
		return nil, err
	}
	g := newGraph(in)
	b := &Branch{in: in, g: g, j: newJudge(g), local: local, parts: []part{{pi: make([]int64, g.nodes)}}}
	b.take(t)
	return b, nil
}

// take makes t the best tour.
func (b *Branch) take(t tsp.Tour) { b.tour, b.upper = slices.Clone(t), b.g.length(t) }

// Cost returns the cost of Best.
func (b *Branch) Cost() float64 { return b.in.CostOf(b.in.Length(b.tour)) }

// Best returns the best tour so far.
func (b *Branch) Best() tsp.Tour { return slices.Clone(b.tour) }

// Numbers of steps and of iterations of an ascent.
const (
	rootIterations = 300
	iterations     = 30
	every          = 16 // every step with this number, and the first steps, search locally
)

// first returns the number of first steps that search locally.
func (b *Branch) first() int { return 1 + b.in.N()/4 }

// Step examines a part, or continues the local search.
func (b *Branch) Step(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(b.parts) == 0 {
		return search.ErrOptimal
	}
	if b.step < b.first() || b.step%every == 0 {
		return b.improve(ctx)
	}
	b.step++
	b.proceed()
	if len(b.parts) == 0 {
		return search.ErrOptimal
	}
	return nil
}

// proceed examines the next part.
func (b *Branch) proceed() {
	last := len(b.parts) - 1
	p, count := b.parts[last], iterations
	if len(p.decisions) == 0 {
		count = rootIterations
	}
	children, cycle := b.j.examine(p, b.upper, count)
	b.parts = append(b.parts[:last], children...)
	if cycle != nil {
		b.take(b.g.tour(cycle))
	}
}

// improve performs a step of the local search.
func (b *Branch) improve(ctx context.Context) error {
	if err := b.local.Step(ctx); err != nil && !errors.Is(err, search.ErrExhausted) {
		return err
	}
	b.step++
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
	if b.g == nil || b.g.length(t) >= b.upper {
		return false, nil
	}
	b.take(t)
	return true, nil
}

// Save writes the best tour, the parts that remain, and the local search.
func (b *Branch) Save(w *state.Writer) {
	w.Section("branch and bound")
	state.List(w, "tour", b.tour)
	w.Int("step", int64(b.step))
	w.Int("parts", int64(len(b.parts)))
	for _, p := range b.parts {
		w.Int("count", int64(len(p.decisions)))
		state.List(w, "decisions", p.decisions)
		state.List(w, "weights", p.pi)
	}
	if b.local != nil {
		b.local.Save(w)
	}
}

// Restore reads a saved search.
func (b *Branch) Restore(r *state.Reader) error {
	r.Section("branch and bound")
	t := tsp.Tour(state.ReadList[int32](r, "tour", b.in.N()))
	if r.Err() == nil {
		r.Fail(b.in.Check(t))
	}
	b.step = r.Count("step", math.MaxInt)
	parts := make([]part, 0, 1)
	for range r.Count("parts", 1<<20) {
		p := b.readPart(r)
		if r.Err() != nil {
			return r.Err()
		}
		parts = append(parts, p)
	}
	if r.Err() != nil || b.local == nil {
		return r.Err()
	}
	b.take(t)
	b.parts = parts
	return b.local.Restore(r)
}

func (b *Branch) readPart(r *state.Reader) part {
	if b.g == nil {
		r.Failf("an instance of %d cities has no parts", b.in.N())
		return part{}
	}
	edges := b.g.nodes * b.g.nodes
	p := part{decisions: state.ReadList[int32](r, "decisions", r.Count("count", edges)), pi: state.ReadList[int64](r, "weights", b.g.nodes)}
	for _, d := range p.decisions {
		if k := int(max(d, -d)) - 1; k < 0 || k >= edges {
			r.Failf("decision %d, expected an edge number up to %d", d, edges)
		}
	}
	return p
}
