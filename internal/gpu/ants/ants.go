// Package ants runs an ant colony on an OpenCL device, with the kernels of package aco [MMAS20 §4],
// [ACS16 §3]. Its tours and trails equal those of aco.Reference bit for bit: random numbers are
// addressed by position, weights and distances are integers, and ties are broken by number.
package ants

import (
	"context"
	"embed"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/tours/aco"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

//go:embed *.cl
var sources embed.FS

// Colony is an aco.Engine on a device. All data stays on the device. In a cycle without local
// search on the host, the host reads only the shortest length and its ant.
type Colony struct {
	plan
	terrain  *aco.Terrain
	improver *aco.Improver // nil if there is no local search
	twoOpt   *twoOpt       // nil if local search runs on the host or not at all
	device   *cl.Device
	scope    *cl.Scope // all objects created on the device

	trails
	before trails // trails before a cycle with local updates
	// first level of the trails, and factors of the local update; see terrain.cl
	basis   *cl.Buffer[float32]
	floor   float32            // first level of the trails
	choice  *cl.Buffer[uint32] // choice values of ants, in rows of Places; nil if not precomputed
	tours   *cl.Buffer[int32]
	lengths *cl.Buffer[int64]
	best    *cl.Buffer[int32] // tour stored by Remember
	fittest *cl.Buffer[int64] // shortest length and its ant

	constructTours  *cl.Kernel
	measureTours    *cl.Kernel
	fittestAnt      *cl.Kernel
	evaporateTrails *cl.Kernel
	depositTrails   *cl.Kernel
	chooseRows      *cl.Kernel // nil if choices are not precomputed
	wear            wear
	remembers       bool // a best tour is stored

	tourWords   []int32 // tours and lengths, if the host improves tours
	lengthWords []int64
}

// fittestGroup is the maximum number of work-items that search for the fittest ant.
const fittestGroup = 256

// choicePadding is the number of entries beyond the last row that alone.cl may read.
const choicePadding = 32

// NewColony creates a colony on a device and copies the terrain t to the device. The improver m
// performs the local search that the device does not support, with the same neighbour lists l.
// Without local search, m and l may be nil. The device must stay open until Close.
func NewColony(ctx context.Context, d *cl.Device, in *tsp.Instance, t *aco.Terrain, m *aco.Improver, l *near.Lists, p aco.Rules, seed uint64) (*Colony, error) {
	c, err := newColony(ctx, d, in, t, m, l, p, seed, mappingOf(d.Info(), t))
	if err != nil {
		return nil, err
	}
	if err := d.LongLoops(ctx); err != nil { // even a few hundred cities need long loops
		_ = c.Close()
		return nil, err
	}
	return c, nil
}

func newColony(ctx context.Context, d *cl.Device, in *tsp.Instance, t *aco.Terrain, m *aco.Improver, l *near.Lists, p aco.Rules, seed uint64, how mapping) (*Colony, error) {
	s := sizesOf(t, l, p)
	plan, err := newPlan(d.Info(), in, s, how)
	if err == nil {
		err = plan.affordable(d.Info(), d.Used())
	}
	if err != nil {
		return nil, err
	}
	w := cl.NewScope(d)
	c := &Colony{plan: *plan, terrain: t, improver: m, device: d, scope: w}
	c.settle(ctx, seed)
	if c.onDevice {
		c.twoOpt = c.newTwoOpt(l)
	}
	if w.Err() != nil {
		_ = c.Close()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%s with %d cities and %d ants: %w", in.Name(), s.n, s.ants, w.Err())
	}
	return c, nil
}

// settle creates the buffers and the kernels.
func (c *Colony) settle(ctx context.Context, seed uint64) {
	w, t, n, ants := c.scope, c.terrain, c.n, c.ants
	distances, err := c.where.Data(ctx)
	w.Fail(err)
	c.place = w.Put("places", distances)
	city, backup := cl.MakeOf(w, "candidate lists", t.City), cl.MakeOf(w, "backup lists", t.Backup)
	heuristic := cl.MakeOf(w, "heuristic", t.Heuristic)
	c.trails, c.basis = c.newTrails(w), cl.Make[float32](w, "first level", 3)
	if t.Updates != aco.Never {
		c.before = c.newTrails(w)
	}
	c.tours, c.lengths = cl.Make[int32](w, "tours", ants*n), cl.Make[int64](w, "lengths", ants)
	c.best, c.fittest = cl.Make[int32](w, "best tour", n), cl.Make[int64](w, "fittest ant", 2)
	size, candidates := int32(n), int32(t.Candidates)
	ground := []any{
		city, backup, c.levels, heuristic, c.choices(w), c.place, c.known, c.basis,
		size, candidates, int32(t.Spare), int32(t.Period), t.Explore, t.Alpha, t.Beta,
	}
	trails := []any{c.levels, c.known, c.newest, c.basis, city, size, candidates}
	c.program = w.Program(c.source(t))
	c.constructTours = w.Kernel(c.program, "construct_tours", and(ground, seed, cl.Arg("cycle", uint32(0)), cl.Arg("first ant", uint32(0)),
		cl.Arg("first step", int32(0)), cl.Arg("end step", size), c.tours, c.tabus(w), uint64(c.tabuEntries), cl.Local{PerItem: 8, Fixed: 16})...)
	c.measureTours = w.Kernel(c.program, "measure_tours", c.tours, c.place, size, c.lengths, cl.Local{PerItem: 8})
	c.fittestAnt = w.Kernel(c.program, "fittest_ant", c.lengths, int32(ants), c.fittest, cl.Local{PerItem: 8}, cl.Local{PerItem: 4})
	c.evaporateTrails = w.Kernel(c.program, "evaporate_trails", c.levels, uint64(c.levels.Len()), cl.Arg("keep", float32(0)), cl.Arg("lo", float32(0)))
	c.depositTrails = w.Kernel(c.program, "deposit_trails", and(trails, cl.Arg("tour", c.tours), cl.Arg("ant", int32(0)),
		cl.Arg("keep", float32(0)), cl.Arg("amount", float32(0)), cl.Arg("hi", float32(0)))...)
	if !c.fresh {
		c.chooseRows = w.Kernel(c.program, "choose_rows", and(ground, cl.Local{PerItem: 8})...)
	}
	c.wear = c.newWear(trails)
}

// and appends arguments to a copy of some.
func and(some []any, more ...any) []any { return append(some[:len(some):len(some)], more...) }

// choices returns the buffer of choices. It contains rows for all cities, or for the current city
// of each ant.
func (c *Colony) choices(w *cl.Scope) any {
	var rows *cl.Buffer[uint32]
	switch {
	case c.fresh && c.listed:
		return cl.Local{Fixed: 4 * c.width}
	case c.fresh:
		rows = cl.Make[uint32](w, "fresh choices", c.ants*freshRow(c.n))
	default:
		rows = cl.Make[uint32](w, "choices", c.n*c.places+choicePadding)
		c.choice = rows
	}
	if w.Err() == nil {
		w.Fail(rows.Fill(0)) // entries without a candidate are never written
	}
	return rows
}

// tabus returns the memory for the ants' visited cities.
func (c *Colony) tabus(w *cl.Scope) any {
	switch {
	case !c.globalTabu:
		return cl.Local{Fixed: c.tabuEntries * c.entryBytes()}
	case c.narrow:
		return cl.Make[uint16](w, "tabus", c.ants*c.tabuEntries)
	}
	return cl.Make[uint32](w, "tabus", c.ants*c.tabuEntries)
}

// Finish waits until the device is idle. It is used for timing.
func (c *Colony) Finish() error { return c.device.Finish() }

// Close releases all objects created on the device.
func (c *Colony) Close() error { return c.scope.Close() }
