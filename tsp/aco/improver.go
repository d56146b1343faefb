package aco

import (
	"cmp"
	"context"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/lk"
	"github.com/tourmaline-opt/tourmaline/tsp/near"
)

// An Improver does local search on ants' tours on threads of the host.
type Improver struct {
	in       *tsp.Instance
	lists    *near.Lists
	operator lk.Operator
	count    int  // of the ants whose tours it improves
	fresh    bool // look only where a tour differs from the best one

	chains []lk.Chain // one for each thread, made when it is wanted
	near   []int32    // the neighbours of each city on the best tour, two each
}

// citiesAtOnce is the work between two looks at the context.
const citiesAtOnce = 2000

// NewImprover makes an improver over neighbour lists, or nil where the parameters
// want none.
func NewImprover(in *tsp.Instance, l *near.Lists, p Builder, threads int) *Improver {
	op, some, err := p.Operator()
	if !some || err != nil {
		return nil
	}
	return &Improver{
		in: in, lists: l, operator: op, count: p.Improved(), fresh: p.Look == "new",
		chains: make([]lk.Chain, max(threads, 1)),
	}
}

// Remember takes a tour for the best one; nil is none. It is taken for a local optimum: one that
// local search has left alone, or that came from elsewhere, is not looked at where
// others agree with it.
func (m *Improver) Remember(best tsp.Tour) {
	if m.near = m.near[:0]; !m.fresh || best == nil {
		m.near = nil
		return
	}
	m.near = slices.Grow(m.near[:0], 2*len(best))[:2*len(best)]
	for i, c := range best {
		before, after := around(best, i)
		m.near[2*c], m.near[2*c+1] = before, after
	}
}

// Near are the neighbours of each city on the tour that is remembered, two each; nil
// without one, or where it does not matter.
func (m *Improver) Near() []int32 { return m.near }

func around(t tsp.Tour, i int) (before, after int32) {
	n := len(t)
	return t[(i+n-1)%n], t[(i+1)%n]
}

// Chosen are the ants to improve: the best share, and of equals the first.
func (m *Improver) Chosen(lengths []int64) []int32 {
	ants := make([]int32, len(lengths))
	for i := range ants {
		ants[i] = int32(i)
	}
	slices.SortStableFunc(ants, func(a, b int32) int { return cmp.Compare(lengths[a], lengths[b]) })
	return ants[:m.count]
}

// Improve descends from the tours of the chosen ants, and brings their lengths up
// to date. When ctx ends, the tours are somewhere on the way.
func (m *Improver) Improve(ctx context.Context, tours []tsp.Tour, lengths []int64) error {
	chosen := m.Chosen(lengths)
	return parallel.Do(ctx, len(m.chains), len(chosen), 1, func(thread, i int) {
		ant := chosen[i]
		lengths[ant] = m.descend(ctx, thread, tours[ant])
	})
}

// descend improves a tour in place.
func (m *Improver) descend(ctx context.Context, thread int, t tsp.Tour) int64 {
	c := m.chains[thread]
	if c == nil {
		if m.in.Symmetric() {
			c = lk.NewUndirected(m.in, m.lists, t, m.operator)
		} else {
			c = lk.NewDirected(m.in, m.lists, t)
		}
		m.chains[thread] = c
	}
	c.Take(t)
	m.queue(c, t)
	for done := false; !done && ctx.Err() == nil; {
		done, _ = c.Descend(ctx, citiesAtOnce) // fails only on a device
	}
	c.Commit()
	c.Tour(t[:0])
	return c.Length()
}

// queue says where to look first: in the order of the cities' numbers, so that it
// does not matter where a tour begins.
func (m *Improver) queue(c lk.Chain, t tsp.Tour) {
	if m.near == nil {
		c.QueueAll()
		return
	}
	place := make([]int32, len(t))
	for i, city := range t {
		place[city] = int32(i)
	}
	for city, i := range place {
		before, after := around(t, int(i))
		a, b := m.near[2*city], m.near[2*city+1]
		if (before != a || after != b) && (before != b || after != a || !m.in.Symmetric()) {
			c.Queue(int32(city))
		}
	}
}
