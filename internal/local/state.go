package local

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/incumbent"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// Save writes the walks that the first step does not create, or all walks after that step. Its
// output does not depend on the engine.
func (s *Search[S]) Save(w *state.Writer) {
	w.Section("local search")
	w.Int("walks", int64(len(s.current())))
	for _, walk := range s.current() {
		walk.save(w)
	}
}

// Restore restores saved walks. It computes costs instead of reading them.
func (s *Search[S]) Restore(r *state.Reader) error {
	r.Section("local search")
	n := int(r.Int("walks"))
	if n != s.early() && n != s.count() {
		r.Failf("got %d walks, expected %d", n, s.count())
		return r.Err()
	}
	s.aside, s.walks, s.begun = incumbent.Aside[S, float64]{}, s.walks[:min(n, len(s.walks))], n == s.count()
	for i := 0; i < n && r.Err() == nil; i++ {
		if i == len(s.walks) {
			r.Fail(s.addWalk())
		}
		if r.Err() == nil {
			s.walks[i].restore(r)
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
