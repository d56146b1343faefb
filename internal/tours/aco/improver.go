package aco

import (
	"cmp"
	"context"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// An Improver runs local search on the tours of ants, on host threads.
type Improver struct {
	in      *tsp.Instance
	threads []*lk.Improver
	count   int     // number of ants whose tours are improved
	fresh   bool    // whether to queue only cities where a tour differs from the best tour
	near    []int32 // two neighbours of each city on the best tour
}

// NewImprover returns an improver over neighbour lists, or nil if the parameters specify no local
// search.
func NewImprover(in *tsp.Instance, l *near.Lists, p Builder, threads int) *Improver {
	op, some, err := p.Operator()
	if !some || err != nil {
		return nil
	}
	m := &Improver{in: in, threads: make([]*lk.Improver, max(threads, 1)), count: p.Improved(), fresh: p.Look == "new"}
	for i := range m.threads {
		m.threads[i] = lk.NewImprover(in, l, op)
	}
	return m
}

// Remember stores the best tour, or removes it if best is nil. Remember assumes that the tour is a
// local optimum. If it is not, because local search skipped it or because it is an immigrant, the
// parts that other tours share with it are not searched.
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

// Near returns the two neighbours of each city on the stored tour. It returns nil if no tour is
// stored or if the neighbours are not needed.
func (m *Improver) Near() []int32 { return m.near }

func around(t tsp.Tour, i int) (before, after int32) {
	n := len(t)
	return t[(i+n-1)%n], t[(i+1)%n]
}

// Chosen returns the ants to improve: the m.count ants with the shortest tours. In a tie it prefers
// ants with lower numbers.
func (m *Improver) Chosen(lengths []int64) []int32 {
	ants := tsp.Identity(len(lengths))
	slices.SortStableFunc(ants, func(a, b int32) int { return cmp.Compare(lengths[a], lengths[b]) })
	return ants[:m.count]
}

// Improve runs local search on the tours of the chosen ants and updates their lengths. If ctx is
// cancelled early, the tours are valid but not local optima.
func (m *Improver) Improve(ctx context.Context, tours []tsp.Tour, lengths []int64) error {
	chosen := m.Chosen(lengths)
	return parallel.Do(ctx, len(m.threads), len(chosen), 1, func(thread, i int) {
		t := tours[chosen[i]]
		lengths[chosen[i]] = m.threads[thread].Improve(ctx, t, 0, func(c lk.Chain) { m.queue(c, t) })
	})
}

// queue queues the cities to process. It queues them in numerical order, so the result does not
// depend on the first city of the tour.
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
