package aco

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/anneal"
	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/record"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Focused is a colony whose ants make small changes to a good tour instead of constructing a tour
// from scratch [FACO22]. It is a search.Searcher over plain closed tours. Each ant starts at a
// different city and follows trails and distances. It moves a stretch of the tour that starts with
// the chosen city to its position, until enough edges are new. Local search then repairs the
// changed part of the tour. The cost of one ant does not depend on the number of cities.
//
// Deviation: [FACO22] continues from the best ant of a cycle. Here the colony merges the changes of
// all ants that have improved the tour, except for changes that conflict. An ant visits only a few
// of a million cities, so the changes of one ant per cycle would improve the tour only a little.
type Focused struct {
	record.Record
	in      *tsp.Instance
	params  FocusedParams
	trails  *trails
	seed    uint64
	cycle   uint32
	lowest  float32 // lowest trail level; the highest is 1
	anneal  anneal.Schedule
	started bool // whether the tour is a local optimum
	laid    bool // whether the trails are laid

	workers []*worker // one per thread, all with the same tour, called the source
}

// NewFocused starts a colony from a start tour on a symmetric instance and its terrain. Local
// search considers the neighbours in l.
func NewFocused(in *tsp.Instance, t *Terrain, l *near.Lists, start tsp.Tour, p FocusedParams, seed uint64, threads int) (*Focused, error) {
	if err := valid(in, start, p); err != nil {
		return nil, err
	}
	if !in.Symmetric() {
		return nil, fmt.Errorf("%s is asymmetric: a focused colony needs a symmetric instance; use mmas instead", in.Name())
	}
	op, _, err := p.Operator()
	if err != nil {
		return nil, err
	}
	s := &Focused{
		Record: record.New(in, start), in: in, params: p, trails: newTrails(t, max(threads, 1)), seed: seed,
		workers: make([]*worker, parallel.Threads(threads, p.Ants, antsAtOnce)),
		lowest:  lowest(p.Leave, t.Candidates), anneal: anneal.Schedule{Strength: p.Heat, Size: float64(in.N())},
	}
	for i := range s.workers {
		s.workers[i] = newWorker(s.trails, lk.NewUndirected(in, l, start, op), min(p.Stretch, max((in.N()-2)/3, 1)))
	}
	return s, nil
}

// Best returns the best tour in canonical form.
func (s *Focused) Best() tsp.Tour { return tours.Canonical(s.in, s.Record.Best()) }

// Pace sets the used share of the budget.
func (s *Focused) Pace(used float64) { s.anneal.Pace(used) }

// Warm reports whether ants may make the tour worse.
func (s *Focused) Warm() bool { return s.anneal.Warm() }

// Step runs a part of the first descent or, after that descent, one cycle.
func (s *Focused) Step(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !s.started {
		return s.descend(ctx)
	}
	if err := s.explore(ctx); err != nil {
		return err // the source is unchanged, so the cycle can be repeated
	}
	s.workers[0].peer.Record() // also clears the unused journal so that it stays short
	if err := s.unite(ctx); err != nil {
		s.workers[0].peer.Rewind()
		s.spread()
		return err
	}
	s.cycle++
	return s.reinforce(context.WithoutCancel(ctx))
}

// citiesAtOnce is the number of cities processed between two checks of the context.
const citiesAtOnce = 2000

// descentsAtOnce is the maximum number of batches of citiesAtOnce cities in one step of the first
// descent.
const descentsAtOnce = 25

