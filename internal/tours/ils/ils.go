// Package ils is iterated local search: descend to a local optimum, kick it,
// descend again, keep the result if it is good enough and undo it otherwise
// [MOF91].
//
// [LS13 §4.3] kicks anywhere, always continues from the result, and repeatedly
// applies the best move of the whole neighbourhood, which suits a GPU: see
// [Paper]. With [Defaults] a kick stays within a short stretch, and the descent
// starts from the cities that it touched. A kick then costs microseconds, on
// instances of any size.
//
// A step kicks in several places at once, one for each lane. Lanes are a
// parameter; threads are not, so any number of threads gives the same tour.
package ils

import (
	"context"
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/anneal"
	"github.com/tourmaline-opt/tourmaline/internal/incumbent"
	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/sweep"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// ILS is a search.Searcher over plain closed tours.
type ILS struct {
	in      *tsp.Instance
	lists   *near.Lists
	params  Params
	op      operator
	seed    uint64
	on      Executor
	main    lk.Chain     // the tour
	sweeper *sweep.Chain // the same tour while it is being swept; otherwise nil
	step    uint32
	kicks   int // made so far
	phase   phase
	anneal  anneal.Schedule
	aside   incumbent.Aside[tsp.Tour, int64]
}

// An Executor specifies what a search runs on. It changes only the speed.
type Executor struct {
	Threads int
	Engine  sweep.Engine // sweeps, for this instance and these lists; nil: the threads sweep. The caller closes it
}

// best is a tour to keep.
type best struct {
	tour   tsp.Tour
	length int64
}

// phase is the current stage of the search. Its step returns the next phase.
type phase interface {
	// step runs a step. If ctx interrupts it, it returns the error of ctx, and
	// rewind undoes the step.
	step(ctx context.Context, s *ILS) (next phase, err error)
	rewind(s *ILS)
	best(s *ILS) best
	name() string
	save(w *state.Writer, s *ILS)
}

// New starts from tour t. The lists are the neighbours that moves consider.
func New(in *tsp.Instance, l *near.Lists, t tsp.Tour, p Params, seed uint64, e Executor) (*ILS, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	op, err := parseOperator(p.Operator)
	if err != nil {
		return nil, err
	}
	if err := tours.CheckFixed(in, t); err != nil { // moves rely on it, fixed edges included
		return nil, fmt.Errorf("start tour: %w", err)
	}
	e.Threads = max(1, e.Threads)
	s := &ILS{in: in, lists: l, params: p, op: op, seed: seed, on: e}
	s.anneal = anneal.Schedule{Strength: p.Heat, Size: float64(in.N())}
	if in.Symmetric() {
		s.startSymmetric(t)
		return s, nil
	}
	// Segment exchange repairs less than Lin-Kernighan, so the usual difference
	// is much larger.
	s.anneal.Strength /= 6
	s.main, s.phase = lk.NewDirected(in, l, t), &descent{}
	return s, nil
}

// startSymmetric sets the first phase on a symmetric instance.
func (s *ILS) startSymmetric(t tsp.Tour) {
	peer := lk.NewUndirected(s.in, s.lists, t, s.op.queue)
	s.main, s.phase = peer, &descent{}
	if !s.op.sweeps && s.params.Sweeps == 0 {
		return
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
		s.main = chain
		return
	}
	s.sweeper, s.phase = chain, &sweeps{}
}

// Step descends until the start tour is a local optimum, and kicks after that.
func (s *ILS) Step(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.step++
	next, err := s.phase.step(ctx, s)
	if search.Ended(err) {
		s.step--
		if b := s.phase.best(s); b.length < s.aside.Min(math.MaxInt64) {
			s.aside.Keep(s.canonical(b), b.length)
		}
		s.phase.rewind(s)
		return err
	}
	s.phase = next
	return err
}

// Pace sets the share of the budget that is used.
func (s *ILS) Pace(used float64) { s.anneal.Pace(used) }

// Warm reports whether kicks may make the tour worse.
func (s *ILS) Warm() bool { return s.anneal.Warm() }

// Cost returns the cost of the best tour.
func (s *ILS) Cost() float64 { return s.in.CostOf(s.aside.Min(s.phase.best(s).length)) }

// Stage names the part of the search that the next step belongs to.
func (s *ILS) Stage() string {
	switch s.phase.(type) {
	case *sweeps, *descent:
		return "descent"
	}
	return "search"
}

// Stats returns the cost of the tour from which kicks continue: that of the first lane
// while lanes are separate.
func (s *ILS) Stats(search.Detail) (search.Stats, error) {
	return search.Stats{Current: new(s.in.CostOf(s.main.Length()))}, nil
}

// Best returns the best tour in canonical form.
func (s *ILS) Best() tsp.Tour {
	b := s.phase.best(s)
	if s.aside.Beats(b.length) {
		return tours.Canonical(s.in, s.aside.Solution())
	}
	return s.canonical(b)
}

// canonical returns a copy of a tour in canonical form. Without a tour, it is that of
// the main chain.
func (s *ILS) canonical(b best) tsp.Tour {
	if b.tour == nil {
		b.tour = s.main.Tour(nil)
	}
	return tours.Canonical(s.in, b.tour)
}

// Immigrate adopts a better tour and descends from it first.
func (s *ILS) Immigrate(t tsp.Tour) (bool, error) {
	if err := tours.CheckFixed(s.in, t); err != nil {
		return false, err
	}
	if s.in.CostOf(s.in.Length(t)) >= s.Cost() {
		return false, nil
	}
	s.main.SetTour(t)
	s.main.QueueAll()
	s.phase = &descent{}
	return true, nil
}

// The work between two checks of the context: milliseconds, even with a slow metric.
const (
	kicksAtOnce  = 20
	citiesAtOnce = 2000
)

// sweeps improves the whole tour a few times, all cities at once, before the
// descent continues city by city. On two threads this is as fast as the first
// part of the descent, and any number of work-items can share it.
type sweeps struct{ made int }

func (*sweeps) best(s *ILS) best { return best{length: s.main.Length()} }
func (*sweeps) rewind(s *ILS)    { s.main.Rewind() }

func (w *sweeps) step(ctx context.Context, s *ILS) (phase, error) {
	s.main.Record()
	done, err := s.sweeper.Descend(ctx, 1)
	if err != nil {
		return w, err
	}
	s.main.Commit()
	if made := w.made + 1; !done && made < s.params.Sweeps {
		return &sweeps{made}, nil
	}
	return &descent{}, nil
}

// thorough sets how descents look for moves, if the chain has that option.
func (s *ILS) thorough(yes bool) {
	if peer, ok := s.main.(lk.Peer); ok {
		peer.Thorough(yes)
	}
}

// kick kicks at cities of a region, one after the other, until the share is done, and keeps
// each result that is accepted. It returns how many kicks it has made.
func (s *ILS) kick(ctx context.Context, c lk.Chain, random *rng.Stream, of share, r region, long float64, j *anneal.Judge) (kicks int, err error) {
	of.start(c)
	for ; !of.done(c, kicks); kicks++ {
		if kicks%kicksAtOnce == 0 && ctx.Err() != nil {
			return kicks, ctx.Err()
		}
		before := c.Length()
		kick := s.params.kick(random, long)
		done, all := of.progress(c, kicks)
		if !c.Kick(random, r.draw(done, all, of.kicks, random), kick) {
			continue
		}
		optimal, err := false, error(nil)
		for !optimal && err == nil && ctx.Err() == nil {
			optimal, err = c.Descend(ctx, citiesAtOnce)
		}
		if err != nil {
			c.Undo()
			return kicks, err
		}
		if j.Accepts(float64(c.Length()-before), random) {
			c.Commit()
		} else {
			c.Undo()
		}
	}
	return kicks, nil
}

// unlimited exceeds the kicks of any step.
const unlimited = 1 << 30

// kicksLeft returns the number of kicks until the search ends.
func (s *ILS) kicksLeft() int {
	if s.params.Rounds == 0 {
		return unlimited
	}
	return max(int(math.Ceil(s.params.Rounds*float64(s.in.N())))-s.kicks, 0)
}

// region is a range of city numbers, which may wrap around the end.
type region struct{ from, size, of int32 }

// draw picks the city for a kick, given the progress through the region. Kicks pass through
// the region in order, so that the cache still holds what the previous kick has used.
func (r region) draw(done, of, kicks int, s *rng.Stream) int32 {
	at := int32(int64(r.size) * int64(done) / int64(of))
	each := min(max(r.size/int32(kicks), 1), r.size-at)
	return int32((int64(r.from) + int64(at) + int64(s.IntN(each))) % int64(r.of))
}

// divide divides n cities into regions, starting at a random city.
func divide(n, count int, s *rng.Stream) []region {
	all := make([]region, count)
	offset := int64(s.IntN(int32(n)))
	for i := range all {
		from, to := int64(i)*int64(n)/int64(count), int64(i+1)*int64(n)/int64(count)
		all[i] = region{int32((from + offset) % int64(n)), int32(to - from), int32(n)}
	}
	return all
}

// inParallel runs a job for each lane on the available threads, even if ctx ends.
func (s *ILS) inParallel(ctx context.Context, lanes int, job func(lane int)) {
	_ = parallel.Do(context.WithoutCancel(ctx), s.on.Threads, lanes, 1, func(_, lane int) { job(lane) })
}
