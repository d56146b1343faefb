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
type lanes struct {
	main   lk.Chain
	others []lk.Twin // of the first lane
	judges []judge
	tour   tsp.Tour // the best so far …
	cost   int64    // … and its length
	kicks  float64  // per city
}

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
	stream := rng.At(s.seed, 0, s.step)
	regions := shares(s.in.N(), 1+len(l.others), &stream)
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
	l.merge(s)
	for i := range l.judges {
		s.anneal.learn(&l.judges[i])
		l.kicks += float64(l.judges[i].kicks) / float64(s.in.N())
	}
	if l.main.Length() < l.cost {
		l.cost, l.tour = l.main.Length(), l.main.Tour(l.tour[:0])
	}
	return l, nil
}

// merge puts the changes of all lanes together.
func (l *lanes) merge(s *ILS) {
	if len(l.others) == 0 {
		return
	}
	main := l.main.(lk.Twin)
	for _, other := range l.others {
		main.Merge(other.Journal())
	}
	s.inParallel(len(l.others), func(i int) {
		l.others[i].Adopt(main)
		l.others[i].Record()
	})
}
