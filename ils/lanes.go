package ils

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/lk"
)

// lanes kick the same tour in different regions, each on a copy of its own.
// After every step the first lane makes the changes of the others its own, and
// they begin again from there.
//
// Cities are numbered along a space-filling curve, where there are coordinates:
// a range of numbers is a region.
//
// While a small instance is hot and there is time, the lanes go different ways instead, each with
// a tour of its own, and all go on from the best one when it has cooled down:
// what becomes of a hot tour is a matter of luck, and two tries are worth more
// than one of twice the length.
type lanes struct {
	main   lk.Chain
	others []lk.Twin // of the first lane
	apart  bool      // each has a tour of its own
	judges []judge
	tour   tsp.Tour // the best so far …
	cost   int64    // … and its length
	kicks  float64  // per city
}

// mostApart is the number of cities up to which lanes may go different ways.
const mostApart = 12_000

func newLanes(s *ILS, main lk.Chain) *lanes {
	l := &lanes{main: main, tour: main.Tour(nil), cost: main.Length(), judges: make([]judge, 1)}
	if _, ok := main.(lk.Twin); !ok {
		return l
	}
	for len(l.judges) < s.params.Lanes {
		twin := lk.NewUndirected(s.in, s.lists, l.tour, s.op)
		twin.Rest()
		twin.Record()
		l.others, l.judges = append(l.others, twin), append(l.judges, judge{})
	}
	return l
}

func (l *lanes) length() int64  { return l.cost }
func (l *lanes) best() tsp.Tour { return append(tsp.Tour(nil), l.tour...) }

func (l *lanes) step(ctx context.Context, s *ILS) (phase, error) {
	if s.params.Rounds > 0 && l.kicks >= s.params.Rounds {
		return l, search.ErrExhausted
	}
	was := l.apart
	if l.apart = s.in.N() <= mostApart && s.anneal.hot() && s.anneal.longRun(); was && !l.apart {
		l.unite(s)
	}
	regions := l.regions(s)
	s.inParallel(len(regions), func(lane int) {
		random := rng.At(s.seed, uint32(lane)+1, s.step)
		j := s.anneal.judge()
		if lane == 0 {
			s.kick(ctx, l.main, &random, regions[lane], &j)
		} else {
			s.kick(ctx, l.others[lane-1], &random, regions[lane], &j)
		}
		l.judges[lane] = j
	})
	tours := 1
	if l.apart {
		tours = len(regions)
		for _, other := range l.others {
			other.Record()
			l.keep(other)
		}
	} else {
		l.merge(s)
	}
	l.keep(l.main)
	for i := range l.judges {
		s.anneal.learn(&l.judges[i], tours)
		l.kicks += float64(l.judges[i].kicks) / float64(s.in.N())
	}
	return l, nil
}

// regions are where the lanes kick in this step.
func (l *lanes) regions(s *ILS) []region {
	n := s.in.N()
	stream := rng.At(s.seed, 0, s.step)
	all := shares(n, 1+len(l.others), &stream)
	for i := range all {
		if l.apart {
			all[i] = region{0, int32(n), int32(n)}
		}
	}
	return all
}

// keep keeps the tour of a lane if it is the best so far.
func (l *lanes) keep(c lk.Chain) {
	if c.Length() < l.cost {
		l.cost, l.tour = c.Length(), c.Tour(l.tour[:0])
	}
}

// merge puts the changes of all lanes together.
func (l *lanes) merge(s *ILS) {
	for _, other := range l.others {
		l.main.(lk.Twin).Merge(other.Journal())
	}
	l.spread(s)
}

// unite lets all lanes go on from the best of their tours.
func (l *lanes) unite(s *ILS) {
	for _, other := range l.others {
		if other.Length() < l.main.Length() {
			l.main.(lk.Twin).Adopt(other)
		}
	}
	l.spread(s)
}

// spread lets the other lanes begin again from the tour of the first.
func (l *lanes) spread(s *ILS) {
	s.inParallel(len(l.others), func(i int) {
		l.others[i].Adopt(l.main.(lk.Twin))
		l.others[i].Record()
	})
}
