package eax

import (
	"context"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A pool makes members of the population, several at a time. A step does a part of
// the local search of each.
type pool struct {
	works  []work
	active int // works that are being done; 0: none has begun
}

// A work is a tour that is being made.
type work struct {
	chain lk.Peer
	course
}

// course is how far the work on a tour has come.
type course struct {
	kicks int // made
	done  bool
}

// toursAtOnce is the most tours that are made at the same time.
const toursAtOnce = 8

// The work of a step on each tour: cities that a descent processes, and kicks.
const (
	citiesAtOnce = 20_000
	kicksAtOnce  = 500
)

// mostGrowth is how many times the members of the first population a later one has at most.
const mostGrowth = 4

// kick is a double bridge in a short stretch.
var kick = lk.Kick{Size: 50}

// size is the most members of this population: half as many again as of the last one,
// but not so many that memory could be short.
func (s *EAX) size() int {
	most := mostGrowth * float64(s.params.Members)
	size := float64(s.params.Members)
	for epoch := uint32(0); epoch < s.at.epoch && size < most; epoch++ {
		size = min(size*1.5, most)
	}
	return int(size)
}

// shortest is the best tour that is being made; nil: there is none.
func (p *pool) shortest() (best lk.Peer) {
	for i := range p.works[:p.active] {
		if c := p.works[i].chain; best == nil || c.Length() < best.Length() {
			best = c
		}
	}
	return best
}

// populate makes a part of the population.
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
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
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

// startTours begins the next tours.
func (s *EAX) startTours(ctx context.Context) error {
	p := &s.pool
	count := min(s.nextTours(), s.size()-len(s.members))
	p.works = slices.Grow(p.works[:0], toursAtOnce)[:toursAtOnce]
	faults := make([]error, count)
	err := parallel.Do(ctx, s.threads, count, 1, func(_, i int) {
		faults[i] = s.startTour(ctx, len(s.members)+i, &p.works[i])
	})
	for _, fault := range faults {
		if err == nil {
			err = fault
		}
	}
	if err == nil {
		p.active = count
	}
	return err
}

// startTour makes the start of a member. The first one is the start tour, the others are
// greedy tours. Where there are no such tours, the start tour is kicked all over.
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
		op, _ := lk.ParseOperator(s.params.Pool) // validated
		w.chain = lk.NewUndirected(s.in, s.lists, t, op)
	}
	w.chain.SetTour(t)
	if !greedy && !first {
		const apart = 10 // cities a kick
		for range len(t) / apart {
			w.chain.Kick(&random, random.IntN(int32(len(t))), kick)
		}
		w.chain.Commit()
	}
	w.chain.QueueAll()
	w.chain.Thorough(s.params.Descent == "thorough")
	return ctx.Err()
}

// work does a part of the local search of a tour: to the first local optimum, and
// kicks after that.
func (s *EAX) work(ctx context.Context, number int, w *work) {
	if w.done {
		return
	}
	all := s.kicks()
	if w.kicks == 0 {
		done, _ := w.chain.Descend(ctx, citiesAtOnce) // fails only on a device
		w.chain.Commit()
		if !done {
			return
		}
		w.chain.Thorough(false)
	}
	random := s.random(forKicks, uint32(number), uint32(w.kicks/kicksAtOnce))
	for end := min(w.kicks+kicksAtOnce, all); w.kicks < end && ctx.Err() == nil; w.kicks++ {
		s.kick(ctx, w.chain, &random)
	}
	w.done = w.kicks == all
}

// kicks is how many a tour gets.
func (s *EAX) kicks() int { return int(math.Ceil(s.params.Rounds * float64(s.in.N()))) }

// kick makes a kick, and undoes it if the tour becomes longer [MOF91].
func (s *EAX) kick(ctx context.Context, c lk.Chain, random *rng.Stream) {
	before := c.Length()
	if !c.Kick(random, random.IntN(int32(s.in.N())), kick) {
		return
	}
	for done := false; !done && ctx.Err() == nil; {
		done, _ = c.Descend(ctx, citiesAtOnce)
	}
	if c.Length() > before {
		c.Undo()
	} else {
		c.Commit()
	}
}

// finishTours makes members of the tours, and ends the pool if they are enough for the
// budget.
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

// nextTours is how many tours are made next: fewer at a time while there are few, so that the
// population has about the size that the budget allows.
func (s *EAX) nextTours() int {
	if m := len(s.members); m >= toursAtOnce && m < 4*toursAtOnce {
		return toursAtOnce / 2
	}
	return toursAtOnce
}

// poolDone tells whether the pool has had its share of the budget, as nearly as possible: more than
// half of the time of the next tours would be beyond it.
func (s *EAX) poolDone() bool {
	took := s.used - s.at.start
	next := float64(s.nextTours()) / float64(len(s.members))
	return took+float64(took*next/2) >= float64(s.params.Share*(1-s.at.start))
}
