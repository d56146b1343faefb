package aco

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search/anneal"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/lk"
	"github.com/tourmaline-opt/tourmaline/tsp/near"
)

// Focused is a colony whose ants change a good tour a little instead of building
// one from nothing [FACO22], a search.Searcher over plain closed tours: each ant
// walks from a city of its own by trails and distances, moves the cities that it
// goes to along, until some edges are new, and local search repairs what it has
// touched. What that costs does not depend on the number of cities.
//
// Deviation: [FACO22] goes on from the best ant of a cycle. Here all ants that have
// improved the tour put their changes together, as far as they leave room for each
// other: of a million cities an ant sees a few, and one ant a cycle would improve
// little.
type Focused struct {
	in      *tsp.Instance
	params  FocusedParams
	trails  *trails
	seed    uint64
	cycle   uint32
	lowest  float32 // of trails, whose highest is 1
	anneal  anneal.Schedule
	started bool // the tour is a local optimum
	laid    bool // so are trails

	workers []*worker // one for each thread, all with the same tour: the source
	best    tsp.Tour
	length  int64
	cut     tsp.Tour // found by a descent that was cut short, if it is better still
	short   int64    // its length
}

// NewFocused starts a colony on a symmetric instance and its terrain, from a tour;
// the lists are the neighbours that local search considers.
func NewFocused(in *tsp.Instance, t *Terrain, l *near.Lists, start tsp.Tour, p FocusedParams, seed uint64, threads int) (*Focused, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if !in.Symmetric() {
		return nil, fmt.Errorf("%s is asymmetric: a focused colony needs an instance that is not; use mmas", in.Name)
	}
	op, _, err := p.Operator()
	if err != nil {
		return nil, err
	}
	s := &Focused{
		in: in, params: p, trails: newTrails(t, max(threads, 1)), seed: seed,
		best: slices.Clone(start), length: in.Length(start), short: in.Length(start), workers: make([]*worker, parallel.Threads(threads, p.Ants, antsAtOnce)),
		lowest: lowest(p.Leave, t.Candidates), anneal: anneal.Schedule{Strength: p.Heat, Size: float64(in.N())},
	}
	for i := range s.workers {
		s.workers[i] = newWorker(s.trails, lk.NewUndirected(in, l, start, op), min(p.Stretch, max((in.N()-2)/3, 1)))
	}
	return s, nil
}

// Cost is the cost of the best tour.
func (s *Focused) Cost() float64 { return s.in.CostOf(min(s.length, s.short)) }

// Best is the best tour, written down in one way however it is kept.
func (s *Focused) Best() tsp.Tour {
	if s.short < s.length {
		return s.in.Canonical(s.cut)
	}
	return s.in.Canonical(s.best)
}

// Pace tells which share of the budget is used.
func (s *Focused) Pace(used float64) { s.anneal.Pace(used) }

// Step is a part of the first descent or, from then on, a cycle.
func (s *Focused) Step(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !s.started {
		return s.descend(ctx)
	}
	if err := s.explore(ctx); err != nil {
		return err // nothing has changed: the cycle will be done again
	}
	ctx = context.WithoutCancel(ctx)
	s.workers[0].peer.Record() // nobody reads that journal, and it stays short
	s.unite(ctx)
	s.cycle++
	return s.reinforce(ctx)
}

// descentsAtOnce is how many times citiesAtOnce a step of the first descent takes.
const descentsAtOnce = 25

// descend brings the first tour to a local optimum, and then lays the trails.
func (s *Focused) descend(ctx context.Context) error {
	first, done := s.workers[0].peer, false
	first.Record()
	for i := 0; i < descentsAtOnce && !done && ctx.Err() == nil; i++ {
		done, _ = first.Descend(ctx, citiesAtOnce) // fails only on a device
	}
	if err := ctx.Err(); err != nil {
		if first.Length() < min(s.length, s.short) {
			s.cut, s.short = first.Tour(s.cut[:0]), first.Length()
		}
		first.Rewind()
		return err
	}
	first.Commit()
	s.keep()
	if !done {
		return nil
	}
	for _, other := range s.workers[1:] {
		other.peer.ClearQueue()
		other.peer.Adopt(first)
	}
	s.started = true
	ctx = context.WithoutCancel(ctx)
	if !s.laid {
		s.laid = true
		if err := s.trails.lay(ctx, s.lowest); err != nil {
			return err
		}
	}
	return s.reinforce(ctx)
}

// keep keeps the source if it is the best tour.
func (s *Focused) keep() {
	if source := s.workers[0].peer; source.Length() < s.length {
		s.length, s.best = source.Length(), source.Tour(s.best[:0])
	}
}

// explore lets all ants change the source, each for itself.
func (s *Focused) explore(ctx context.Context) error {
	for _, c := range s.workers {
		c.found, c.judge = c.found[:0], s.anneal.Judge()
	}
	n, ants := int64(s.in.N()), int64(s.params.Ants)
	return parallel.Do(ctx, len(s.workers), int(ants), antsAtOnce, func(thread, ant int) {
		random := rng.At(s.seed, uint32(ant), s.cycle)
		// Each has a part of the numbers to itself, which lie near each other: one finds
		// in the cache what the last one has left there.
		from, to := n*int64(ant)/ants, n*(int64(ant)+1)/ants
		city := int32(from) + random.IntN(max(int32(to-from), 1))
		s.workers[thread].explore(ctx, ant, city, s.params.Edges, &random)
	})
}

const antsAtOnce = 8

// unite puts the changes of all ants together, the best first, on the tours of all
// workers.
func (s *Focused) unite(ctx context.Context) {
	var all []*finding
	judge := s.anneal.Judge()
	for _, c := range s.workers {
		judge.Add(&c.judge)
		for i := range c.found {
			all = append(all, &c.found[i])
		}
	}
	s.anneal.Learn(&judge, 1)
	slices.SortFunc(all, func(a, b *finding) int {
		return cmp.Or(cmp.Compare(b.gain, a.gain), cmp.Compare(a.ant, b.ant))
	})
	_ = parallel.Do(ctx, len(s.workers), len(s.workers), 1, func(_, i int) {
		peer := s.workers[i].peer
		for _, f := range all {
			peer.Merge(&f.journal)
		}
		peer.Commit()
	})
	s.keep()
}

// reinforce renews the trails of the best tour; all others decline to the lowest.
func (s *Focused) reinforce(ctx context.Context) error {
	t := s.best
	if p := s.in.Plain(); p != nil {
		t = p.Back(t)
	}
	keep := float32(s.params.Rho)
	return s.trails.reinforce(ctx, t, Deposit{Everywhere: true, Keep: keep, Amount: 1 - keep, Lo: s.lowest, Hi: 1})
}

// Immigrate takes up a better tour, and makes a local optimum of it first.
func (s *Focused) Immigrate(t tsp.Tour) (bool, error) {
	if err := s.in.Check(t); err != nil {
		return false, err
	}
	length := s.in.Length(t)
	if length >= min(s.length, s.short) {
		return false, nil
	}
	s.length = length
	copy(s.best, t)
	s.workers[0].peer.Take(t)
	s.workers[0].peer.QueueAll()
	s.started = false
	return true, nil
}

// lowest is the lowest trail, where the highest is 1, such that an ant leaves settled
// trails with that probability at a step, choosing among half of its candidates as
// if they were equally near [SH00].
func lowest(leave float64, candidates int) float32 {
	return float32(min(leave/(max(float64(candidates)/2-1, 1)*(1-leave)), 1))
}
