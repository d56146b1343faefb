package lk

import (
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Save writes the tour, the direction of each city's links, and the queue. How
// the tour is stored is not part of the state, because nothing depends on it.
func (u *onArray) Save(w *state.Writer) {
	t := u.fromFirst()
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

// fromFirst returns the tour from city 0 along its second link: a unique form,
// however the tour is stored.
func (u *onArray) fromFirst() tsp.Tour {
	t := fromZero(u.Tour(nil))
	if t[1%len(t)] != u.links[0].city[1] {
		slices.Reverse(t[1:])
	}
	return t
}

// Restore loads a saved tour, its links and its queue.
func (u *onArray) Restore(r *state.Reader) error {
	t := ReadTour(r, "tour", u.in)
	backward := state.ReadList[uint8](r, "links", (int(u.n)+7)/8)
	queue := readQueue(r, int(u.n))
	if r.Err() != nil {
		return r.Err()
	}
	u.Take(t)
	for i, c := range t {
		if backward[i/8]>>(i%8)&1 != 0 {
			u.links[c].swap()
		}
	}
	u.fill(queue)
	return nil
}

// Save writes the tour and the queue.
func (d *Directed) Save(w *state.Writer) {
	state.List(w, "tour", fromZero(d.Tour(nil)))
	state.List(w, "queue", d.entries(nil))
}

// Restore loads a saved tour and its queue.
func (d *Directed) Restore(r *state.Reader) error {
	t := ReadTour(r, "tour", d.in)
	queue := readQueue(r, int(d.n))
	if r.Err() != nil {
		return r.Err()
	}
	d.Take(t)
	d.fill(queue)
	return nil
}

// fromZero returns a tour rotated to start at city 0.
func fromZero(t tsp.Tour) tsp.Tour {
	at := slices.Index(t, 0)
	return append(t[at:], t[:at]...)
}

// ReadTour reads a tour of an instance, with all edges that must stay.
func ReadTour(r *state.Reader, name string, in *tsp.Instance) tsp.Tour {
	t := tsp.Tour(state.ReadList[int32](r, name, in.N()))
	if r.Err() == nil {
		r.Fail(tours.CheckFixed(in, t))
	}
	return t
}

// readQueue reads the queued cities, each at most once.
func readQueue(r *state.Reader, n int) []int32 {
	queue := state.ReadList[int32](r, "queue", -1)
	waits := make([]bool, n)
	for _, c := range queue {
		if c < 0 || int(c) >= n || waits[c] {
			r.Failf("city %d is queued twice or out of range: expected each of %d cities at most once", c, n)
			return nil
		}
		waits[c] = true
	}
	return queue
}
