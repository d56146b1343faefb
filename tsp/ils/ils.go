// Package ils is iterated local search: descend into a local optimum, kick it
// a little, descend again from there, keep what is good enough, undo what is
// not [MOF91], [LS13 §4.3, Algorithm 1].
//
// Deviation: [LS13] kicks anywhere and applies the best move of the whole
// neighbourhood again and again, as a GPU likes it. Here the kick stays within a
// short stretch and the descent starts from the cities that the kick touched, so
// that a kick costs microseconds however large the instance is.
//
// A step kicks in several places at once, one for each lane. Lanes are part of
// the parameters and threads are not: any number of threads gives the same tour.
package ils

import (
	"context"
	"sync"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/anneal"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/lk"
	"github.com/tourmaline-opt/tourmaline/tsp/near"
	"github.com/tourmaline-opt/tourmaline/tsp/sweep"
)

// ILS is a search.Searcher over plain closed tours.
type ILS struct {
	in     *tsp.Instance
	lists  *near.Lists
	params Params
	op     operator
	seed   uint64
	on     Executor
	step   uint32
	phase  phase
	anneal anneal.Schedule
}

// A Executor is what a search runs on. It changes the speed, never the result.
type Executor struct {
	Threads int
	Engine  sweep.Engine // does the sweeps, for this instance and these lists; nil: the threads do. Whoever made it closes it
}

// phase is what the search is busy with. Each knows the one that follows.
type phase interface {
	step(ctx context.Context, s *ILS) (next phase, err error)
	length() int64  // of the best tour
	best() tsp.Tour // a copy
}

// New starts from tour t. The lists are the neighbours that moves consider.
func New(in *tsp.Instance, l *near.Lists, t tsp.Tour, p Params, seed uint64, h Executor) (*ILS, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	op, err := parseOperator(p.Operator)
	if err != nil {
		return nil, err
	}
	h.Threads = max(1, h.Threads)
	s := &ILS{in: in, lists: l, params: p, op: op, seed: seed, on: h}
	s.anneal = anneal.Schedule{Strength: p.Heat, Size: float64(in.N())}
	if in.Symmetric() {
		s.phase = s.begin(t)
		return s, nil
	}
	// Segment exchange repairs less than Lin-Kernighan, so that what is usual is
	// much more.
	s.anneal.Strength /= 6
	s.phase = &descent{lk.NewDirected(in, l, t), queued}
	return s, nil
}

// begin is the first phase on a symmetric instance.
func (s *ILS) begin(t tsp.Tour) phase {
	peer := lk.NewUndirected(s.in, s.lists, t, s.op.queue)
	if !s.op.sweeps && s.params.Sweeps == 0 {
		return &descent{peer, queued}
	}
	engine := s.on.Engine
	if engine == nil {
		engine = sweep.NewReference(s.in, s.lists, s.on.Threads)
	}
	most := s.params.Moves
	if most == 0 {
		most = s.in.N()
	}
	chain := sweep.NewChain(peer, engine, s.op.kind, most)
	if s.op.sweeps {
		return &descent{chain, 1}
	}
	return &sweeps{chain: chain, then: peer}
}

// Step descends until the start tour is a local optimum, and kicks from then
// on.
func (s *ILS) Step(ctx context.Context) error {
	s.step++
	next, err := s.phase.step(ctx, s)
	s.phase = next
	return err
}

// Pace tells which share of the budget is used.
func (s *ILS) Pace(used float64) { s.anneal.Pace(used) }

// Cost is the cost of the best tour.
func (s *ILS) Cost() float64 { return s.in.CostOf(s.phase.length()) }

// Best is a copy of the best tour.
func (s *ILS) Best() tsp.Tour { return s.phase.best() }

// Work between two looks at the context: the metric decides how long it takes,
// but even a slow one keeps it to some milliseconds.
const (
	kicksAtOnce  = 20
	citiesAtOnce = 2000
)

