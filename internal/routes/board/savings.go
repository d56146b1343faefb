package board

import (
	"cmp"
	"context"
	"slices"
)

// A pair of stops, and the distance that is saved by joining their routes.
type pair struct {
	saved int64
	s, t  int32
}

// Build makes a plan on an empty board: by savings, or with a fleet by insertion. It fails if ctx
// is cancelled.
func (b *Board) Build(ctx context.Context) error {
	if b.fleet == nil {
		return b.savings(ctx)
	}
	return b.fill(ctx)
}

// fill inserts all stops, those with the earliest ends of windows first.
func (b *Board) fill(ctx context.Context) error {
	all := make([]int32, b.n)
	for s := range all {
		all[s] = int32(s)
	}
	slices.SortStableFunc(all, func(s, t int32) int { return cmp.Compare(b.Stop[s].Window.Close, b.Stop[t].Window.Close) })
	for i, s := range all {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		b.Insert(s, 0, nil)
	}
	return nil
}

// savings builds a plan on an empty board: it joins the ends of routes in the order of the distance
// that this saves, for all pairs of neighbours [CW64]. If there are more routes than vehicles, the
// routes with the smallest loads are left out.
func (b *Board) savings(ctx context.Context) error {
	for s := range b.n {
		if int64(b.demand[s]) <= b.kinds[0].capacity {
			b.set(s, 0, []int32{s})
		}
	}
	pairs := b.pairs()
	for i, p := range pairs {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		b.join(p.s, p.t)
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
func (b *Board) join(s, t int32) {
	r, o := b.route[s], b.route[t]
	if r < 0 || o < 0 || r == o || b.load[r]+b.load[o] > b.kinds[0].capacity || !b.isEnd(s) || !b.isEnd(t) {
		return
	}
	if b.size[r] < b.size[o] {
		r, o, s, t = o, r, t, s
	}
	b.made[0] = b.walk(b.walk(b.made[0][:0], r, b.towards(s)), o, b.away(t))
	b.set(o, 0, nil)
	b.set(r, 0, b.made[0])
}

// towards returns the links along which an end of a route comes last.
func (b *Board) towards(s int32) []int32 {
	if b.next[s] < b.n {
		return b.prev
	}
	return b.next
}

// away returns the links along which an end of a route comes first.
func (b *Board) away(s int32) []int32 {
	if b.prev[s] >= b.n {
		return b.next
	}
	return b.prev
}

// isEnd reports whether a stop is the first or last one of its route.
func (b *Board) isEnd(s int32) bool { return b.next[s] >= b.n || b.prev[s] >= b.n }

// shed removes the routes with the smallest loads if there are more than vehicles.
func (b *Board) shed() {
	if b.kinds[0].free >= 0 {
		return
	}
	var all []int32
	for r := range b.n {
		if b.size[r] > 0 {
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(r, o int32) int { return cmp.Or(cmp.Compare(b.load[r], b.load[o]), cmp.Compare(r, o)) })
	for _, r := range all[:-b.kinds[0].free] {
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

// walk appends the stops of a route in the direction of the given links.
func (b *Board) walk(dst []int32, r int32, next []int32) []int32 {
	for s := next[b.n+r]; s < b.n; s = next[s] {
		dst = append(dst, s)
	}
	return dst
}
