package ants

import (
	"context"
	"errors"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Improve performs local search: 2-opt on the device, and every other operator on host threads.
func (c *Colony) Improve(ctx context.Context) error {
	switch {
	case c.improver == nil:
		return nil
	case c.twoOpt != nil:
		return c.descend(ctx)
	}
	return c.improveOnHost(ctx)
}

// improveOnHost reads the tours, improves them and writes them back. It keeps the improvements made
// before ctx is done.
func (c *Colony) improveOnHost(ctx context.Context) error {
	if c.tourWords == nil {
		c.tourWords, c.lengthWords = make([]int32, c.tours.Len()), make([]int64, c.ants)
	}
	if err := errors.Join(c.tours.Read(c.tourWords), c.lengths.Read(c.lengthWords)); err != nil {
		return err
	}
	tours := make([]tsp.Tour, c.ants)
	for i := range tours {
		tours[i] = c.tourWords[i*c.n:][:c.n:c.n]
	}
	improving := c.improver.Improve(ctx, tours, c.lengthWords)
	if err := errors.Join(c.tours.Write(c.tourWords), c.lengths.Write(c.lengthWords)); err != nil {
		return err
	}
	return improving
}
