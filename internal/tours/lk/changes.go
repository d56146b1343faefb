package lk

import (
	"slices"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// This file contains the changes of an undirected search: how they are applied, logged, undone,
// recorded in a journal and merged.

// relink replaces the edges (a, b) and (c, d) with (a, c) and (b, d) in the links.
func (u *common) relink(a, b, c, d int32) {
	ac, bd := int32(u.Dist(a, c)), int32(u.Dist(b, d))
	u.links[a].replace(b, c, ac)
	u.links[d].replace(c, b, bd)
	u.links[b].replace(a, d, bd)
	u.links[c].replace(d, a, ac)
}

// kickReverted reports whether the tour contains all edges that the last kick cut. After most kicks
// the descent returns to the old tour, and there is nothing to record in the journal.
func (u *common) kickReverted() bool {
	e := &u.cuts
	for i := 0; i < 8; i += 2 {
		if l := &u.links[e[i]]; l.city[0] != e[i+1] && l.city[1] != e[i+1] {
			return false
		}
	}
	return true
}

// Journal implements Peer.
func (u *common) Journal() *Journal { return &u.journal }

// Note implements Peer.
func (u *common) Note(j *Journal) { j.Add(u.log, u.committed-u.length) }

// move replaces the edges (a, b) and (c, d) with (a, c) and (b, d), where a b … c d are in this
// order on the tour in either direction. If this would not change the tour, move does nothing,
// because undoing the move would change the order of the links.
func (u *common) move(a, b, c, d int32) {
	if b == c || a == d {
		return
	}
	u.exchange(a, b, c, d)
	u.log = append(u.log, [4]int32{a, b, c, d})
}

func (u *common) exchange(a, b, c, d int32) {
	u.store.flip(a, b, c, d)
	u.relink(a, b, c, d)
}

// gained reduces the length after a move, queues the given cities and returns true.
func (u *common) gained(gain int64, cities ...int32) bool {
	u.length -= gain
	u.pushAll(cities...)
	return true
}

// make applies the flips u.trial.moves[:moves] and queues their cities. It reports whether the tour
// became shorter.
func (u *common) make(moves int, gain int64) bool {
	for i := range u.trial.moves[:moves] {
		m := &u.trial.moves[i]
		u.move(m[0], m[1], m[2], m[3])
		u.pushAll(m[:]...)
	}
	u.length -= gain
	return gain > 0
}

// neighbour returns the next city if forward is true, or else the previous one.
func (u *common) neighbour(c int32, forward bool) int32 {
	if forward {
		return u.store.next(c)
	}
	return u.store.prev(c)
}

// moveSegment moves the segment from end to a, which lies between behind and x, to the position
// between c and f, with a next to c. The tour order, in the direction from a to x, is: behind [end
// … a] [x … first] second.
func (u *common) moveSegment(a, end, behind, x, c, f int32, forward bool) {
	first, second := c, f
	if u.neighbour(c, forward) != f {
		first, second = f, c
	}
	if first != behind {
		u.move(behind, end, first, second) // behind [first … x] [a … end] second
		u.move(behind, first, x, a)        // behind [x … first] [a … end] second
	}
	if first != c {
		u.move(first, a, end, second) // behind [x … first] [end … a] second
	}
}

// Relocate moves a stretch of length cities between a and b. The stretch starts at first and
// extends away from the k-th link of first.
func (u *common) Relocate(first int32, k int, length, a, b int32) bool {
	x := u.links[first].city[k]
	forward := u.store.next(first) == x
	last := first
	for ; length > 1; length-- {
		last = u.neighbour(last, !forward)
		if last == a || last == b {
			return false
		}
	}
	behind := u.neighbour(last, !forward)
	out, on, back := u.links[a].to(b), u.links[first].to(x), u.links[last].to(behind)
	if first == a || first == b || behind == x || x == a && behind == b || x == b && behind == a || out == tied || on == tied || back == tied {
		return false
	}
	added := u.Dist(a, first) + u.Dist(last, b) + u.Dist(behind, x)
	u.moveSegment(first, last, behind, x, a, b, forward)
	return u.gained(int64(out)+int64(on)+int64(back)-added, a, b, first, last, behind, x)
}

// doubleBridge exchanges the first and the last of the three segments between four cuts. It reports
// whether it changed the tour: a fixed edge is never cut.
func (u *common) doubleBridge(e *[8]int32) bool {
	for i := 0; i < 8; i += 2 {
		if u.links[e[i]].to(e[i+1]) == tied {
			return false
		}
	}
	u.cuts = *e
	u.length += u.bridge(e)
	u.move(e[0], e[1], e[6], e[7]) // a B C D z to a d c b z; b, c and d are B, C and D reversed
	u.move(e[0], e[6], e[5], e[4]) // to a D c b z
	u.move(e[6], e[4], e[3], e[2]) // to a D C b z
	u.move(e[4], e[2], e[1], e[7]) // to a D C B z
	u.pushAll(e[:]...)
	return true
}

// Commit accepts all changes so far.
func (u *common) Commit() {
	if u.journal.on {
		if u.length == u.committed && u.kickReverted() {
			u.Undo()
			return
		}
		u.Note(&u.journal)
	}
	u.log = u.log[:0]
	u.committed = u.length
}

// Undo reverts all changes since the last Commit.
func (u *common) Undo() {
	u.revert(0)
	u.length = u.committed
}

// revert reverts the flips since the last Commit, starting with the last one, except for
// log[:kept].
func (u *common) revert(kept int) {
	for i := len(u.log) - 1; i >= kept; i-- {
		m := &u.log[i]
		u.exchange(m[0], m[2], m[1], m[3])
	}
	u.log = u.log[:kept]
}

// Record starts a new journal and saves the current state.
func (u *common) Record() {
	u.Commit()
	u.journal.on = true
	u.journal.Clear()
	u.recorded.queue, u.recorded.length = u.entries(u.recorded.queue[:0]), u.length
	if len(u.links) > 0 {
		first := u.store.first()
		u.recorded.first = [2]int32{first, u.store.next(first)}
	}
}

// rewalkFrom is the number of flips per city from which a rewind walks along the tour once instead
// of undoing the flips, each of which may reverse half of the tour.
const rewalkFrom = 1. / 256

// Rewind restores the state saved by Record.
func (u *common) Rewind() {
	if flips := len(u.log) + len(u.journal.moves); float64(flips) > rewalkFrom*float64(len(u.links)) {
		u.rewalk()
	} else {
		u.revert(0)
		u.log, u.journal.moves = u.journal.moves, u.log
		u.revert(0)
	}
	u.journal.Clear()
	u.length, u.committed = u.recorded.length, u.recorded.length
	u.fill(u.recorded.queue)
}

// rewalk undoes all flips since Record in the links of the cities, and stores the tour along the
// links.
func (u *common) rewalk() {
	for _, flips := range [][][4]int32{u.log, u.journal.moves} {
		for _, m := range slices.Backward(flips) {
			u.relink(m[0], m[2], m[1], m[3])
		}
	}
	u.log = u.log[:0]
	t := make(tsp.Tour, len(u.links))
	before, city := u.recorded.first[0], u.recorded.first[1]
	t[0] = before
	for i := 1; i < len(t); i++ {
		t[i] = city
		l := &u.links[city]
		next := l.city[0]
		if next == before {
			next = l.city[1]
		}
		before, city = city, next
	}
	u.store.set(t)
}

// Merge applies the changes of a journal that are still possible.
func (u *common) Merge(j *Journal) (made, of int) { return u.merge(j, func([][4]int32) {}) }

// Join implements Peer.
func (u *common) Join(other Peer) {
	u.merge(other.Journal(), func(moves [][4]int32) {
		for i := range moves {
			u.pushAll(moves[i][:]...)
		}
	})
	u.pushAll(other.DrainQueue(nil)...)
}

// merge replays the journal entries that fit the tour and calls lost for the rest.
func (u *common) merge(j *Journal, lost func(moves [][4]int32)) (made, of int) {
	u.cuts = [8]int32{} // the changes below do not come from a kick
	at := int32(0)
	for _, e := range j.entries {
		if moves := j.moves[at:e.end]; u.replay(moves) {
			u.length -= e.gain
			made++
		} else {
			lost(moves)
		}
		at = e.end
	}
	return made, len(j.entries)
}

// replay applies moves if all of them fit the tour. Otherwise it applies none of them.
func (u *common) replay(moves [][4]int32) bool {
	before, t := len(u.log), u.store
	for i := range moves {
		a, b, c, d := moves[i][0], moves[i][1], moves[i][2], moves[i][3]
		if !(t.next(a) == b && t.next(c) == d || t.prev(a) == b && t.prev(c) == d) {
			u.revert(before)
			return false
		}
		u.move(a, b, c, d)
	}
	return true
}
