package prepare

import (
	"errors"
	"slices"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

var errNoState = errors.New("this algorithm cannot be saved")

// Save writes the best tour so far and, once it has taken over, what the algorithm has to
// say. Lists and numbers of cities follow from the instance and the parameters.
func (s *Search) Save(w *state.Writer) {
	w.Section("tours")
	w.Bool("prepared", s.Prepared())
	state.List(w, "best", s.in.Canonical(s.best))
	if !s.Prepared() {
		state.List(w, "init", s.options.Init)
		return
	}
	if s.inner == nil {
		return
	}
	inner, ok := s.inner.(search.Stateful)
	if !ok {
		w.Fail(errNoState)
		return
	}
	inner.Save(w)
}

// Restore takes up a saved search. One that was saved before its algorithm had taken
// over begins anew from the tour that it was to start from; any other must be prepared.
func (s *Search) Restore(r *state.Reader) error {
	r.Section("tours")
	prepared := r.Bool("prepared")
	best := s.readTour(r, "best")
	if r.Err() != nil {
		return r.Err()
	}
	if !prepared {
		return s.beginAnew(r)
	}
	if !s.Prepared() {
		r.Failf("prepare the search before it is restored")
		return r.Err()
	}
	s.best, s.cost = best, s.in.Cost(best)
	inner, ok := s.inner.(search.Stateful)
	switch {
	case s.inner == nil:
		return nil
	case !ok:
		return errNoState
	}
	return inner.Restore(r)
}

// beginAnew is a search that has done nothing yet. What was prepared meanwhile stays, if
// it begins from the same tour.
func (s *Search) beginAnew(r *state.Reader) error {
	init := tsp.Tour(state.ReadList[int32](r, "init", -1))
	if len(init) == 0 {
		init = nil
	}
	if r.Err() == nil && init != nil {
		r.Fail(s.in.Check(init))
	}
	if r.Err() != nil || slices.Equal(init, s.options.Init) {
		return r.Err()
	}
	again, err := New(s.in, s.params, s.algorithm, Options{init, s.options.Seed, s.options.Threads, s.options.Device})
	if err != nil {
		return err
	}
	again.device = s.device
	*s = *again
	return nil
}

func (s *Search) readTour(r *state.Reader, name string) tsp.Tour {
	t := tsp.Tour(state.ReadList[int32](r, name, s.in.N()))
	if r.Err() == nil {
		r.Fail(s.in.Check(t))
	}
	return t
}
