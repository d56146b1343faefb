package lk

import (
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Save writes the tour and the queue.
func (d *directed) Save(w *state.Writer) {
	state.List(w, "tour", fromZero(d.Tour(nil)))
	state.List(w, "queue", d.entries(nil))
}

// Restore reads a saved tour and its queue.
func (d *directed) Restore(r *state.Reader) error {
	t := ReadTour(r, "tour", d.in)
	queue := readQueue(r, int(d.n))
	if r.Err() != nil {
		return r.Err()
	}
	d.SetTour(t)
	d.fill(queue)
	return nil
}

// fromZero returns a tour rotated to start at city 0.
func fromZero(t tsp.Tour) tsp.Tour {
	at := slices.Index(t, 0)
	return append(t[at:], t[:at]...)
}

// ReadTour reads a tour of an instance and checks that it contains all fixed edges.
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
