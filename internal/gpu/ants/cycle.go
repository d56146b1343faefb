package ants

import (
	"context"
	"errors"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/tours/aco"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Lay sets all trails to the same level. It also clears a selective memory.
func (c *Colony) Lay(ctx context.Context, level float32) error {
	err := errors.Join(c.levels.Fill(level), c.begin(level))
	if c.ring > 0 {
		err = errors.Join(err, c.known.Fill(unknown), c.newest.Fill(int32(c.ring-1)))
	}
	if err != nil {
		return err
	}
	return c.chooseAll(ctx)
}

// begin sets the first level of the trails.
func (c *Colony) begin(level float32) error {
	c.floor = level
	return c.basis.Write([]float32{level, 1 - c.terrain.Wear, c.terrain.Wear * level})
}

// unknown marks a trail without a destination.
const unknown = -1

// chooseAll updates the choices from the trails.
func (c *Colony) chooseAll(ctx context.Context) error {
	if c.chooseRows == nil {
		return nil
	}
	return c.chooseRows.RunTeams(ctx, c.n)
}

// Construct constructs and measures the tours of all ants.
func (c *Colony) Construct(ctx context.Context, cycle uint32) error {
	if err := c.build(ctx, cycle); err != nil {
		return err
	}
	return c.measureTours.RunTeams(context.WithoutCancel(ctx), c.ants)
}

// Fittest returns the ant with the shortest tour, and the length of that tour.
func (c *Colony) Fittest(ctx context.Context) (ant int, length int64, err error) {
	if err := c.fittestAnt.RunGroups(ctx, 1, min(fittestGroup, c.fittestAnt.MaxGroup())); err != nil {
		return 0, 0, err
	}
	var found [2]int64
	err = c.fittest.Read(found[:])
	return int(found[1]), found[0], err
}

// Lengths returns the lengths of all tours.
func (c *Colony) Lengths() ([]int64, error) {
	lengths := make([]int64, c.ants)
	return lengths, c.lengths.Read(lengths)
}

// Tour copies the tour of an ant to dst.
func (c *Colony) Tour(ant int, dst tsp.Tour) error { return c.tours.ReadAt(ant*c.n, dst[:c.n]) }

// Remember stores t as the best tour. If t is nil, no best tour is stored.
func (c *Colony) Remember(t tsp.Tour) error {
	c.remembers = t != nil
	if err := c.best.Write(t); err != nil || c.improver == nil {
		return err
	}
	c.improver.Remember(t)
	return c.twoOpt.remember(c.improver.Near())
}

// Reinforce evaporates all trails, or those of a tour, and then deposits pheromone on the tour.
func (c *Colony) Reinforce(ctx context.Context, d aco.Deposit) error {
	if d.Everywhere {
		if err := c.evaporate(ctx, d); err != nil {
			return err
		}
		d.Keep = 1
	}
	if err := c.deposit(ctx, d); err != nil {
		return err
	}
	return c.chooseAll(ctx)
}

func (c *Colony) evaporate(ctx context.Context, d aco.Deposit) error {
	k := c.evaporateTrails
	if err := errors.Join(cl.Set(k, "keep", d.Keep), cl.Set(k, "lo", d.Lo)); err != nil {
		return err
	}
	return k.Run(ctx, c.levels.Len())
}

func (c *Colony) deposit(ctx context.Context, d aco.Deposit) error {
	k, from, whose := c.depositTrails, c.tours, int32(d.Ant)
	if d.Ant == aco.Remembered {
		from, whose = c.best, 0
	}
	err := errors.Join(cl.SetBuffer(k, "tour", from), cl.Set(k, "ant", whose),
		cl.Set(k, "keep", d.Keep), cl.Set(k, "amount", d.Amount), cl.Set(k, "hi", d.Hi))
	if err != nil {
		return err
	}
	return k.Run(ctx, c.n)
}

// Branching returns the average number of edges per city that ants are likely to take.
func (c *Colony) Branching(context.Context) (float64, error) {
	levels := make([]float32, c.levels.Len())
	if err := c.levels.Read(levels); err != nil {
		return 0, err
	}
	return c.terrain.Branching(levels), nil
}
