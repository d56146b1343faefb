package lk

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// onArray improves tours of symmetric instances. It stores the tour in an array.
type onArray struct {
	array
	common
}

// SetTour implements Chain.
func (u *onArray) SetTour(t tsp.Tour) {
	u.set(t)
	u.load(t)
}

// Tour appends the tour to dst.
func (u *onArray) Tour(dst tsp.Tour) tsp.Tour {
	at := len(dst)
	dst = append(dst, make(tsp.Tour, u.n)...)
	u.tourInto(dst[at:])
	return dst
}

// Descend processes queued cities until the queue is empty or it has processed limit cities, and
// reports whether the queue is empty. Each improvement queues the cities whose edges changed.
func (u *onArray) Descend(_ context.Context, limit int) (bool, error) {
	left := limit
	for ; u.size > 0 && left > 0; left-- {
		for c := u.pop(); u.improve(c); {
			left--
		}
	}
	u.work += limit - left
	return u.size == 0, nil
}

// improve applies an improving move at city c, if there is one. It reports whether it applied a
// move.
func (u *onArray) improve(c int32) bool {
	switch {
	case u.n < 5:
		return false
	case u.op == TwoOpt:
		return u.twoOpt(c, 0) || u.twoOpt(c, 1)
	case u.op == OrOpt || u.n < 8:
		return u.twoOpt(c, 0) || u.orOpt(c, 0) || u.twoOpt(c, 1) || u.orOpt(c, 1)
	}
	return u.linKernighan(c, 0) || u.linKernighan(c, 1)
}

// side returns the next city if forward is true, or else the previous one.
func (u *onArray) side(c int32, forward bool) int32 {
	if forward {
		return u.next(c)
	}
	return u.prev(c)
}

// between reports whether b lies on the path from a to c in the given direction.
func (u *onArray) between(a, b, c int32, forward bool) bool {
	if !forward {
		a, c = c, a
	}
	i, k, j := u.key(a), u.key(b), u.key(c)
	if i <= j {
		return i <= k && k <= j
	}
	return k >= i || k <= j
}

// move replaces the edges (a, b) and (c, d) with (a, c) and (b, d), where a b … c d are in this
// order on the tour in either direction. If this would not change the tour, move does nothing,
// because undoing the move would change the order of the links.
func (u *onArray) move(a, b, c, d int32) {
	if b == c || a == d {
		return
	}
	u.exchange(a, b, c, d)
	u.log = append(u.log, [4]int32{a, b, c, d})
}

func (u *onArray) exchange(a, b, c, d int32) {
	u.flip(a, b, c, d)
	u.relink(a, b, c, d)
}

// Commit accepts all changes so far.
func (u *onArray) Commit() {
	if u.journal.on {
		if u.length == u.committed && u.kickReverted() {
			u.Undo()
			return
		}
		u.journal.Add(u.log, u.committed-u.length)
	}
	u.log = u.log[:0]
	u.committed = u.length
}

// Record starts a new journal and saves the current state.
func (u *onArray) Record() {
	u.Commit()
	u.journal.on = true
	u.journal.Clear()
	u.recorded.queue, u.recorded.length = u.entries(u.recorded.queue[:0]), u.length
}

// Rewind restores the state saved by Record.
func (u *onArray) Rewind() {
	u.Undo()
	u.log, u.journal.moves = u.journal.moves, u.log
	u.revert(0)
	u.journal.Clear()
	u.length, u.committed = u.recorded.length, u.recorded.length
	u.fill(u.recorded.queue)
}

// Merge applies the changes of a journal that are still possible.
func (u *onArray) Merge(j *Journal) (made, of int) {
	return u.merge(j, u.replay, func([][4]int32) {})
}

// Join implements Peer.
func (u *onArray) Join(other Peer) {
	u.merge(other.Journal(), u.replay, func(moves [][4]int32) {
		for i := range moves {
			u.pushAll(moves[i][:]...)
		}
	})
	u.pushAll(other.DrainQueue(nil)...)
}

