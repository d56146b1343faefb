package ants

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// twoOpt contains the buffers and kernels of 2-opt on the device.
type twoOpt struct {
	chosen *cl.Buffer[int32] // ants whose tours are improved
	near   *cl.Buffer[int32] // two neighbours of each city on the best tour
	busy   *cl.Buffer[int32] // number of unfinished ants
	pos    *cl.Buffer[int32]
	links  *cl.Buffer[int32]
	queues *cl.Buffer[int32] // head and size of each queue

	all bool // all ants are chosen

	wakeTours, twoOptTours *cl.Kernel
}

// roundsAtOnce is the number of times that an ant processes aco's citiesAtOnce cities in a launch.
// A launch takes a few milliseconds on a graphics card, so that cancellation is quick.
const roundsAtOnce = 2

func (c *Colony) newTwoOpt(l *near.Lists) *twoOpt {
	w, n, ants := c.scope, c.n, c.improvedAnts
	o := &twoOpt{all: ants == c.ants}
	o.chosen = cl.MakeOf(w, "chosen ants", tsp.Identity(ants))
	o.near = cl.MakeOf(w, "best neighbours", make([]int32, 2*n))
	o.busy = cl.Make[int32](w, "busy ants", 1)
	o.pos, o.links = cl.Make[int32](w, "positions", ants*n), cl.Make[int32](w, "links", 2*ants*n)
	o.queues = cl.MakeOf(w, "queues", make([]int32, 2*ants))
	rings, waiting := cl.Make[int32](w, "rings", ants*n), cl.Make[uint8](w, "who waits", ants*n)
	first, city, dists := cl.MakeOf(w, "lists", l.First), cl.MakeOf(w, "neighbours", l.City), cl.MakeOf(w, "their distances", l.Dist)
	state := []any{o.chosen, int32(n), c.tours, o.pos, o.links, rings, waiting, o.queues}
	with := func(more ...any) []any { return append(state[:len(state):len(state)], more...) }
	o.wakeTours = w.Kernel(c.program, "wake_tours", with(o.near, cl.Arg("fresh", int32(0)), cl.Local{PerItem: 4})...)
	o.twoOptTours = w.Kernel(c.program, "two_opt_tours",
		with(c.place, first, city, dists, int32(roundsAtOnce), c.lengths, o.busy, cl.Local{Fixed: 16})...)
	return o
}

// descents lists the memory needs of the buffers of newTwoOpt.
func (p *plan) descents() cl.Needs {
	if !p.onDevice {
		return nil
	}
	n, ants := uint64(p.n), uint64(p.improvedAnts)
	return cl.Needs{
		{Name: "neighbour lists", Bytes: 4*(n+1) + 8*uint64(p.pairs)},
		{Name: "links", Bytes: 8 * n * ants},
		{Name: "positions", Bytes: 4 * n * ants},
		{Name: "queues", Bytes: 5*n*ants + 12*ants},
		{Name: "best neighbours", Bytes: 8 * n},
	}
}

// remember stores the neighbours of each city on the best tour. near is nil if there is no best
// tour or it is not needed.
func (o *twoOpt) remember(near []int32) error {
	if o == nil {
		return nil
	}
	matters := int32(0)
	if near != nil {
		matters = 1
		if err := o.near.Write(near); err != nil {
			return err
		}
	}
	return cl.Set(o.wakeTours, "fresh", matters)
}

// descend improves the tours of the chosen ants until all of them are local optima.
func (c *Colony) descend(ctx context.Context) error {
	o := c.twoOpt
	if err := c.choose(); err != nil {
		return err
	}
	if err := o.wakeTours.RunTeams(ctx, o.chosen.Len()); err != nil {
		return err
	}
	return o.finish(ctx)
}

// finish improves the tours until no ant is busy.
func (o *twoOpt) finish(ctx context.Context) error {
	for busy := []int32{1}; busy[0] > 0; {
		if err := o.busy.Write([]int32{0}); err != nil {
			return err
		}
		if err := o.twoOptTours.RunTeams(ctx, o.chosen.Len()); err != nil {
			return err
		}
		if err := o.busy.Read(busy); err != nil {
			return err
		}
	}
	return nil
}

// choose selects the ants to improve.
func (c *Colony) choose() error {
	if c.twoOpt.all {
		return nil
	}
	lengths, err := c.Lengths()
	if err != nil {
		return err
	}
	return c.twoOpt.chosen.Write(c.improver.Chosen(lengths))
}
