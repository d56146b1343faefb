package board

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"
)

// A pair of stops, and the distance that is saved by joining their routes.
type pair struct {
	saved int64
	s, t  int32
}

// Build makes a plan on an empty board. It joins the ends of routes in the order of the distance
// that this saves, for all pairs of neighbours [CW64]. If there are more routes than vehicles,
// those with the smallest loads are dissolved. Stops in no route are inserted, those with the
// earliest ends of windows first.
func (b *Board) Build(ctx context.Context) error {
	for s := range b.n {
		b.open(s)
	}
	for i, p := range b.pairs() {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		b.join(p.s, p.t)
	}
	b.shed()
	return b.complete(ctx)
}

// complete inserts the stops that are in no route, and removes optional ones that are not worth it.
func (b *Board) complete(ctx context.Context) error {
	left := slices.Clone(b.absent)
	slices.SortFunc(left, func(s, t int32) int {
		return cmp.Or(cmp.Compare(b.Stop[s].Window.Close, b.Stop[t].Window.Close), cmp.Compare(s, t))
	})
	for i, s := range left {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		b.Insert(s, false, 0, nil)
	}
	b.Trim()
	return nil
}

// open puts a stop into a route of its own, with the cheapest kind of vehicle, also if more
// vehicles are used than there are.
func (b *Board) open(s int32) {
	b.made[0] = append(b.made[0][:0], s)
	best := offer{kind: none, cost: math.MaxInt64}
	for k := range b.kinds {
		b.bid(int32(k), int64(b.demand[s]), &best)
	}
	if best.kind >= 0 {
		b.set(s, best.kind, b.made[0])
	}
}

// An offer is a kind of vehicle for a route and its cost.
type offer struct {
	kind   int32 // or none
	cost   int64
	turned bool // whether the route is visited in the opposite direction
}

// bid makes a kind of vehicle the best offer for the route in made[0] if it is cheaper and keeps
// all limits. Without a fleet, every route that fits is an offer.
func (b *Board) bid(kind int32, load int64, best *offer) {
	if kind < 0 || load > b.kinds[kind].capacity {
		return
	}
	if b.fleet == nil {
		best.kind = kind
		return
	}
	for _, turned := range []bool{false, true} {
		b.fleet.parts = b.fleet.parts[:0]
		for _, s := range b.made[0] {
			b.fleet.parts = append(b.fleet.parts, part{s, s, single, s})
		}
		if cost, ok := b.fleet.worth(kind, b.fleet.parts); ok && cost < best.cost {
			*best = offer{kind, cost, turned}
		}
		slices.Reverse(b.made[0])
	}
}

// pairs returns the pairs of neighbours that save some distance, largest first.
func (b *Board) pairs() []pair {
	count := 0
	for range b.saving() {
		count++
	}
	all := make([]pair, 0, count) // a list that grows would need more than twice the memory
	for p := range b.saving() {
		all = append(all, p)
	}
	slices.SortFunc(all, func(x, y pair) int {
		return cmp.Or(cmp.Compare(y.saved, x.saved), cmp.Compare(x.s, y.s), cmp.Compare(x.t, y.t))
	})
	return all
}

// saving returns the pairs of neighbours that save some distance, in no particular order.
func (b *Board) saving() iter.Seq[pair] {
	return func(yield func(pair) bool) {
		for s := range b.n {
			for _, t := range b.Lists.Of(s) {
				if t >= b.n || t < s && slices.Contains(b.Lists.Of(t), s) || b.route[s] < 0 || b.route[t] < 0 {
					continue
				}
				saved := b.space.dist(s, b.n+s) + b.space.dist(t, b.n+t) - b.space.dist(s, t)
				if saved > 0 && !yield(pair{saved, s, t}) {
					return
				}
			}
		}
	}
}

// join joins the routes of two stops, if both are ends of their routes and there is an offer that
// costs less than the two.
func (b *Board) join(s, t int32) {
	r, o := b.route[s], b.route[t]
	if r < 0 || o < 0 || r == o || !b.isEnd(s) || !b.isEnd(t) {
		return
	}
	if b.size[r] < b.size[o] {
		r, o, s, t = o, r, t, s
	}
	b.made[0] = b.walk(b.walk(b.made[0][:0], r, b.towards(s)), o, b.away(t))
	best := b.bids(r, o)
	if best.kind < 0 {
		return
	}
	if best.turned {
		slices.Reverse(b.made[0])
	}
	b.set(o, b.kind[o], nil)
	b.set(r, best.kind, b.made[0])
}

// bids returns the best offer for joining two routes that costs less than they do.
func (b *Board) bids(r, o int32) offer {
	load := b.load[r] + b.load[o]
	best := offer{kind: none, cost: b.price[r] + b.price[o]}
	b.bid(b.kind[r], load, &best)
	if len(b.kinds) > 1 {
		b.bid(b.kind[o], load, &best)
		b.bid(b.larger(load), load, &best)
	}
	return best
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

// shed gives the routes with the smallest loads other kinds of vehicles if there are more routes
// than vehicles of their kind, or dissolves them.
func (b *Board) shed() {
	var all []int32
	for r := range b.n {
		if b.size[r] > 0 {
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(r, o int32) int { return cmp.Or(cmp.Compare(b.load[r], b.load[o]), cmp.Compare(r, o)) })
	for _, r := range all {
		if b.kinds[b.kind[r]].free < 0 && !b.replace(r, math.MaxInt64) {
			b.Take(r, 0, int(b.size[r]))
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
