// Package record stores the best tour of a search.
package record

import (
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/incumbent"
	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Record holds the best tour of completed steps and, separately, the best tour of interrupted
// steps.
type Record struct {
	in     *tsp.Instance
	tour   tsp.Tour
	length int64
	aside  incumbent.Aside[tsp.Tour, int64]
}

// New returns a record with a copy of the start tour.
func New(in *tsp.Instance, start tsp.Tour) Record {
	return Record{in: in, tour: slices.Clone(start), length: in.Length(start)}
}

// Cost returns the cost of the best tour.
func (r *Record) Cost() float64 { return r.in.CostOf(r.aside.Min(r.length)) }

// Best returns a copy of the best tour.
func (r *Record) Best() tsp.Tour {
	if r.aside.Beats(r.length) {
		return slices.Clone(r.aside.Solution())
	}
	return slices.Clone(r.tour)
}

// Length returns the length of the best tour of completed steps.
func (r *Record) Length() int64 { return r.length }

// Tour returns the best tour of completed steps. The caller must not change it.
func (r *Record) Tour() tsp.Tour { return r.tour }

// Keep stores a tour of a completed step if it is shorter than Tour. copyTo writes the tour to its
// argument.
func (r *Record) Keep(length int64, copyTo func(tsp.Tour) error) error {
	if length >= r.length {
		return nil
	}
	r.length = length
	return copyTo(r.tour)
}

// KeepAside stores a tour of an interrupted step if it is shorter than Best.
func (r *Record) KeepAside(length int64, copyTo func(tsp.Tour) error) error {
	if length >= r.aside.Min(r.length) {
		return nil
	}
	t := make(tsp.Tour, len(r.tour))
	if err := copyTo(t); err != nil {
		return err
	}
	r.aside.Keep(t, length)
	return nil
}

// Adopt checks a tour from a different search, stores a copy if it is shorter than Best, and
// reports whether it is shorter.
func (r *Record) Adopt(t tsp.Tour) (shorter bool, err error) {
	if err := tours.CheckFixed(r.in, t); err != nil {
		return false, err
	}
	length := r.in.Length(t)
	if length >= r.aside.Min(r.length) {
		return false, nil
	}
	copy(r.tour, t)
	r.length = length
	return true, nil
}

// Save writes the best tour of completed steps.
func (r *Record) Save(w *state.Writer) { state.List(w, "best", r.tour) }

// Restore reads a tour that Save has written.
func (r *Record) Restore(from *state.Reader) {
	if t := lk.ReadTour(from, "best", r.in); from.Err() == nil {
		*r = Record{in: r.in, tour: t, length: r.in.Length(t)}
	}
}
