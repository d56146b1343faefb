package board

import "context"

// The kinds of moves. Each makes a stop v and a neighbour w adjacent; see move.
const (
	tails    = iota // two routes exchange what follows w and what precedes v
	turned          // as tails, with one part of each route reversed
	reverse         // 2-opt within a route
	relocate        // a segment that starts at v moves behind w, or before w and reversed
	exchange        // segments that start at v and beside w change places
)

// longest is the maximum number of stops in a segment that moves.
const longest = 3

// nearest is the number of neighbours for which a descent examines moves. Insertions use the whole
// list: at the ends of routes, whose edges are long, a descent would examine nearly all of it.
const nearest = 12

// A move removes the edge before v and adds the edge from w to v. The edge that w loses is the one
// after w if ahead is set, and otherwise the one before it. In a mirrored move, before and after
// have opposite meanings.
type move struct {
	kind     int
	v, w     int32
	mirrored bool
	ahead    bool
	flip     bool    // of exchange: the segment beside w is reversed
	a, b     int     // numbers of stops in the segments
	vehicle  int32   // kind of the route of w, if it has no stops yet
	over     [2]bool // of turned: whether each route is visited in the opposite direction
	delta    int64
}

// Descend makes improving moves until none is left around the queued stops. It reports whether it
// has finished: it checks ctx between stops.
func (b *Board) Descend(ctx context.Context) bool {
	for count := 0; ; count++ {
		if count&63 == 63 && ctx.Err() != nil {
			return false
		}
		v, ok := b.queue.pop()
		if !ok {
			return true
		}
		for b.route[v] >= 0 && b.improve(v) {
		}
	}
}

// Forget empties the queue.
func (b *Board) Forget() {
	for {
		if _, ok := b.queue.pop(); !ok {
			return
		}
	}
}

// improve makes the best move at v, and reports whether there was one.
func (b *Board) improve(v int32) bool {
	best := b.bestMove(v)
	if best.delta >= 0 {
		return false
	}
	b.apply(&best)
	b.queue.push(v)
	return true
}

// bestMove returns the best move at v, whose delta is 0 if there is none.
func (b *Board) bestMove(v int32) (best move) {
	for _, mirrored := range []bool{false, true} {
		x := b.view(mirrored)
		b.search(&x, v, &best)
	}
	return best
}

// A view is a board seen in one direction.
type view struct {
	*Board
	next, prev []int32
	mirrored   bool
	slack      int64 // by how much the distance of a move may be above the best delta
}

// view returns the board seen in its direction or in the opposite one.
func (b *Board) view(mirrored bool) view {
	if mirrored {
		return view{Board: b, next: b.prev, prev: b.next, mirrored: true}
	}
	return view{Board: b, next: b.next, prev: b.prev}
}

// edge returns the distance from the node before s.
func (x *view) edge(s int32) int64 {
	if x.mirrored {
		return int64(x.leg[x.prev[s]])
	}
	return int64(x.leg[s])
}

// upTo returns the load from the depot to a node, itself included.
func (x *view) upTo(s int32) int64 {
	if s >= x.n {
		return 0
	}
	if x.mirrored {
		return x.load[x.route[s]] - x.before[s] + int64(x.demand[s])
	}
	return x.before[s]
}

// search looks for a better move that removes the edge before v.
func (b *Board) search(x *view, v int32, best *move) {
	p := x.prev[v]
	lost := x.edge(v)
	l := b.Lists
	for i := l.First[v]; i < min(l.First[v+1], l.First[v]+nearest); i++ {
		g := lost - int64(l.Dist[i])
		if g <= 0 {
			return
		}
		w := l.City[i]
		if w < b.n && b.Route(w) >= 0 && w != p {
			x.beside(v, w, g, best)
		}
	}
	for k := range b.kinds {
		if node, ok := b.empty(int32(k)); ok {
			if to := b.space.dist(v, node); to < lost {
				x.beside(v, node, lost-to, best)
			}
		}
	}
}

// empty returns the node of a route without stops that belongs to a kind of vehicle until the next
// call, or false if all vehicles of the kind are used.
func (b *Board) empty(kind int32) (node int32, ok bool) {
	if b.kinds[kind].free == 0 || len(b.unused) == 0 {
		return none, false
	}
	r := b.unused[len(b.unused)-1]
	if b.fleet != nil {
		b.assign(r, kind)
	}
	return b.n + r, true
}

// beside examines the moves that make v and w adjacent. g is the gain so far.
func (x *view) beside(v, w int32, g int64, best *move) {
	if x.fleet != nil {
		x.slack = x.fleet.slack(x.kind[x.route[v]], x.kind[x.route[w]])
	}
	if w < x.n {
		x.front(v, w, g, best)
	}
	x.back(v, w, g, best)
}

// try keeps a move if it is the best.
func (x *view) try(m move, best *move) {
	if m.delta < best.delta+x.slack {
		x.keep(&m, best)
	}
}

// keep keeps a move if it is the best, and a fleet does not reject it.
func (x *view) keep(m, best *move) {
	m.mirrored, m.vehicle = x.mirrored, x.kind[x.route[m.w]]
	if x.fleet == nil || x.judge(m) && m.delta < best.delta {
		*best = *m
	}
}

// back examines the moves in which w loses the edge after it.
func (x *view) back(v, w int32, g int64, best *move) {
	p, y := x.prev[v], x.next[w]
	g += x.edge(y)
	if r, o := x.route[v], x.route[w]; r != o {
		if d := x.space.dist(p, y) - g; d < best.delta+x.slack {
			whole := x.load[r] + x.load[o]
			if joined := x.upTo(w) + x.load[r] - x.upTo(p); joined <= x.limit[o] && whole-joined <= x.limit[r] {
				x.try(move{kind: tails, v: v, w: w, ahead: true, delta: d}, best)
			}
		}
	}
	x.segments(place{v: v, w: w, y: y, ahead: true, g: g}, best)
}

// front examines the moves in which w loses the edge before it.
func (x *view) front(v, w int32, g int64, best *move) {
	p, y := x.prev[v], x.prev[w]
	g += x.edge(w)
	if d := x.space.dist(p, y) - g; d < best.delta+x.slack {
		if r, o := x.route[v], x.route[w]; r == o {
			x.try(move{kind: reverse, v: v, w: w, delta: d}, best)
		} else if heads := x.upTo(p) + x.upTo(y); heads <= x.limit[r] && x.load[r]+x.load[o]-heads <= x.limit[o] {
			x.try(move{kind: turned, v: v, w: w, delta: d}, best)
		}
	}
	x.segments(place{v: v, w: w, y: y, g: g}, best)
}
