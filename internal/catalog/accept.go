package catalog

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/tours/aco"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// accept returns an error if the algorithm cannot solve an instance with the given parameters: if
// the instance is too large or asymmetric, or if the search does not fit in memory.
func (r Row) accept(knobs params.Validator, in *tsp.Instance) error {
	switch {
	case r.Most > 0 && cities(in) > r.Most:
		return fmt.Errorf("%w %s accepts at most %d cities (a path counts as one more), but %s has %d: use ils", ErrAlgorithm, r.Name, r.Most, in.Name(), in.N())
	case r.asymmetric != "" && !in.Symmetric():
		return fmt.Errorf("%w %s needs a symmetric instance, but %s is asymmetric: use %s", ErrAlgorithm, r.Name, in.Name(), r.asymmetric)
	}
	size := in.N()
	if r.doubles && !in.Symmetric() {
		size *= 2
	}
	if err := r.affordTours(knobs, size); err != nil {
		return err
	}
	switch p := knobs.(type) {
	case ruled:
		return aco.Affordable(in.Closed().Instance, p.Rules())
	case *ArchipelagoParams:
		return r.acceptMembers(p, in)
	}
	return nil
}

// acceptMembers returns an error if the algorithm of an island cannot solve an instance.
func (r Row) acceptMembers(p *ArchipelagoParams, in *tsp.Instance) error {
	all, err := roster(p.Members, r.members)
	if err != nil {
		return err
	}
	for i, e := range all {
		if e.row.doubles && !in.Symmetric() {
			return fmt.Errorf("island %d: %w %s needs a symmetric instance as a member of islands, but %s is asymmetric: use ils", i+1, ErrAlgorithm, e.row.Name, in.Name())
		}
		if err := e.row.accept(knobsOf(e.row.Params(Size{N: in.N()})), in); err != nil {
			return fmt.Errorf("island %d: %w", i+1, err)
		}
	}
	return nil
}
