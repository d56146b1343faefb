package ils

import (
	"context"
	"errors"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/anneal"
	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
)

// lanes kick the same tour in different regions, each on a separate copy. After every step, the
// first lane merges the changes of the others, and all lanes continue from its tour.
//
// If there are coordinates, cities are numbered along a space-filling curve, so a range of numbers
// is a region.
//
// While a small instance is hot and there is time, the lanes are separate instead: each has a
// different tour, and all continue from the best one when the search has cooled down. The result of
// a hot search depends on chance, and two attempts are worth more than one of twice the length.
type lanes struct {
	keeper
	others   []lk.Peer // all lanes except the first, which is ILS.main
	apart    bool      // whether each lane has a separate tour
	wasApart bool      // value of apart before this step
	judges   []anneal.Judge
	faults   []error
	kicked   []int // number of kicks of each lane in this step
	work     pace
}

// sweptAtOnce is the number of cities that the descents after the kicks of a step may sweep, a few
// times each. It keeps steps short.
const sweptAtOnce = 20_000

// mostApart is the maximum number of cities at which lanes may be separate.
const mostApart = 12_000

// newLanes returns the phase that starts from the current local optimum. others may be the lanes of
// the descent; if it is nil, newLanes creates new lanes.
func newLanes(ctx context.Context, s *ILS, others []lk.Peer) (l *lanes, err error) {
	count := s.params.Lanes
	if _, ok := s.main.(lk.Peer); !ok {
		count = 1
	}
	s.thorough(false)
	if others == nil {
		if others, err = newPeers(ctx, s, count-1); err != nil {
			return nil, err
		}
	}
	return &lanes{
		keeper: newKeeper(s.main), others: others,
		judges: make([]anneal.Judge, count), faults: make([]error, count), kicked: make([]int, count),
	}, nil
}

// chain returns the chain of a lane.
func (l *lanes) chain(s *ILS, lane int) lk.Chain {
	if lane == 0 {
		return s.main
	}
	return l.others[lane-1]
}

func (l *lanes) step(ctx context.Context, s *ILS) (phase, error) {
	share := l.share(s)
	if share.kicks == 0 {
		return l, search.ErrExhausted
	}
	if err := l.startStep(ctx, s); err != nil {
		return l, err
	}
	worked := l.totalWork(s)
	regions, long := l.regions(s), long(&s.anneal)
	s.inParallel(ctx, len(regions), func(lane int) {
		random := rng.At(s.seed, uint32(lane)+1, s.step)
		j := s.anneal.Judge()
		l.kicked[lane], l.faults[lane] = s.kick(ctx, l.chain(s, lane), &random, share, regions[lane], long, &j)
		l.judges[lane] = j
	})
	tours := 1
	if l.apart {
		tours = len(regions)
		for _, other := range l.others {
			l.keep(other)
		}
	} else {
		l.merge(s)
	}
	l.keep(s.main)
	if err := errors.Join(append(l.faults, ctx.Err())...); err != nil {
		return l, err
	}
	l.work = pace{work: l.totalWork(s) - worked}
	for i := range l.judges {
		s.anneal.Learn(&l.judges[i], tours)
		l.work.kicks += l.kicked[i]
	}
	s.kicks += l.work.kicks
	return l, nil
}

// startStep decides whether the lanes are separate and records the state of each lane. If it is
// interrupted, the lanes share a tour, so the next step sets the tours of all lanes again.
func (l *lanes) startStep(ctx context.Context, s *ILS) error {
	l.wasApart = l.apart
	if l.apart = s.in.N() <= mostApart && s.anneal.Hot() && s.anneal.Long(); l.wasApart && !l.apart {
		l.unite(s)
	}
	s.main.Record()
	l.better = false
	if !l.wasApart || !l.apart {
		if err := l.spread(ctx, s); err != nil {
			return err
		}
	}
	for _, other := range l.others {
		other.Record()
	}
	return nil
}

// rewind undoes a step. Lanes that were united remain united.
func (l *lanes) rewind(s *ILS) {
	s.main.Rewind()
	for _, other := range l.others {
		other.Rewind()
	}
	l.apart = l.apart && l.wasApart
	l.keeper.rewind()
}

// long returns the share of kicks that should have longer segments. For cities in dense rows, the
// descent undoes most short kicks, and the search stalls (pla85900: 0.57 % after 10 s, 0.41 % with
// some long kicks). On other instances, long kicks waste time.
func long(a *anneal.Schedule) float64 { return min(max(2*a.Undone()-1, 0), 0.4) }

// regions returns the region of each lane in this step.
func (l *lanes) regions(s *ILS) []region {
	n := s.in.N()
	if l.apart {
		return slices.Repeat([]region{{0, int32(n), int32(n)}}, 1+len(l.others))
	}
	stream := rng.At(s.seed, 0, s.step)
	return divide(n, 1+len(l.others), &stream)
}

// merge applies the changes of all lanes to the first lane.
func (l *lanes) merge(s *ILS) {
	for _, other := range l.others {
		s.main.(lk.Peer).Merge(other.Journal())
		s.main.Commit()
	}
}

// unite copies the best tour to the first lane.
func (l *lanes) unite(s *ILS) {
	for _, other := range l.others {
		if other.Length() < s.main.Length() {
			s.main.(lk.Peer).Adopt(other)
		}
	}
}

// spread copies the tour of the first lane to the others. It runs before a step rather than after,
// because it is not needed after the last step.
func (l *lanes) spread(ctx context.Context, s *ILS) error {
	return parallel.Do(ctx, s.on.Threads, len(l.others), 1, func(_, i int) { l.others[i].Adopt(s.main.(lk.Peer)) })
}
