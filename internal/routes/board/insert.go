package board

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/rng"
)

// Take removes the stops of a route from index from to index end, and queues their neighbours. If
// the others would break a limit without them, Take removes these as well. It returns the removed
// stops, which the next change overwrites.
func (b *Board) Take(r int32, from, end int) []int32 {
	all := b.Stops(b.old[:0], r)
	if b.fleet != nil {
		if _, stands := b.without(r, all, from, end); !stands {
			from, end = 0, len(all)
		}
	}
	left := append(append(b.made[0][:0], all[:from]...), all[end:]...)
	if from > 0 {
		b.queue.push(all[from-1])
	}
	if end < len(all) {
		b.queue.push(all[end])
	}
	b.set(r, b.kind[r], left)
	for _, s := range all[from:end] {
		b.drop(s)
	}
	b.old, b.made[0] = all, left
	return all[from:end]
}

// without returns the cost of a route without some stops, or false if it would break a limit.
func (b *Board) without(r int32, all []int32, first, end int) (int64, bool) {
	f := b.fleet
	f.parts = f.parts[:0]
	if first > 0 {
		f.parts = append(f.parts, part{all[0], all[first-1], upTo, all[first-1]})
	}
	if end < len(all) {
		f.parts = append(f.parts, part{all[end], all[len(all)-1], from, all[end]})
	}
	return f.worth(b.kind[r], f.parts)
}

// A spot is a place for a stop: after a node, in a route that has a kind of vehicle from then on.
type spot struct {
	delta       int64 // change of the cost, without that of leaving the stop out
	after, kind int32
}

// Insert puts an absent stop into the cheapest place beside one of its neighbours or into an unused
// vehicle, and queues it. It skips a place with a probability of blink in 2^32 [CVB20 §5.2]. It
// reports whether there was a place that costs less than leaving the stop out, or if it is eager,
// any place.
func (b *Board) Insert(s int32, eager bool, blink uint32, random *rng.Stream) bool {
	best := spot{b.lost[s], none, none}
	if eager {
		best.delta = math.MaxInt64 / 4
	}
	best = b.alone(s, best)
	l := b.Lists
	for i := l.First[s]; i < l.First[s+1]; i++ {
		w := l.City[i]
		if w >= b.n {
			continue
		}
		r := b.Route(w)
		if r < 0 {
			continue
		}
		kind := b.fitting(r, int64(b.demand[s]))
		if kind < 0 || blink > 0 && random.Uint32() < blink {
			continue
		}
		dw := int64(l.Dist[i])
		p, z := b.prev[w], b.next[w]
		if d := dw + b.space.dist(s, z) - int64(b.leg[z]); d < best.delta || b.fleet != nil {
			best = b.better(best, spot{d, w, kind}, s, z)
		}
		if d := dw + b.space.dist(s, p) - int64(b.leg[w]); d < best.delta || b.fleet != nil {
			best = b.better(best, spot{d, p, kind}, s, w)
		}
	}
	if best.after == none {
		return false
	}
	b.put(s, best)
	return true
}

// alone returns the better of a spot and of those in unused vehicles.
func (b *Board) alone(s int32, best spot) spot {
	for k := range b.kinds {
		if node, ok := b.empty(int32(k)); ok && int64(b.demand[s]) <= b.kinds[k].capacity {
			best = b.better(best, spot{2 * b.space.dist(s, node), node, int32(k)}, s, node)
		}
	}
	return best
}

// fitting returns the kind of vehicle with which a route has room for a demand: its own, or the
// smallest unused one, or none.
func (b *Board) fitting(r int32, demand int64) int32 {
	if b.load[r]+demand <= b.limit[r] {
		return b.kind[r]
	}
	if len(b.kinds) == 1 {
		return none
	}
	return b.larger(b.load[r] + demand)
}

// larger returns the smallest unused kind of vehicle for a load, or none.
func (b *Board) larger(load int64) int32 {
	best, least := int32(none), int64(math.MaxInt64)
	for k, kind := range b.kinds {
		if kind.free > 0 && kind.capacity >= load && kind.capacity < least {
			best, least = int32(k), kind.capacity
		}
	}
	return best
}

// better returns the better of the best spot and another one for a stop s before the node z. The
// delta of the other one is the change of the distance.
func (b *Board) better(best, at spot, s, z int32) spot {
	if (b.fleet == nil || b.assess(&at, s, z, best.delta)) && at.delta < best.delta {
		return at
	}
	return best
}

// assess sets the delta of a spot to the change of the cost. It reports false if a limit forbids
// the spot, or if the delta would be most or more.
func (b *Board) assess(at *spot, s, z int32, most int64) bool {
	f, r := b.fleet, b.route[at.after]
	if v := &f.types[at.kind]; !f.directed && at.kind == b.kind[r] && v.start == v.end && v.PerDistance*at.delta >= most {
		return false // times do not fall
	}
	f.parts = f.parts[:0]
	if at.after < b.n {
		f.parts = append(f.parts, part{b.next[b.n+r], at.after, upTo, at.after})
	}
	f.parts = append(f.parts, part{s, s, single, s})
	if z < b.n {
		f.parts = append(f.parts, part{z, b.prev[b.n+r], from, z})
	}
	cost, ok := f.worth(at.kind, f.parts)
	at.delta = cost - b.price[r]
	return ok
}

// put inserts a stop.
func (b *Board) put(s int32, at spot) {
	r := b.route[at.after]
	made := b.made[0][:0]
	if at.after >= b.n {
		made = append(made, s)
	}
	for x := b.next[b.n+r]; x < b.n; x = b.next[x] {
		if made = append(made, x); x == at.after {
			made = append(made, s)
		}
	}
	b.made[0] = made
	b.queue.push(at.after)
	b.queue.push(b.next[at.after])
	b.queue.push(s)
	b.set(r, at.kind, made)
}

// Place fills an unused route with absent stops.
func (b *Board) Place(r, kind int32, stops []int32) {
	if len(stops) > 0 {
		b.set(r, kind, stops)
	}
}
