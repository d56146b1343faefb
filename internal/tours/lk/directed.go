package lk

import (
	"context"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// directed improves tours of asymmetric instances. Its only move exchanges two adjacent segments: a
// [b … e] [c … f] g becomes a [c … f] [b … e] g. It is the only 3-opt move that reverses nothing.
// Or-opt is a special case.
type directed struct {
	array
	Space
	queue
	lists     *near.Lists
	length    int64
	committed int64      // length at the last Commit
	log       []exchange // exchanges since the last Commit
	scratch   []int32

	recording bool
	journal   []exchange // exchanges committed since Record
	recorded  snapshot
}

// exchange swaps two adjacent segments. The first segment starts at position at.
type exchange struct{ at, first, second int32 }

// NewDirected returns a search on an asymmetric instance that starts from a copy of tour t with all
// cities queued.
func NewDirected(in *tsp.Instance, l *near.Lists, t tsp.Tour) Chain {
	d := &directed{Space: NewSpace(in), lists: l, scratch: make([]int32, len(t))}
	d.SetTour(t)
	d.QueueAll()
	return d
}

// SetTour implements Chain.
func (d *directed) SetTour(t tsp.Tour) {
	d.empty(int32(len(t)))
	d.set(t)
	d.length = d.in.Length(t)
	d.Commit()
}

// QueueAll queues all cities in tour order.
func (d *directed) QueueAll() { d.pushAll(d.tour...) }

// Queue queues a city.
func (d *directed) Queue(c int32) { d.push(c) }

// Descend processes queued cities until the queue is empty or it has processed limit cities, and
// reports whether the queue is empty. The loop is the same as in the undirected search; sharing it
// through a stored function was slower.
func (d *directed) Descend(ctx context.Context, limit int) (bool, error) {
	for turn := 1; d.size > 0 && limit > 0; limit-- {
		c := d.pop()
		for d.improve(c) {
			if limit--; limit <= 0 {
				d.push(c)
				break
			}
		}
		if turn%turnsAtOnce == 0 && ctx.Err() != nil {
			break
		}
		turn++
	}
	return d.size == 0, nil
}

// improve looks for a better successor c of a, and then for a better successor g of the city e
// before c. The edge from the city before g to the old successor of a closes the move.
func (d *directed) improve(a int32) bool {
	b := d.next(a)
	dab := d.Dist(a, b)
	for i := d.lists.First[a]; i < d.lists.First[a+1]; i++ {
		gain := dab - int64(d.lists.Dist[i])
		if gain <= 0 {
			return false
		}
		c := d.lists.City[i]
		if c == b {
			continue
		}
		if e := d.prev(c); d.close(a, b, e, c, gain+d.Dist(e, c)) {
			return true
		}
	}
	return false
}

// close tries the neighbours g of e that lie between c and a.
func (d *directed) close(a, b, e, c int32, gain int64) bool {
	room := d.span(d.pos[c], d.pos[a])
	for i := d.lists.First[e]; i < d.lists.First[e+1]; i++ {
		open := gain - int64(d.lists.Dist[i])
		if open <= 0 {
			return false
		}
		g := d.lists.City[i]
		if from := d.span(d.pos[c], d.pos[g]); from < 2 || from > room {
			continue
		}
		f := d.prev(g)
		if total := open + d.Dist(f, g) - d.Dist(f, b); total > 0 {
			d.swap(d.pos[b], d.span(d.pos[b], d.pos[e]), d.span(d.pos[c], d.pos[f]))
			d.length -= total
			d.pushAll(a, b, c, e, f, g)
			return true
		}
	}
	return false
}

// swap exchanges the segment of first cities at position at with the segment of second cities after
// it. On a cycle, exchanging any two of these segments and the rest gives the same tour, so swap
// exchanges the two shortest of the three.
func (d *directed) swap(at, first, second int32) {
	rest := d.n - first - second
	switch {
	case first >= second && first >= rest: // exchange second and rest
		at, first, second = d.wrap(at+first), second, rest
	case second >= first && second >= rest: // exchange rest and first
		at, first, second = d.wrap(at-rest), rest, first
	}
	d.perform(exchange{at, first, second})
}

// perform applies an exchange and logs it.
func (d *directed) perform(x exchange) {
	d.apply(x)
	d.log = append(d.log, x)
}

func (d *directed) apply(x exchange) {
	kept := d.scratch[:0]
	for k := range x.first {
		kept = append(kept, d.tour[d.wrap(x.at+k)])
	}
	to := x.at
	for k := range x.second {
		d.place(d.wrap(to+k), d.tour[d.wrap(d.wrap(x.at+x.first)+k)])
	}
	to = d.wrap(to + x.second)
	for k, c := range kept {
		d.place(d.wrap(to+int32(k)), c)
	}
}

func (d *directed) place(p, c int32) {
	d.tour[p] = c
	d.pos[c] = p
}

// Kick applies a double bridge with its first cut after city, and queues the cities at the cuts. It
// reports whether it changed the tour.
func (d *directed) Kick(s *rng.Stream, city int32, k Kick) bool {
	if d.n < 5 || k.Size < 1 && !k.Anywhere {
		return false
	}
	at := d.pos[city]
	lb, lc, ld := d.segments(s, k)
	var e [8]int32 // cities around the four cuts, in tour order
	for i, p := range [4]int32{at, at + lb, at + lb + lc, at + lb + lc + ld} {
		e[2*i], e[2*i+1] = d.tour[d.wrap(p)], d.tour[d.wrap(p+1)]
		if d.mustStay(e[2*i], e[2*i+1]) {
			return false
		}
	}
	d.length += d.bridge(&e)
	first := d.wrap(at + 1)
	d.perform(exchange{first, lb, lc + ld}) // B C D becomes C D B
	d.perform(exchange{first, lc, ld})      // C D B becomes D C B
	d.pushAll(e[:]...)
	return true
}

// segments draws the lengths of the three segments of a double bridge. A segment has up to k.Size
// cities or, if k.Anywhere is set, lies between two random cuts.
func (d *directed) segments(s *rng.Stream, k Kick) (lb, lc, ld int32) {
	if !k.Anywhere {
		longest := min(k.Size, (d.n-2)/3)
		return 1 + s.IntN(longest), 1 + s.IntN(longest), 1 + s.IntN(longest)
	}
	var ends [3]int32 // cuts after the first one, which is at 0
	for i := 0; i < 3; {
		if p := 1 + s.IntN(d.n-1); !slices.Contains(ends[:i], p) {
			ends[i] = p
			i++
		}
	}
	slices.Sort(ends[:])
	return ends[0], ends[1] - ends[0], ends[2] - ends[1]
}

// mustStay reports whether an edge must not be cut.
func (d *directed) mustStay(a, b int32) bool {
	p := d.in.Plain()
	return p != nil && p.Tied(a, b)
}

// Length returns the length of the tour in units of the instance.
func (d *directed) Length() int64 { return d.length }

// Tour appends the tour to dst.
func (d *directed) Tour(dst tsp.Tour) tsp.Tour { return append(dst, d.tour...) }

// Commit accepts all changes so far.
func (d *directed) Commit() {
	if d.recording {
		d.journal = append(d.journal, d.log...)
	}
	d.log, d.committed = d.log[:0], d.length
}

// Undo reverts all changes since the last Commit.
func (d *directed) Undo() {
	d.revert(d.log)
	d.log, d.length = d.log[:0], d.committed
}

func (d *directed) revert(log []exchange) {
	for i := len(log) - 1; i >= 0; i-- {
		x := log[i]
		d.apply(exchange{x.at, x.second, x.first})
	}
}

// Record implements Chain.
func (d *directed) Record() {
	d.Commit()
	d.recording, d.journal = true, d.journal[:0]
	d.recorded.queue, d.recorded.length = d.entries(d.recorded.queue[:0]), d.length
}

// Rewind implements Chain.
func (d *directed) Rewind() {
	d.Undo()
	d.revert(d.journal)
	d.journal = d.journal[:0]
	d.length, d.committed = d.recorded.length, d.recorded.length
	d.fill(d.recorded.queue)
}
