package lk

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// An Improver applies local search to one tour after another, on one thread.
type Improver struct {
	in       *tsp.Instance
	lists    *near.Lists
	operator Operator
	chain    Chain // created on first use
}

// NewImprover returns an improver that uses neighbour lists. On asymmetric instances it exchanges
// segments and ignores the operator.
func NewImprover(in *tsp.Instance, l *near.Lists, op Operator) *Improver {
	return &Improver{in: in, lists: l, operator: op}
}

// Amounts of work between two checks of the context, in cities and in kicks without a descent.
const (
	descendAtOnce = 2000
	kicksAtOnce   = 1000
)

// Improve descends from a tour, which it changes in place, and returns its length. queue queues the
// cities to start with; if it is nil, all cities are queued. The search processes at most limit
// cities; 0 means no limit. If ctx is done early, the tour is valid but not a local optimum.
func (m *Improver) Improve(ctx context.Context, t tsp.Tour, limit int, queue func(c Chain)) int64 {
	c := m.load(t)
	if queue == nil {
		queue = Chain.QueueAll
	}
	queue(c)
	drain(ctx, c, limit)
	c.Commit()
	c.Tour(t[:0])
	return c.Length()
}

// drain processes queued cities. If limit is not 0, it processes at most limit cities.
func drain(ctx context.Context, c Chain, limit int) {
	for done, left := false, limit; !done && ctx.Err() == nil && (limit == 0 || left > 0); left -= descendAtOnce {
		part := descendAtOnce
		if limit > 0 {
			part = min(part, left)
		}
		done, _ = c.Descend(ctx, part) // can fail only on a device
	}
}

// Iterate kicks the tour of the last Improve at random cities, using TryKick. It stores the result
// in t and returns its length.
func (m *Improver) Iterate(ctx context.Context, t tsp.Tour, kicks int, k Kick, random *rng.Stream) int64 {
	c := m.chain
	for i := 0; i < kicks && ctx.Err() == nil; i++ {
		TryKick(ctx, c, random.IntN(int32(len(t))), k, random)
	}
	c.Tour(t[:0])
	return c.Length()
}

// TryKick kicks a chain after a city and descends. If the tour becomes longer, it undoes the kick
// and the descent [MOF91].
func TryKick(ctx context.Context, c Chain, at int32, k Kick, random *rng.Stream) {
	before := c.Length()
	if !c.Kick(random, at, k) {
		return
	}
	if drain(ctx, c, 0); c.Length() > before {
		c.Undo()
	} else {
		c.Commit()
	}
}

// load returns the chain with the given tour and an empty queue.
func (m *Improver) load(t tsp.Tour) Chain {
	switch {
	case m.chain != nil:
	case m.in.Symmetric():
		m.chain = NewUndirected(m.in, m.lists, t, m.operator)
	default:
		m.chain = NewDirected(m.in, m.lists, t)
	}
	m.chain.SetTour(t)
	return m.chain
}

// Kick kicks a tour in place at random cities. If ctx is done early, it performs fewer kicks.
func (m *Improver) Kick(ctx context.Context, t tsp.Tour, kicks int, k Kick, random *rng.Stream) {
	c := m.load(t)
	for i := 0; i < kicks && (i%kicksAtOnce > 0 || ctx.Err() == nil); i++ {
		c.Kick(random, random.IntN(int32(len(t))), k)
	}
	c.Commit()
	c.Tour(t[:0])
}
