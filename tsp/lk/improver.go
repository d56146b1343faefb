package lk

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/near"
)

// An Improver does local search on one tour after another, on one thread.
type Improver struct {
	in       *tsp.Instance
	lists    *near.Lists
	operator Operator
	chain    Chain // made when first needed
}

// NewImprover returns an improver over neighbour lists. On asymmetric instances it
// exchanges segments, whatever the operator is.
func NewImprover(in *tsp.Instance, l *near.Lists, op Operator) *Improver {
	return &Improver{in: in, lists: l, operator: op}
}

// descendAtOnce is the work between two checks of the context.
const descendAtOnce = 2000

// Improve descends from a tour, which it changes in place, and returns its length.
// queue queues the cities to begin with; all, if it is nil. The search processes at
// most limit cities; 0: no limit. If ctx ends early, the tour is valid but not a local
// optimum.
func (m *Improver) Improve(ctx context.Context, t tsp.Tour, limit int, queue func(c Chain)) int64 {
	c := m.take(t)
	if queue == nil {
		queue = Chain.QueueAll
	}
	queue(c)
	for done, left := false, limit; !done && ctx.Err() == nil && (limit == 0 || left > 0); left -= descendAtOnce {
		part := descendAtOnce
		if limit > 0 {
			part = min(part, left)
		}
		done, _ = c.Descend(ctx, part) // fails only on a device
	}
	c.Commit()
	c.Tour(t[:0])
	return c.Length()
}

// take returns the chain with a tour and nothing queued.
func (m *Improver) take(t tsp.Tour) Chain {
	switch {
	case m.chain != nil:
	case m.in.Symmetric():
		m.chain = NewUndirected(m.in, m.lists, t, m.operator)
	default:
		m.chain = NewDirected(m.in, m.lists, t)
	}
	m.chain.Take(t)
	return m.chain
}

// Kick changes a tour in place by double bridges at random cities, whose segments have
// up to so many cities.
func (m *Improver) Kick(t tsp.Tour, kicks, longest int, random *rng.Stream) {
	c := m.take(t)
	for range kicks {
		c.Kick(random, random.IntN(int32(len(t))), Kick{Size: int32(longest)})
	}
	c.Commit()
	c.Tour(t[:0])
}