// sweeps are a few looks at the whole tour, all cities at once, before the descent
// goes on city by city. They are as fast as the first part of the descent on two
// threads, and there is no limit to the work-items that can share them.
type sweeps struct {
	chain *sweep.Chain
	then  lk.Peer
	made  int
}

func (w *sweeps) length() int64  { return w.chain.Length() }
func (w *sweeps) best() tsp.Tour { return w.chain.Tour(nil) }

func (w *sweeps) step(ctx context.Context, s *ILS) (phase, error) {
	done, err := w.chain.Descend(ctx, 1)
	if err != nil {
		return w, err
	}
	w.chain.Commit()
	if w.made++; !done && w.made < s.params.Sweeps {
		return w, nil
	}
	return &descent{w.then, queued}, nil
}

// descent is the way from the start tour to the first local optimum.
type descent struct {
	chain  lk.Chain
	atOnce int // looks at so many batches of cities, or sweeps, a step
}

// queued is how many batches from a queue make a step.
const queued = 25

func (d *descent) length() int64  { return d.chain.Length() }
func (d *descent) best() tsp.Tour { return d.chain.Tour(nil) }

func (d *descent) step(ctx context.Context, s *ILS) (phase, error) {
	done := false
	var err error
	for i := 0; i < d.atOnce && !done && err == nil && ctx.Err() == nil; i++ {
		done, err = d.chain.Descend(ctx, citiesAtOnce)
	}
	d.chain.Commit()
	switch {
	case err != nil:
		return d, err
	case !done || ctx.Err() != nil:
		return d, nil
	case s.params.Kicks == 0:
		return d, search.ErrExhausted
	}
	return newLanes(s, d.chain), nil
}

// kick runs a chain of so many kicks behind cities from a range of numbers, each
// kept if it is good enough.
func (s *ILS) kick(ctx context.Context, c lk.Chain, random *rng.Stream, kicks int, r region, long float64, j *anneal.Judge) error {
	for i := range kicks {
		if i%kicksAtOnce == 0 && ctx.Err() != nil {
			break
		}
		before := c.Length()
		kick := s.params.kick(random, long)
		if !c.Kick(random, r.draw(i, kicks, random), kick) {
			continue
		}
		done, err := false, error(nil)
		for !done && err == nil && ctx.Err() == nil {
			done, err = c.Descend(ctx, citiesAtOnce)
		}
		if err != nil {
			c.Undo()
			return err
		}
		if j.Accepts(float64(c.Length()-before), random) {
			c.Commit()
		} else {
			c.Undo()
		}
	}
	return nil
}

// region is a range of city numbers, which may go over the end.
type region struct{ from, size, of int32 }

// draw picks the city for the i-th of several kicks: they go through the region
// in order, so that one finds in the cache what the last one has left there.
func (r region) draw(i, of int, s *rng.Stream) int32 {
	from, to := int64(r.size)*int64(i)/int64(of), int64(r.size)*int64(i+1)/int64(of)
	c := int64(r.from) + from + int64(s.IntN(max(int32(to-from), 1)))
	return int32(c % int64(r.of))
}

// shares divides n cities into regions, beginning at a random one.
func shares(n, count int, s *rng.Stream) []region {
	all := make([]region, count)
	offset := int64(s.IntN(int32(n)))
	for i := range all {
		from, to := int64(i)*int64(n)/int64(count), int64(i+1)*int64(n)/int64(count)
		all[i] = region{int32((from + offset) % int64(n)), int32(to - from), int32(n)}
	}
	return all
}

// inParallel runs a job for each lane on the threads there are.
func (s *ILS) inParallel(lanes int, job func(lane int)) {
	threads := min(s.on.Threads, lanes)
	if threads <= 1 {
		for lane := range lanes {
			job(lane)
		}
		return
	}
	var wg sync.WaitGroup
	for thread := range threads {
		wg.Go(func() {
			for lane := thread; lane < lanes; lane += threads {
				job(lane)
			}
		})
	}
	wg.Wait()
}
