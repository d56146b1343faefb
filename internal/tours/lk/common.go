package lk

import (
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// common is the part of an undirected search that does not depend on the tour structure.
type common struct {
	Space
	queue
	links  []link
	lists  *near.Lists
	trial  trial
	log    [][4]int32 // flips since the last Commit
	length int64
	op     Operator
	work   int // number of cities processed so far

	hunt     hunt
	openings int // number of openings to follow per edge
	patience int // patience for each opening

	cuts      [8]int32 // cuts of the last kick
	committed int64    // length at the last Commit
	journal   Journal
	recorded  snapshot
	mender    *mender // created on first use
}

// load sets the links to those of a tour and empties the queue.
func (u *common) load(t tsp.Tour) {
	u.empty(int32(len(t)))
	u.links = resize(u.links, len(t))
	u.length = 0
	for i, c := range t {
		before := t[(i+len(t)-1)%len(t)]
		d := u.Dist(before, c)
		u.length += d
		u.links[before].city[1], u.links[c].city[0] = c, before
		short := int32(max(d, tied))
		u.links[before].dist[1], u.links[c].dist[0] = short, short
	}
	u.log = u.log[:0]
	u.committed = u.length
	u.journal.Clear()
}

// adopt copies the links of another search.
func (u *common) adopt(o *common) {
	copy(u.links, o.links)
	u.log = u.log[:0]
	u.length, u.committed = o.length, o.length
	u.journal.Clear()
}

// QueueAll queues all cities in numerical order.
func (u *common) QueueAll() {
	for c := range u.links {
		u.push(int32(c))
	}
}

// Queue implements Chain.
func (u *common) Queue(c int32) { u.push(c) }

// ClearQueue implements Peer.
func (u *common) ClearQueue() { u.fill(nil) }

// Waiting implements Peer.
func (u *common) Waiting() int { return int(u.size) }

// DrainQueue implements Peer.
func (u *common) DrainQueue(dst []int32) []int32 {
	dst = u.entries(dst)
	u.fill(nil)
	return dst
}

// Size implements Peer.
func (u *common) Size() int { return len(u.links) }

// Length implements Chain.
func (u *common) Length() int64 { return u.length }

// Work implements Peer.
func (u *common) Work() int { return u.work }

// Beside implements Peer.
func (u *common) Beside(c int32) (before, after int32) {
	return u.links[c].city[0], u.links[c].city[1]
}

// Thorough implements Peer.
func (u *common) Thorough(yes bool) {
	u.openings, u.patience = 1, patience
	if yes {
		u.openings, u.patience = mostOpenings, maxDepth
	}
}

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

// merge replays the journal entries that fit the tour and calls lost for the rest.
func (u *common) merge(j *Journal, replay func(moves [][4]int32) bool, lost func(moves [][4]int32)) (made, of int) {
	u.cuts = [8]int32{} // the changes below do not come from a kick
	at := int32(0)
	for _, e := range j.entries {
		if moves := j.moves[at:e.end]; replay(moves) {
			u.length -= e.gain
			made++
		} else {
			lost(moves)
		}
		at = e.end
	}
	return made, len(j.entries)
}

// cutCities draws the cities after which a kick cuts the tour: at and three others. The others are
// uniformly distributed [LS13 §4.3], or reached from at by random walks along the neighbour lists
// [ACR03]. If a walk ends at a city that was already drawn, ok is false.
func (u *common) cutCities(s *rng.Stream, at int32, k Kick) (cuts [4]int32, ok bool) {
	cuts[0] = at
	for i := 1; i < 4; {
		c := at
		if k.Anywhere {
			c = s.IntN(int32(len(u.links)))
		} else {
			for range k.Size {
				c = u.wander(s, c)
			}
		}
		if !slices.Contains(cuts[:i], c) {
			cuts[i] = c
			i++
		} else if !k.Anywhere {
			return cuts, false
		}
	}
	return cuts, true
}

// wander returns a random neighbour of a city. It stays at the city instead of moving to a city
// without neighbours, which is the dummy of a path.
func (u *common) wander(s *rng.Stream, c int32) int32 {
	first, count := u.lists.First[c], u.lists.First[c+1]-u.lists.First[c]
	if count == 0 {
		return c
	}
	to := u.lists.City[first+s.IntN(count)]
	if u.lists.First[to] == u.lists.First[to+1] {
		return c
	}
	return to
}

// save writes the tour, the direction of each city's links, and the queue. The tour structure is
// not part of the state, because nothing depends on it.
func (u *common) save(w *state.Writer, t tsp.Tour) {
	t = fromZero(t)
	if t[1%len(t)] != u.links[0].city[1] { // unique form: from city 0 along its second link
		slices.Reverse(t[1:])
	}
	state.List(w, "tour", t)
	backward := make([]uint8, (len(t)+7)/8)
	for i, c := range t {
		if u.links[c].city[0] == t[(i+1)%len(t)] {
			backward[i/8] |= 1 << (i % 8)
		}
	}
	state.List(w, "links", backward)
	state.List(w, "queue", u.entries(nil))
}

// restore reads a saved tour, its links and its queue.
func (u *common) restore(r *state.Reader, setTour func(t tsp.Tour)) error {
	t := ReadTour(r, "tour", u.in)
	backward := state.ReadList[uint8](r, "links", (len(u.links)+7)/8)
	queue := readQueue(r, len(u.links))
	if r.Err() != nil {
		return r.Err()
	}
	setTour(t)
	for i, c := range t {
		if backward[i/8]>>(i%8)&1 != 0 {
			u.links[c].swap()
		}
	}
	u.fill(queue)
	return nil
}
