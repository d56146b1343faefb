package local

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/incumbent"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// Save writes all walks. Its output does not depend on the engine.
func (s *Search[S]) Save(w *state.Writer) {
	w.Section("local search")
	w.Int("walks", int64(len(s.walks)))
	for _, walk := range s.walks {
		walk.save(w)
	}
}

// Restore restores saved walks. It computes costs instead of reading them.
func (s *Search[S]) Restore(r *state.Reader) error {
	r.Section("local search")
	if n := r.Int("walks"); n != int64(len(s.walks)) {
		r.Failf("got %d walks, expected %d", n, len(s.walks))
	}
	s.aside = incumbent.Aside[S, float64]{}
	for _, w := range s.walks {
		if w.restore(r); r.Err() != nil {
			break
		}
	}
	return r.Err()
}

func (w *Walk[S]) save(o *state.Writer) {
	w.finishRewind()
	o.Section("walk")
	o.Int("level", int64(w.level))
	o.Int("turn", int64(w.turn))
	o.Bool("done", w.done)
	state.Value(o, "solution", w.At.Snapshot())
	state.Value(o, "best", w.best)
	state.List(o, "samples", w.samples(nil))
	w.strategy.save(o, w)
}

func (w *Walk[S]) restore(r *state.Reader) {
	r.Section("walk")
	w.level = r.Count("level", len(w.levels)-1)
	w.turn = r.Count("turn", math.MaxInt)
	w.done = r.Bool("done")
	w.At, w.rewinding = w.levels[w.level], false
	place, _ := w.read(r, "solution")
	w.best, w.cost = w.read(r, "best")
	samples := state.ReadList[uint32](r, "samples", len(w.renewers))
	w.strategy.restore(r, w)
	if r.Err() == nil {
		w.resetTo(place, samples)
	}
}

// read reads a solution, makes it the current solution of the walk, and computes its cost.
func (w *Walk[S]) read(r *state.Reader, name string) (place S, cost float64) {
	place = state.ReadValue[S](r, name)
	if r.Err() == nil {
		r.Fail(w.space.check(place, w.At.Snapshot()))
	}
	if r.Err() != nil {
		return w.best, w.cost
	}
	w.At.Reset(place)
	return place, w.At.Cost()
}
