package prepare

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// makeDoubled converts an asymmetric instance to symmetric form, if the algorithm needs it, and
// builds its neighbour lists.
func (s *Search) makeDoubled(ctx context.Context) error {
	d := s.plain.Instance.Doubled()
	l, err := near.Doubled(ctx, d.Instance, s.params.Neighbours, s.options.Threads)
	if err == nil {
		s.doubled, s.dual = d, l
	}
	return err
}

// doubles reports whether the algorithm receives the instance in symmetric form.
func (s *Search) doubles() bool { return s.options.Symmetric && !s.in.Symmetric() }

// job returns the job for the algorithm, given a tour of the plain instance.
func (s *Search) job(ctx context.Context, first tsp.Tour) (Job, error) {
	j := Job{Seed: s.options.Seed, Threads: s.options.Threads}
	if s.doubled == nil {
		j.Instance, j.Lists, j.Start = s.plain.Instance, s.lists.Fit(s.plain), first
		return j, nil
	}
	j.Instance, j.Lists, j.Start = s.doubled.Instance, s.dual, s.doubled.Double(first)
	if s.params.Start != "greedy" || s.options.Init != nil {
		return j, nil
	}
	t, err := start.Greedy(ctx, j.Instance, j.Lists, j.Threads)
	if err == nil {
		j.Start = t
		s.consider(s.doubled.Back(t))
	}
	return j, err
}

// answer converts a tour of the algorithm to original city numbers.
func (s *Search) answer(t tsp.Tour) tsp.Tour {
	if s.doubled != nil {
		t = s.doubled.Back(t)
	}
	return s.outside(t)
}

// question converts a tour with original city numbers to a tour of the job.
func (s *Search) question(t tsp.Tour) tsp.Tour {
	t = s.plain.Fit(s.inside(t))
	if s.doubled != nil {
		t = s.doubled.Double(t)
	}
	return t
}
