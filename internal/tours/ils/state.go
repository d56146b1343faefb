package ils

import (
	"context"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/incumbent"
	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// The phase names in a saved state.
const (
	inSweeps     = "sweeps"
	inDescent    = "descent"
	inLanes      = "lanes"
	inIterations = "iterations"
)

// Save writes the tour, the phase, and the annealing schedule. Lanes that share a tour are saved as
// that tour.
func (s *ILS) Save(w *state.Writer) {
	w.Section("iterated local search")
	w.Int("step", int64(s.step))
	w.Int("kicks", int64(s.kicks))
	w.Text("phase", s.phase.name())
	s.anneal.Save(w)
	w.Section("tour")
	s.main.Save(w)
	s.phase.save(w, s)
}

// Restore reads a saved search.
func (s *ILS) Restore(r *state.Reader) error {
	r.Section("iterated local search")
	s.step = r.Uint32("step")
	s.kicks = r.Count("kicks", math.MaxInt)
	phase := r.Text("phase")
	r.Fail(s.anneal.Restore(r))
	r.Section("tour")
	if err := s.main.Restore(r); err != nil {
		return err
	}
	s.aside = incumbent.Aside[tsp.Tour, int64]{}
	switch phase {
	case inSweeps:
		s.phase = &sweeps{r.Count("sweeps", math.MaxInt32)}
		if s.sweeper == nil {
			r.Failf("the state is in the sweep phase, but the parameters have no sweeps")
		}
	case inDescent:
		s.phase = &descent{}
	case inLanes:
		l, _ := newLanes(context.Background(), s, nil)
		l.restore(r, s)
		s.phase = l
	case inIterations:
		it := newIterations(s)
		it.restore(r, s)
		s.phase = it
	default:
		r.Failf("unknown phase %.20q", phase)
	}
	return r.Err()
}

func (*sweeps) name() string     { return inSweeps }
func (*descent) name() string    { return inDescent }
func (*lanes) name() string      { return inLanes }
func (*iterations) name() string { return inIterations }

func (w *sweeps) save(o *state.Writer, _ *ILS) { o.Int("sweeps", int64(w.made)) }
func (*descent) save(*state.Writer, *ILS)      {}

// save writes the best tour and, if the lanes are separate, the tours of the other lanes.
func (l *lanes) save(w *state.Writer, s *ILS) {
	l.keeper.save(w, s)
	w.Bool("apart", l.apart)
	w.Int("last kicks", int64(l.work.kicks))
	w.Int("last work", int64(l.work.work))
	for _, other := range l.others {
		if l.apart {
			other.Save(w)
		}
	}
}

func (l *lanes) restore(r *state.Reader, s *ILS) {
	l.keeper.restore(r, s)
	l.apart = r.Bool("apart")
	l.work = pace{r.Count("last kicks", math.MaxInt), r.Count("last work", math.MaxInt)}
	for _, other := range l.others {
		if l.apart && r.Err() == nil {
			r.Fail(other.Restore(r))
		}
	}
}

// save writes the best tour, and whether the search is between a kick and the next local optimum.
func (it *iterations) save(w *state.Writer, s *ILS) {
	it.keeper.save(w, s)
	w.Bool("descending", it.descending)
}

func (it *iterations) restore(r *state.Reader, s *ILS) {
	it.keeper.restore(r, s)
	it.descending = r.Bool("descending")
}

func (k *keeper) save(w *state.Writer, s *ILS) {
	state.List(w, "best", tours.Canonical(s.in, k.found.tour))
}

func (k *keeper) restore(r *state.Reader, s *ILS) {
	if t := lk.ReadTour(r, "best", s.in); r.Err() == nil {
		k.found = best{t, s.in.Length(t)}
	}
}