// replay applies moves if all of them fit the tour. Otherwise it applies none of them.
func (u *onArray) replay(moves [][4]int32) bool {
	before := len(u.log)
	for i := range moves {
		a, b, c, d := moves[i][0], moves[i][1], moves[i][2], moves[i][3]
		if !(u.next(a) == b && u.next(c) == d || u.prev(a) == b && u.prev(c) == d) {
			u.revert(before)
			return false
		}
		u.move(a, b, c, d)
	}
	return true
}

// Adopt copies the tour of other.
func (u *onArray) Adopt(other Peer) {
	o := other.(*onArray)
	u.copy(&o.array)
	u.adopt(&o.common)
}

// Undo reverts all changes since the last Commit.
func (u *onArray) Undo() {
	u.revert(0)
	u.length = u.committed
}

// revert reverts the flips since the last Commit, starting with the last one, except for
// log[:kept].
func (u *onArray) revert(kept int) {
	for i := len(u.log) - 1; i >= kept; i-- {
		m := &u.log[i]
		u.exchange(m[0], m[2], m[1], m[3])
	}
	u.log = u.log[:kept]
}

// Kick applies a double bridge near city at and queues the cities at the cuts. It reports whether
// it changed the tour: a fixed edge is never cut.
func (u *onArray) Kick(s *rng.Stream, at int32, k Kick) bool {
	if u.n < 8 {
		return false
	}
	var e [8]int32 // the cities around the four cuts
	if !k.Anywhere && !k.Walk {
		u.stretch(s, at, min(k.Size, (u.n-2)/3), &e)
	} else if cuts, ok := u.cutCities(s, at, k); ok {
		u.cutAfter(&cuts, &e)
	} else {
		return false
	}
	for i := 0; i < 8; i += 2 {
		if u.links[e[i]].to(e[i+1]) == tied {
			return false
		}
	}
	u.doubleBridge(&e)
	return true
}

// stretch stores the cities around four cuts in e. The first cut is after at, and each further cut
// is 1 to longest cities beyond the previous one. stretch goes from at towards its first link,
// because the direction of the tour depends on the tour structure.
func (u *onArray) stretch(s *rng.Stream, at, longest int32, e *[8]int32) {
	forward := u.next(at) == u.links[at].city[0]
	for i := range 4 {
		e[2*i], e[2*i+1] = at, u.side(at, forward)
		if i == 3 {
			return
		}
		for range 1 + s.IntN(longest) {
			at = u.side(at, forward)
		}
	}
}

// cutAfter sorts cuts in the order in which the cities follow the first one, and stores the cities
// around the cuts in e.
func (u *onArray) cutAfter(cuts *[4]int32, e *[8]int32) {
	at := cuts[0]
	forward := u.next(at) == u.links[at].city[0]
	for i := 2; i < 4; i++ {
		for j := i; j > 1 && u.between(at, cuts[j], cuts[j-1], forward); j-- {
			cuts[j], cuts[j-1] = cuts[j-1], cuts[j]
		}
	}
	for i, c := range cuts {
		e[2*i], e[2*i+1] = c, u.side(c, forward)
	}
}

// doubleBridge exchanges the first and the last of the three segments between
// four cuts.
func (u *onArray) doubleBridge(e *[8]int32) {
	u.cuts = *e
	u.length += u.bridge(e)
	u.move(e[0], e[1], e[6], e[7]) // a B C D z to a d c b z; b, c and d are B, C and D reversed
	u.move(e[0], e[6], e[5], e[4]) // to a D c b z
	u.move(e[6], e[4], e[3], e[2]) // to a D C b z
	u.move(e[4], e[2], e[1], e[7]) // to a D C B z
	u.pushAll(e[:]...)
}

// Save implements search.Stateful.
func (u *onArray) Save(w *state.Writer) { u.save(w, u.Tour(nil)) }

// Restore implements search.Stateful.
func (u *onArray) Restore(r *state.Reader) error { return u.restore(r, u.SetTour) }

// Mend implements Peer.
func (u *onArray) Mend(ctx context.Context) (moved int) { return u.mend(ctx, u) }
