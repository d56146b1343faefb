package board

import (
	"cmp"
	"context"
	"slices"
)

// A pair of stops, and the distance that is saved by joining their routes.
type pair struct {
	saved int
	s, t  int32
}

// Savings builds a plan on an empty board: it joins the ends of routes in the order of the distance
// that this saves, for all pairs of neighbours [CW64]. If there are more routes than vehicles, the
// routes with the smallest loads are left out.
func (b *Board) Savings(ctx context.Context) error {
	for s := range b.n {
		if int64(b.Demand[s]) <= b.Capacity {
			b.Set(s, []int32{s})
			b.cost += int64(2*b.space.dist(s, b.n)) - b.Missing
		}
	}
	pairs := b.pairs()
	for i, p := range pairs {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		b.join(p.s, p.t, p.saved)
	}
	b.shed()
	return nil
}

// pairs returns the pairs of neighbours that save some distance, largest first.
func (b *Board) pairs() (all []pair) {
	for s := range b.n {
		for _, t := range b.Lists.Of(s) {
			if t >= b.n || t < s && slices.Contains(b.Lists.Of(t), s) {
				continue
			}
			if saved := b.space.dist(s, b.n) + b.space.dist(t, b.n) - b.space.dist(s, t); saved > 0 {
				all = append(all, pair{saved, s, t})
			}
		}
	}
	slices.SortFunc(all, func(x, y pair) int {
		return cmp.Or(cmp.Compare(y.saved, x.saved), cmp.Compare(x.s, y.s), cmp.Compare(x.t, y.t))
	})
	return all
}

// join joins the routes of two stops, if both are ends of their routes and the load fits.
func (b *Board) join(s, t int32, saved int) {
	r, o := b.route[s], b.route[t]
	if r < 0 || o < 0 || r == o || b.load[r]+b.load[o] > b.Capacity || !b.isEnd(s) || !b.isEnd(t) {
		return
	}
	if b.size[r] < b.size[o] {
		r, o, s, t = o, r, t, s
	}
	b.made[0] = b.walk(b.walk(b.made[0][:0], r, b.towards(s)), o, b.from(t))
	b.Set(o, nil)
	b.Set(r, b.made[0])
	b.cost -= int64(saved)
}

// towards returns the links along which an end of a route comes last.
func (b *Board) towards(s int32) []int32 {
	if b.next[s] < b.n {
		return b.prev
	}
	return b.next
}

// from returns the links along which an end of a route comes first.
func (b *Board) from(s int32) []int32 {
	if b.prev[s] >= b.n {
		return b.next
	}
	return b.prev
}

// isEnd reports whether a stop is the first or last one of its route.
func (b *Board) isEnd(s int32) bool { return b.next[s] >= b.n || b.prev[s] >= b.n }

// shed removes the routes with the smallest loads if there are more than vehicles.
func (b *Board) shed() {
	if b.used <= b.Vehicles {
		return
	}
	var all []int32
	for r := range b.n {
		if b.size[r] > 0 {
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(r, o int32) int { return cmp.Or(cmp.Compare(b.load[r], b.load[o]), cmp.Compare(r, o)) })
	for _, r := range all[:b.used-b.Vehicles] {
		b.Take(r, 0, int(b.size[r]))
	}
}

// QueueAll queues all stops in routes.
func (b *Board) QueueAll() {
	for s := range b.n {
		if b.route[s] >= 0 {
			b.queue.push(s)
		}
	}
}
