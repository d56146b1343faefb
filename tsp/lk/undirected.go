package lk

import (
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/near"
)

// Undirected improves tours of symmetric instances by 2-opt and Or-opt.
type Undirected struct {
	core
	log     [][2]int32 // reversals since the last Commit
	maxFlip int32      // longer reversals are not worth their time
	locked  [2]int32   // an edge that must stay, as cities; -1: none
}

// maxFlip bounds the work of one move on very large tours: moves that need
// more are rare and can wait for a better tour structure [JM97 §3.3].
const maxFlip = 50_000

// NewUndirected starts from tour t, which is copied. All cities are queued.
func NewUndirected(in *tsp.Instance, l *near.Lists, t tsp.Tour) *Undirected {
	return &Undirected{core: newCore(in, l, t), maxFlip: maxFlip, locked: [2]int32{-1, -1}}
}

// Descend looks at queued cities until none is left or it has looked limit
// times, and tells whether the queue is empty. Each improvement queues the
// cities whose edges changed.
func (u *Undirected) Descend(limit int) bool {
	for ; u.size > 0 && limit > 0; limit-- {
		c := u.pop()
		for u.improve(c) {
			if limit--; limit <= 0 {
				u.push(c)
				break
			}
		}
	}
	return u.size == 0
}

// improve makes the first improving move it finds at city a.
func (u *Undirected) improve(a int32) bool {
	if u.n < 5 {
		return false
	}
	return u.improveSide(a, u.next(a), true) || u.improveSide(a, u.prev(a), false)
}

// improveSide looks for a better partner of a than x, which is the next city
// (forward) or the one before.
func (u *Undirected) improveSide(a, x int32, forward bool) bool {
	if u.isLocked(a, x) {
		return false
	}
	dax := u.dist(a, x)
	lo, hi := u.lists.First[a], u.lists.First[a+1]
	if lo == hi || int64(u.lists.Dist[lo]) >= dax {
		return false
	}
	segments := u.segments(a, x, dax, forward)
	for i := lo; i < hi; i++ {
		dac := int64(u.lists.Dist[i])
		if dac >= dax {
			return false
		}
		c := u.lists.City[i]
		if u.twoOpt(a, x, c, dax-dac, forward) || u.orOpt(a, x, c, dac, &segments, forward) {
			return true
		}
	}
	return false
}

func (u *Undirected) side(c int32, forward bool) int32 {
	if forward {
		return u.next(c)
	}
	return u.prev(c)
}

func (u *Undirected) isLocked(a, b int32) bool {
	return a == u.locked[0] && b == u.locked[1] || a == u.locked[1] && b == u.locked[0]
}

// flip reverses the path between two positions, or the rest of the tour if
// that is shorter: the same tour, read the other way.
func (u *Undirected) flip(i, j int32) {
	if 2*u.span(i, j) > u.n {
		i, j = u.wrap(j+1), u.wrap(i-1)
	}
	u.turn(i, j)
}

// turn reverses and logs.
func (u *Undirected) turn(i, j int32) {
	u.reverse(i, j)
	u.log = append(u.log, [2]int32{i, j})
}

// Commit keeps everything done so far.
func (u *Undirected) Commit() { u.log = u.log[:0] }

// Undo takes back everything since the last Commit; length is the length the
// tour had then.
func (u *Undirected) Undo(length int64) {
	for i := len(u.log) - 1; i >= 0; i-- {
		u.reverse(u.log[i][0], u.log[i][1])
	}
	u.log = u.log[:0]
	u.length = length
}
