// Package ils implements iterated local search: descend to a local optimum, kick it, descend again,
// keep the result if it is good enough and undo it otherwise [MOF91].
//
// [LS13 §4.3] kicks anywhere, always continues from the result, and repeatedly applies the best
// move of the whole neighbourhood, which suits a GPU: see [Paper]. With [Defaults], a kick stays
// within a short part of the tour, and the descent starts from the cities that the kick touched. A
// kick then takes microseconds, on instances of any size.
//
// A step kicks in several places simultaneously, one for each lane. The number of lanes is a
// parameter, but the number of threads is not: any number of threads yields the same tour.
package ils

import (
	"cmp"
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
	main    lk.Chain     // current tour
	sweeper *sweep.Chain // the same tour while it is being swept, otherwise nil
	step    uint32
	kicks   int // number of kicks so far
	phase   phase
	anneal  anneal.Schedule
	aside   incumbent.Aside[tsp.Tour, int64]
}

// An Executor specifies the threads and the engine that a search runs on. It affects only the
// speed.
type Executor struct {
	Threads int
	// engine that performs the sweeps for this instance and these lists, closed by the caller; if
	// nil, the threads perform the sweeps
	Engine sweep.Engine
}

// best is a tour with its length. A nil tour stands for the tour of the main chain.
type best struct {
	tour   tsp.Tour
	length int64
}

// phase is the current phase of the search. Its step method returns the next phase.
type phase interface {
	// step runs a step. If ctx interrupts the step, it returns the error of ctx, and rewind undoes
	// the step.
	step(ctx context.Context, s *ILS) (next phase, err error)
	rewind(s *ILS)
	best(s *ILS) best
	name() string
	save(w *state.Writer, s *ILS)
}

// New returns a search that starts from tour t. The lists contain the neighbours that moves
// consider.
func New(in *tsp.Instance, l *near.Lists, t tsp.Tour, p Params, seed uint64, e Executor) (*ILS, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	op, err := parseOperator(p.Operator)
	if err != nil {
		return nil, err
	}
	// moves rely on a valid tour that contains the fixed edges
	if err := tours.CheckFixed(in, t); err != nil {
		return nil, fmt.Errorf("start tour: %w", err)
	}
	p.Lanes = min(p.Lanes, in.N()) // each lane needs a city to kick
	s := &ILS{
		in: in, lists: l, params: p, op: op, seed: seed, on: Executor{max(1, e.Threads), e.Engine},
		anneal: anneal.Schedule{Strength: p.Heat, Size: float64(in.N())},
	}
	if in.Symmetric() {
		s.startSymmetric(t)
	} else {
		s.startAsymmetric(t)
	}
	return s, nil
}

// startAsymmetric sets the first phase for an asymmetric instance. Segment exchange repairs less
// than Lin-Kernighan, so the usual cost difference of a kick is much larger.
func (s *ILS) startAsymmetric(t tsp.Tour) {
	s.anneal.Strength /= 6
	s.main, s.phase = lk.NewDirected(s.in, s.lists, t), &descent{}
}

// startSymmetric sets the first phase for a symmetric instance.
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
	chain := sweep.NewChain(peer, engine, s.params.rule(s.op.kind), cmp.Or(s.params.Moves, s.in.N()))
	if s.op.sweeps {
		s.main = chain
		return
	}
	s.sweeper, s.phase = chain, &sweeps{}
}

// Step descends until the start tour is a local optimum. After that, it kicks.
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

// Pace sets the used share of the budget.
func (s *ILS) Pace(used float64) { s.anneal.Pace(used) }

// Warm reports whether kicks may make the tour worse.
func (s *ILS) Warm() bool { return s.anneal.Warm() }

// Cost returns the cost of the best tour.
func (s *ILS) Cost() float64 { return s.in.CostOf(s.aside.Min(s.phase.best(s).length)) }

// Stage returns the name of the stage that the next step belongs to.
func (s *ILS) Stage() string {
	switch s.phase.(type) {
	case *sweeps, *descent:
		return "descent"
	}
	return "search"
}

// Stats returns the cost of the tour from which kicks continue. While lanes are separate, it is the
// tour of the first lane.
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

// canonical returns a copy of a tour in canonical form. If b has no tour, it uses the tour of the
// main chain.
func (s *ILS) canonical(b best) tsp.Tour {
	if b.tour == nil {
		b.tour = s.main.Tour(nil)
	}
	return tours.Canonical(s.in, b.tour)
}

// Immigrate adopts a tour if it is better and continues with a descent from it.
func (s *ILS) Immigrate(t tsp.Tour) (bool, error) {
	if err := tours.CheckFixed(s.in, t); err != nil {
		return false, err
	}
	if s.in.CostOf(s.in.Length(t)) >= s.Cost() {
		return false, nil
	}
	s.adopt(t)
	s.phase = &descent{}
	return true, nil
}

// adopt continues from a tour. After the first descent, the current tour is a local optimum, so
// only the cities with other neighbours in t can be improved.
func (s *ILS) adopt(t tsp.Tour) {
	if s.Stage() == "descent" {
		s.main.SetTour(t)
		s.main.QueueAll()
		return
	}
	changed := s.changed(t)
	s.main.SetTour(t)
	for _, c := range changed {
		s.main.Queue(c)
	}
}

// changed returns the cities that have other neighbours in tour t than in the current tour.
func (s *ILS) changed(t tsp.Tour) (all []int32) {
	n := len(t)
	sides := func(t tsp.Tour, i int) [2]int32 {
		before, after := t[(i+n-1)%n], t[(i+1)%n]
		if s.in.Symmetric() && before > after {
			before, after = after, before
		}
		return [2]int32{before, after}
	}
	now := make([][2]int32, n)
	current := s.main.Tour(nil)
	for i, c := range current {
		now[c] = sides(current, i)
	}
	for i, c := range t {
		if sides(t, i) != now[c] {
			all = append(all, c)
		}
	}
	return all
}

// The amount of work between two checks of the context. It takes milliseconds, even with a slow
// metric.
const (
	kicksAtOnce  = 20
	citiesAtOnce = 2000
)

// sweeps improves the whole tour a few times, all cities simultaneously, before the descent
// continues city by city. On two threads, a sweep is as fast as the first part of the descent, and
// any number of work-items can share it.
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

// thorough sets whether descents search for moves thoroughly, if the chain has that option.
func (s *ILS) thorough(yes bool) {
	if peer, ok := s.main.(lk.Peer); ok {
		peer.Thorough(yes)
	}
}

// kick applies kicks at cities of a region, one after the other, until the share is done. It keeps
// each result that is accepted and undoes the others. It returns the number of kicks.
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

// unlimited is larger than the number of kicks in any step.
const unlimited = 1 << 30

// kicksLeft returns the number of remaining kicks until the search ends.
func (s *ILS) kicksLeft() int {
	if s.params.Rounds == 0 {
		return unlimited
	}
	return max(int(math.Ceil(s.params.Rounds*float64(s.in.N())))-s.kicks, 0)
}

// region is a range of city numbers, which may wrap around at the end.
type region struct{ from, size, of int32 }

// draw picks the city for a kick, given the progress through the region. Kicks pass through the
// region in order, because the cache then still holds the data of the previous kick.
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

// inParallel runs a job for each lane on the available threads, even if ctx is cancelled.
func (s *ILS) inParallel(ctx context.Context, lanes int, job func(lane int)) {
	_ = parallel.Do(context.WithoutCancel(ctx), s.on.Threads, lanes, 1, func(_, lane int) { job(lane) })
}
