package gpu

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/aco"
	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Lay sets all trails to the same level.
func (c *Colony) Lay(ctx context.Context, level float32) error {
	if err := c.levels.Fill(level); err != nil {
		return err
	}
	return c.chooseRows.RunTeams(ctx, c.n)
}

// Construct lets every ant walk a tour, and measures the tours.
func (c *Colony) Construct(ctx context.Context, cycle uint32) error {
	if err := cl.SetScalar(c.constructTours, constructCycle, cycle); err != nil {
		return err
	}
	if err := c.constructTours.RunTeams(ctx, c.ants); err != nil {
		return err
	}
	return c.measureTours.RunTeams(ctx, c.ants)
}

// Fittest is the ant with the shortest tour.
func (c *Colony) Fittest(ctx context.Context) (ant int, length int64, err error) {
	if err := c.fittestAnt.RunGroups(ctx, 1, min(fittestGroup, c.fittestAnt.MaxGroup())); err != nil {
		return 0, 0, err
	}
	var found [2]int64
	err = c.fittest.Read(found[:])
	return int(found[1]), found[0], err
}

// Tour copies the tour of an ant.
func (c *Colony) Tour(ant int, dst tsp.Tour) error { return c.tours.ReadAt(ant*c.n, dst[:c.n]) }

// Remember keeps a tour.
func (c *Colony) Remember(t tsp.Tour) error {
	if err := c.best.Write(t); err != nil || c.improver == nil {
		return err
	}
	c.improver.Remember(t)
	return c.twoOpt.remember(c.improver.Near())
}

// Reinforce lets all trails evaporate and one tour leave its own.
func (c *Colony) Reinforce(ctx context.Context, d aco.Deposit) error {
	if err := c.evaporate(ctx, d); err != nil {
		return err
	}
	if err := c.deposit(ctx, d); err != nil {
		return err
	}
	return c.chooseRows.RunTeams(ctx, c.n)
}

func (c *Colony) evaporate(ctx context.Context, d aco.Deposit) error {
	k := c.evaporateTrails
	if err := cl.SetScalar(k, evaporateKeep, d.Keep); err != nil {
		return err
	}
	if err := cl.SetScalar(k, evaporateLo, d.Lo); err != nil {
		return err
	}
	return k.Run(ctx, c.levels.Len())
}

func (c *Colony) deposit(ctx context.Context, d aco.Deposit) error {
	k, from, whose := c.depositTrails, c.tours, int32(d.Ant)
	if d.Ant == aco.Remembered {
		from, whose = c.best, 0
	}
	if err := k.SetArg(depositTour, from); err != nil {
		return err
	}
	if err := cl.SetScalar(k, depositWhose, whose); err != nil {
		return err
	}
	if err := cl.SetScalar(k, depositAmount, d.Amount); err != nil {
		return err
	}
	if err := cl.SetScalar(k, depositHi, d.Hi); err != nil {
		return err
	}
	return k.Run(ctx, c.n)
}

// Branching is the average number of edges at a city that ants are likely to take.
func (c *Colony) Branching(context.Context) (float64, error) {
	levels := make([]float32, c.levels.Len())
	if err := c.levels.Read(levels); err != nil {
		return 0, err
	}
	return c.terrain.Branching(levels), nil
}