// descend brings the first tour to a local optimum and then lays the trails.
func (s *Focused) descend(ctx context.Context) error {
	first, done := s.workers[0].peer, false
	first.Record()
	for i := 0; i < descentsAtOnce && !done && ctx.Err() == nil; i++ {
		done, _ = first.Descend(ctx, citiesAtOnce) // returns an error only on a device
	}
	done = done && first.Mend(ctx) == 0
	if err := ctx.Err(); err != nil {
		_ = s.KeepAside(first.Length(), s.copySource)
		first.Rewind()
		return err
	}
	first.Commit()
	_ = s.Keep(first.Length(), s.copySource)
	if !done {
		return nil
	}
	s.spread()
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

// spread copies the tour of the first worker to the others.
func (s *Focused) spread() {
	for _, other := range s.workers[1:] {
		other.peer.ClearQueue()
		other.peer.Adopt(s.workers[0].peer)
	}
}

// copySource copies the source to t. It never fails.
func (s *Focused) copySource(t tsp.Tour) error {
	s.workers[0].peer.Tour(t[:0])
	return nil
}

// explore lets all ants change the source independently.
func (s *Focused) explore(ctx context.Context) error {
	for _, c := range s.workers {
		c.found, c.judge = c.found[:0], s.anneal.Judge()
	}
	n, ants := int64(s.in.N()), int64(s.params.Ants)
	return parallel.Do(ctx, len(s.workers), int(ants), antsAtOnce, func(thread, ant int) {
		random := rng.At(s.seed, uint32(ant), s.cycle)
		// Each ant has a separate range of city numbers. Cities with close numbers are close in
		// space, so the cache still holds the data that the previous ant used.
		from, to := n*int64(ant)/ants, n*(int64(ant)+1)/ants
		city := int32(from) + random.IntN(max(int32(to-from), 1))
		s.workers[thread].explore(ctx, ant, city, s.params.Edges, &random)
	})
}

const antsAtOnce = 8

// unite merges the changes of all ants, best first, into the tours of all workers.
func (s *Focused) unite(ctx context.Context) error {
	var all []*finding
	judge := s.anneal.Judge()
	for _, c := range s.workers {
		judge.Add(&c.judge)
		for i := range c.found {
			all = append(all, &c.found[i])
		}
	}
	slices.SortFunc(all, func(a, b *finding) int {
		return cmp.Or(cmp.Compare(b.gain, a.gain), cmp.Compare(a.ant, b.ant))
	})
	err := parallel.Ranges(ctx, len(s.workers), len(s.workers), 1, func(_, i, _ int) error {
		peer := s.workers[i].peer
		for k, f := range all {
			if k%mergedAtOnce == mergedAtOnce-1 && ctx.Err() != nil {
				return ctx.Err()
			}
			peer.Merge(&f.journal)
		}
		peer.Commit()
		return nil
	})
	if err != nil {
		return err
	}
	s.anneal.Learn(&judge, 1)
	return s.Keep(s.workers[0].peer.Length(), s.copySource)
}

// mergedAtOnce is the number of changes that are merged between two checks of the context.
const mergedAtOnce = 64

// reinforce renews the trails of the best tour. All other trails decay towards the lowest level.
func (s *Focused) reinforce(ctx context.Context) error {
	t := s.Tour()
	if p := s.in.Plain(); p != nil {
		t = p.Back(t)
	}
	keep := float32(s.params.Rho)
	return s.trails.reinforce(ctx, t, Deposit{Everywhere: true, Keep: keep, Amount: 1 - keep, Lo: s.lowest, Hi: 1})
}

// Immigrate adopts t if it is better than the best tour. The search then descends from t before the
// next cycle.
func (s *Focused) Immigrate(t tsp.Tour) (bool, error) {
	if shorter, err := s.Adopt(t); !shorter {
		return false, err
	}
	s.workers[0].peer.SetTour(t)
	s.workers[0].peer.QueueAll()
	s.started = false
	return true, nil
}

// lowest returns the lowest trail level, relative to a highest level of 1. At this level an ant
// leaves settled trails with probability leave per step, if it chooses among half of its candidates
// and they are equally near [SH00].
func lowest(leave float64, candidates int) float32 {
	return float32(min(leave/(max(float64(candidates)/2-1, 1)*(1-leave)), 1))
}
