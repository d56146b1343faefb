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
	store  store
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

// A store holds the order of the cities on a tour. The search calls array and list directly; only
// changes of the tour go through this interface.
type store interface {
	set(t tsp.Tour)
	copy(from store)
	tourInto(dst tsp.Tour)
	first() int32 // city with which tourInto begins
	next(c int32) int32
	prev(c int32) int32
	flip(a, b, c, d int32)
}

// start initialises the search, whose tour is in s, with a copy of tour t and all cities queued.
func (u *common) start(in *tsp.Instance, l *near.Lists, t tsp.Tour, op Operator, s store) {
	u.Space, u.lists, u.op, u.store = NewSpace(in), l, op, s
	u.Thorough(false)
	u.SetTour(t)
	u.QueueAll()
}

// SetTour implements Chain.
func (u *common) SetTour(t tsp.Tour) {
	u.store.set(t)
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

// Tour appends the tour to dst.
func (u *common) Tour(dst tsp.Tour) tsp.Tour {
	at := len(dst)
	dst = append(dst, make(tsp.Tour, len(u.links))...)
	u.store.tourInto(dst[at:])
	return dst
}

func (u *common) shared() *common { return u }

// Adopt copies the tour of other.
func (u *common) Adopt(other Peer) {
	o := other.(interface{ shared() *common }).shared()
	u.store.copy(o.store)
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

// Save writes the tour, the direction of each city's links, and the queue. The tour structure is
// not part of the state, because nothing depends on it.
func (u *common) Save(w *state.Writer) {
	t := fromZero(u.Tour(nil))
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

// Restore reads a saved tour, its links and its queue.
func (u *common) Restore(r *state.Reader) error {
	t := ReadTour(r, "tour", u.in)
	backward := state.ReadList[uint8](r, "links", (len(u.links)+7)/8)
	queue := readQueue(r, len(u.links))
	if r.Err() != nil {
		return r.Err()
	}
	u.SetTour(t)
	for i, c := range t {
		if backward[i/8]>>(i%8)&1 != 0 {
			u.links[c].swap()
		}
	}
	u.fill(queue)
	return nil
}
