package board

import "github.com/tourmaline-opt/tourmaline/rng"

// Take removes the stops of a route from index from to index end, and queues their neighbours.
func (b *Board) Take(r int32, from, end int) {
	all := b.Stops(b.old[0][:0], r)
	left := append(append(b.made[0][:0], all[:from]...), all[end:]...)
	a, z := b.n+r, b.n+r
	if from > 0 {
		a = all[from-1]
	}
	if end < len(all) {
		z = all[end]
	}
	d, last := b.space.dist(a, z), a
	for _, s := range all[from:end] {
		d -= b.space.dist(last, s)
		last = s
	}
	d -= b.space.dist(last, z)
	b.Set(r, left)
	for _, s := range all[from:end] {
		b.drop(s)
	}
	b.cost += int64(d) + int64(end-from)*b.Missing
	b.queue.push(a)
	b.queue.push(z)
	b.old[0], b.made[0] = all, left
}

// Insert puts an absent stop into the cheapest place beside one of its neighbours or into an unused
// vehicle, and queues it. It skips a place with a probability of blink in 2^32 [CVB20 §5.2]. It
// reports whether there was a place.
func (b *Board) Insert(s int32, blink uint32, random *rng.Stream) bool {
	best, after, demand := int(b.Missing), int32(none), int64(b.Demand[s])
	if b.used < b.Vehicles && demand <= b.Capacity {
		best, after = 2*b.space.dist(s, b.n), b.n+b.unused[len(b.unused)-1]
	}
	l := b.Lists
	for i := l.First[s]; i < l.First[s+1]; i++ {
		w := l.City[i]
		if w >= b.n || b.route[w] < 0 || b.load[b.route[w]]+demand > b.Capacity || blink > 0 && random.Uint32() < blink {
			continue
		}
		dw := int(l.Dist[i])
		p, z := b.prev[w], b.next[w]
		if d := dw + b.space.dist(s, z) - int(b.leg[z]); d < best {
			best, after = d, w
		}
		if d := dw + b.space.dist(s, p) - int(b.leg[w]); d < best {
			best, after = d, p
		}
	}
	if after == none {
		return false
	}
	b.put(s, after, best)
	return true
}

// put inserts a stop after a node.
func (b *Board) put(s, after int32, d int) {
	r := b.route[after]
	made := b.made[0][:0]
	if after >= b.n {
		made = append(made, s)
	}
	for x := b.next[b.n+r]; x < b.n; x = b.next[x] {
		if made = append(made, x); x == after {
			made = append(made, s)
		}
	}
	b.made[0] = made
	b.queue.push(after)
	b.queue.push(b.next[after])
	b.queue.push(s)
	b.Set(r, made)
	b.cost += int64(d) - b.Missing
}

// Place fills an unused route with absent stops.
func (b *Board) Place(r int32, stops []int32) {
	if len(stops) == 0 {
		return
	}
	last, d := b.n, 0
	for _, s := range stops {
		d += b.space.dist(last, s)
		last = s
	}
	b.Set(r, stops)
	b.cost += int64(d+b.space.dist(last, b.n)) - int64(len(stops))*b.Missing
}
