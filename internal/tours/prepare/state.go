package prepare

import (
	"errors"

	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

var errNoState = errors.New("the algorithm does not implement search.Stateful")

// Save writes the best tour and the state of the algorithm. It does not write the neighbour lists,
// the start tour or the city numbers, because they follow from the instance, the parameters and the
// options.
func (s *Search) Save(w *state.Writer) {
	w.Section("tours")
	w.Bool("prepared", s.Prepared())
	state.List(w, "best", tours.Canonical(s.in, s.best))
	if s.inner == nil {
		return
	}
	inner, ok := search.As[search.Stateful](s.Unwrap())
	if !ok {
		w.Fail(errNoState)
		return
	}
	inner.Save(w)
}

// Restore restores a saved search. The saved search and this one must either both be prepared or
// both be unprepared.
func (s *Search) Restore(r *state.Reader) error {
	r.Section("tours")
	if prepared := r.Bool("prepared"); r.Err() == nil && prepared != s.Prepared() {
		r.Failf("prepared is %v in the state, but %v in this search", prepared, s.Prepared())
	}
	best := s.readTour(r, "best")
	if r.Err() != nil {
		return r.Err()
	}
	s.best, s.cost = best, s.in.CostOf(s.in.Length(best))
	inner, ok := search.As[search.Stateful](s.Unwrap())
	switch {
	case s.inner == nil:
		return nil
	case !ok:
		return errNoState
	}
	return inner.Restore(r)
}

func (s *Search) readTour(r *state.Reader, name string) tsp.Tour {
	t := tsp.Tour(state.ReadList[int32](r, name, s.in.N()))
	if r.Err() == nil {
		r.Fail(s.in.Check(t))
	}
	return t
}
