package ants

import (
	"context"
	"errors"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/tours/aco"
)

// wear contains the kernels of the local update [ACS16 eq. 3]. All of them are nil in MMAS.
type wear struct {
	placeTours, wearTrails *cl.Kernel // run after a wave of ants
	wearStep               *cl.Kernel // runs after a step of all ants
	readStep, writeStep    *cl.Kernel // run after a step of a wave of ants
}

// stepsAtOnce is the maximum number of steps per launch for ants in lockstep. Cancellation takes
// effect between launches.
const stepsAtOnce = 64

func (c *Colony) newWear(trails []any) wear {
	w, size := c.scope, int32(c.n)
	switch c.terrain.Updates {
	case aco.Wave:
		places := cl.Make[int32](w, "places on tours", c.wave*c.n)
		return wear{
			placeTours: w.Kernel(c.program, "place_tours", c.tours, size, cl.Arg("first ant", int32(0)), cl.Arg("ants", int32(0)), places),
			wearTrails: w.Kernel(c.program, "wear_trails",
				and(trails, c.tours, places, cl.Arg("first ant", int32(0)), cl.Arg("ants", int32(0)), int32(c.terrain.Period))...),
		}
	case aco.Step:
		return wear{wearStep: w.Kernel(c.program, "wear_step", and(trails, c.tours, int32(c.ants), cl.Arg("step", int32(0)))...)}
	case aco.Immediate:
		updates := cl.Make[float32](w, "updates of a step", 2*c.wave)
		arguments := and(trails, c.tours, cl.Arg("first ant", int32(0)), cl.Arg("ants", int32(0)), cl.Arg("step", int32(0)), updates)
		return wear{readStep: w.Kernel(c.program, "read_step", arguments...), writeStep: w.Kernel(c.program, "write_step", arguments...)}
	}
	return wear{}
}

// build constructs all tours in one launch, or in the order that local updates require.
func (c *Colony) build(ctx context.Context, cycle uint32) error {
	if err := cl.Set(c.constructTours, "cycle", cycle); err != nil {
		return err
	}
	if c.terrain.Updates == aco.Never {
		return c.constructTours.RunTeams(ctx, c.ants)
	}
	if err := c.copyTrails(&c.before, &c.trails); err != nil {
		return err
	}
	for first := 0; first < c.ants; first += c.wave {
		if err := cl.Set(c.constructTours, "first ant", uint32(first)); err != nil {
			return err
		}
		if err := c.buildWave(ctx, first, min(c.wave, c.ants-first)); err != nil {
			return err
		}
	}
	return nil
}

// buildWave constructs the tours of count ants, which walk at the same time, and makes their local
// updates.
func (c *Colony) buildWave(ctx context.Context, first, count int) error {
	if c.terrain.Lockstep() {
		return c.inStep(ctx, first, count)
	}
	if err := c.constructTours.RunTeams(ctx, count); err != nil || c.terrain.Updates == aco.Relaxed {
		return err
	}
	return c.wearWave(context.WithoutCancel(ctx), first, count)
}

// wearWave updates the edges of a wave's tours. It also updates the choices, except after the last
// wave, because Reinforce updates the choices after the deposit on the best tour.
func (c *Colony) wearWave(ctx context.Context, first, count int) error {
	err := errors.Join(
		cl.Set(c.wear.placeTours, "first ant", int32(first)), cl.Set(c.wear.placeTours, "ants", int32(count)),
		cl.Set(c.wear.wearTrails, "first ant", int32(first)), cl.Set(c.wear.wearTrails, "ants", int32(count)))
	if err != nil {
		return err
	}
	if err := c.wear.placeTours.Run(ctx, count*c.n); err != nil {
		return err
	}
	if err := c.wear.wearTrails.Run(ctx, c.n); err != nil || first+count == c.ants {
		return err
	}
	return c.chooseAll(ctx)
}

// inStep moves the ants of a wave one step at a time. Before the next step it updates the edges
// that the ants have used [ACS16 §3.1.2]. Consecutive steps without updates between them are one
// launch.
func (c *Colony) inStep(ctx context.Context, ant, count int) error {
	period := c.terrain.Period
	for first := 0; first <= c.n; { // step 0 chooses the first city
		if err := ctx.Err(); err != nil {
			return err
		}
		last := max(first, 1)
		// Step n closes the tours.
		last = min((last+period-1)/period*period, first+stepsAtOnce-1, c.n)
		err := c.takeSteps(context.WithoutCancel(ctx), count, first, min(last+1, c.n))
		if err == nil && last > 0 && last%period == 0 {
			err = c.wearOnce(context.WithoutCancel(ctx), last, ant, count)
		}
		if err != nil {
			return err
		}
		first = last + 1
	}
	return nil
}

// takeSteps moves count ants from step first to step end-1, with the same trails.
func (c *Colony) takeSteps(ctx context.Context, count, first, end int) error {
	if first >= end {
		return nil
	}
	err := errors.Join(
		cl.Set(c.constructTours, "first step", int32(first)), cl.Set(c.constructTours, "end step", int32(end)))
	if err != nil {
		return err
	}
	return c.constructTours.RunTeams(ctx, count)
}

// wearOnce updates the edges that lead to the cities of one step.
func (c *Colony) wearOnce(ctx context.Context, step, first, count int) error {
	if c.terrain.Updates == aco.Immediate {
		return c.wearAtOnce(ctx, step, first, count)
	}
	if err := cl.Set(c.wear.wearStep, "step", int32(step)); err != nil {
		return err
	}
	return c.wear.wearStep.Run(ctx, count)
}

// wearAtOnce lets all ants of a wave read the trails of their edges before any of them writes. The
// updates of a selective memory are written by one work-item, in the order of the ants.
func (c *Colony) wearAtOnce(ctx context.Context, step, first, count int) error {
	for _, k := range []*cl.Kernel{c.wear.readStep, c.wear.writeStep} {
		err := errors.Join(cl.Set(k, "step", int32(step)), cl.Set(k, "first ant", int32(first)), cl.Set(k, "ants", int32(count)))
		if err != nil {
			return err
		}
	}
	if err := c.wear.readStep.Run(ctx, count); err != nil {
		return err
	}
	if c.ring > 0 {
		count = 1
	}
	return c.wear.writeStep.Run(ctx, count)
}
