package eax

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A pool constructs members of the population, several at a time. Each step does a part of the
// local search on each tour.
type pool struct {
	works  []work
	active int // number of works in progress; 0 if no work has started
}

// A work is an unfinished tour.
type work struct {
	chain lk.Peer
	course
}

// course holds the progress of the work on a tour.
type course struct {
	kicks int // number of kicks so far
	done  bool
}

// toursAtOnce is the maximum number of tours in progress at the same time.
const toursAtOnce = 8

// The work per tour in one step: the number of cities that a descent processes, and the number of
// kicks.
const (
	citiesAtOnce = 20_000
	kicksAtOnce  = 500
)

// mostGrowth is the maximum size of later populations, as a multiple of the first.
const mostGrowth = 4

// kick is a double bridge within a short stretch.
var kick = lk.Kick{Size: 50}

// size returns the maximum number of members of this population. It is half as large again as the
// previous one, up to mostGrowth times the first.
func (s *EAX) size() int {
	most := mostGrowth * float64(s.params.Members)
	size := float64(s.params.Members)
	for epoch := uint32(0); epoch < s.at.epoch && size < most; epoch++ {
		size = min(size*1.5, most)
	}
	return int(size)
}

// shortest returns the shortest unfinished tour, or nil if no tour is in progress.
func (p *pool) shortest() (best lk.Peer) {
	for i := range p.works[:p.active] {
		if c := p.works[i].chain; best == nil || c.Length() < best.Length() {
			best = c
		}
	}
	return best
}

// populate constructs a part of the population.
func (s *EAX) populate(ctx context.Context) error {
	p := &s.pool
	if p.active == 0 {
		if err := s.startTours(ctx); err != nil {
			return err
		}
	}
	works := p.works[:p.active]
	before := make([]course, len(works))
	for i := range works {
		works[i].chain.Record()
		before[i] = works[i].course
	}
	err := parallel.Do(ctx, s.threads, len(works), 1, func(_, i int) { s.work(ctx, len(s.members)+i, &works[i]) })
	if err := cmp.Or(err, ctx.Err()); err != nil {
		for i := range works {
			works[i].chain.Rewind()
			works[i].course = before[i]
		}
		return err
	}
	if !slices.ContainsFunc(works, func(w work) bool { return !w.done }) {
		s.finishTours()
	}
	return nil
}

// startTours starts the next tours.
func (s *EAX) startTours(ctx context.Context) error {
	p := &s.pool
	count := min(s.nextTours(), s.size()-len(s.members))
	p.works = slices.Grow(p.works[:0], toursAtOnce)[:toursAtOnce]
	err := parallel.Ranges(ctx, s.threads, count, 1, func(_, i, _ int) error {
		return s.startTour(ctx, len(s.members)+i, &p.works[i])
	})
	if err == nil {
		p.active = count
	}
	return err
}

// startTour constructs the initial tour of a member. The first member starts from the start tour,
// and the others start from blurred greedy tours. On paths and with fixed edges, the others start
// from the champion, kicked in many places.
func (s *EAX) startTour(ctx context.Context, number int, w *work) error {
	w.course = course{}
	random := s.random(forTours, uint32(number), 0)
	t := s.champion
	greedy := s.in.Plain() == nil
	first := number == 0 && s.at.epoch == 0
	if greedy && !first {
		var err error
		if t, err = start.Blurred(ctx, s.in, s.lists, &random); err != nil {
			return err
		}
	}
	if w.chain == nil {
		op, _ := lk.ParseOperator(s.params.Pool) // already validated
		w.chain = lk.NewUndirected(s.in, s.lists, t, op)
	}
	w.chain.SetTour(t)
	if !greedy && !first {
		const citiesPerKick = 10
		for range len(t) / citiesPerKick {
			w.chain.Kick(&random, random.IntN(int32(len(t))), kick)
		}
		w.chain.Commit()
	}
	w.chain.QueueAll()
	w.chain.Thorough(s.params.Descent == "thorough")
	return ctx.Err()
}

// work does a part of the local search on a tour: first a descent to a local optimum, then kicks.
func (s *EAX) work(ctx context.Context, number int, w *work) {
	if w.done {
		return
	}
	all := s.kicks()
	if w.kicks == 0 {
		done, _ := w.chain.Descend(ctx, citiesAtOnce) // returns an error only on a device
		w.chain.Commit()
		if !done {
			return
		}
		w.chain.Thorough(false)
	}
	random := s.random(forKicks, uint32(number), uint32(w.kicks/kicksAtOnce))
	for end := min(w.kicks+kicksAtOnce, all); w.kicks < end && ctx.Err() == nil; w.kicks++ {
		lk.TryKick(ctx, w.chain, random.IntN(int32(s.in.N())), kick, &random)
	}
	w.done = w.kicks == all
}

// kicks returns the number of kicks per tour.
func (s *EAX) kicks() int { return int(math.Ceil(s.params.Rounds * float64(s.in.N()))) }

// finishTours adds the finished tours to the members. It closes the pool if there are enough
// members or the pool has used its share of the budget.
func (s *EAX) finishTours() {
	p := &s.pool
	var t tsp.Tour
	for i := range p.works[:p.active] {
		t = p.works[i].chain.Tour(t[:0])
		s.members = append(s.members, member{})
		s.members[len(s.members)-1].set(t, &s.space)
	}
	p.active = 0
	if len(s.members) >= s.size() || s.poolDone() {
		s.pool = pool{}
		s.evolve()
	}
}

// nextTours returns the number of tours to construct next. After the first toursAtOnce members, the
// number is halved until there are four times as many, so that the population size matches the
// budget more closely.
func (s *EAX) nextTours() int {
	if m := len(s.members); m >= toursAtOnce && m < 4*toursAtOnce {
		return toursAtOnce / 2
	}
	return toursAtOnce
}

// poolDone reports whether the pool has used its share of the budget, or would exceed that share
// before the next tours are half done.
func (s *EAX) poolDone() bool {
	took := s.used - s.at.start
	next := float64(s.nextTours()) / float64(len(s.members))
	return took+float64(took*next/2) >= float64(s.params.Share*(1-s.at.start))
}
