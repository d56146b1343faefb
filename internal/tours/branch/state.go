package branch

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Save writes the best tours, the edges and parts that remain, and the local search.
func (b *Branch) Save(w *state.Writer) {
	w.Section("branch and bound")
	state.List(w, "tour", b.tour)
	state.List(w, "answer", b.answer)
	w.Int("step", int64(b.step))
	w.Int("rungs", int64(b.rungs))
	w.Int("edges", int64(len(b.g.edges)))
	for _, e := range b.g.edges {
		w.Int("edge", int64(e.number))
	}
	w.Int("parts", int64(len(b.parts)))
	for _, p := range b.parts {
		state.List(w, "statuses", p.s)
		state.List(w, "weights", p.pi)
		w.Int("bound", p.low)
	}
	b.local.Save(w)
}

// maxParts is the maximum number of parts of a saved search.
const maxParts = 1 << 20

// Restore reads a saved search.
func (b *Branch) Restore(r *state.Reader) error {
	r.Section("branch and bound")
	t, answer := b.readTour(r, "tour"), b.readTour(r, "answer")
	b.step = r.Count("step", math.MaxInt)
	b.rungs = r.Count("rungs", rungs)
	b.readGraph(r)
	if r.Err() != nil {
		return r.Err()
	}
	b.parts = b.parts[:0]
	for range r.Count("parts", maxParts) {
		b.parts = append(b.parts, b.readPart(r))
		if r.Err() != nil {
			return r.Err()
		}
	}
	if r.Err() != nil {
		return r.Err()
	}
	b.take(t)
	b.answer = answer
	return b.local.Restore(r)
}

func (b *Branch) readTour(r *state.Reader, name string) tsp.Tour {
	t := tsp.Tour(state.ReadList[int32](r, name, b.in.N()))
	if r.Err() == nil {
		r.Fail(b.in.Check(t))
	}
	return t
}

// readGraph reads the edges that remain.
func (b *Branch) readGraph(r *state.Reader) {
	all := newGraph(b.in)
	used := make([]bool, len(all.edges))
	for range r.Count("edges", len(used)) {
		if k := r.Count("edge", len(used)-1); r.Err() == nil {
			used[k] = true
		}
	}
	b.use(all.only(used))
}

func (b *Branch) readPart(r *state.Reader) part {
	p := part{s: state.ReadList[status](r, "statuses", len(b.g.edges)), pi: state.ReadList[int64](r, "weights", b.g.nodes)}
	p.low = r.Int("bound")
	for _, s := range p.s {
		if s > out {
			r.Failf("status %d of an edge, expected at most %d", s, out)
		}
	}
	return p
}
