package ants

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/distances"
	"github.com/tourmaline-opt/tourmaline/internal/tours/aco"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// sizes contains the sizes of all data.
type sizes struct {
	n, ants       int
	width, spare  int  // entries per row of candidates, and of backups
	sight, stride int  // entries per row of the heuristic, and of trails
	ring          int  // number of trails per city in a selective memory, or 0
	places        int  // entries per row of choices
	listed        bool // choices are among candidates only
	fresh         bool // choices are not precomputed
	wears         bool // the colony has local updates
	wave          int  // number of ants that walk at the same time, or 0
	updates       aco.Updates
	pairs         int // number of pairs of a city and a neighbour, for local search
	tabu          aco.Tabu
	onDevice      bool // local search, if any, runs on the device
	improvedAnts  int  // number of ants whose tours local search improves
}

// A mapping specifies how a colony uses a device. Tours do not depend on it.
type mapping struct {
	globalTabu bool // tabus are in global memory
	narrow     bool // tabu entries have 16 bits
	alone      bool // use the specialised code for a team of one
}

// A plan describes a colony on a device.
type plan struct {
	sizes
	mapping
	in          *tsp.Instance
	where       *distances.Place
	tabuEntries int // number of tabu entries per ant

	place   any // buffer of places
	program *cl.Program
}

// usualNeighbours is the approximate length of the neighbour lists for local search.
const usualNeighbours = 10

// sizesOf returns the sizes of a colony. If l is nil, it assumes lists of the usual length.
func sizesOf(t *aco.Terrain, l *near.Lists, p aco.Rules) sizes {
	s := sizes{
		n: t.N, ants: p.Ants, width: t.Width, spare: t.Spare, sight: t.Sight(), stride: t.Stride(), ring: t.Ring,
		places: t.Places(), listed: t.Listed, fresh: t.Fresh(), tabu: t.Tabu, wears: t.Updates != aco.Never, updates: t.Updates,
		onDevice: improves(t.Instance, p), improvedAnts: p.Improved(),
	}
	if s.wears {
		s.wave = t.WaveOf(p.Ants)
	}
	s.pairs = usualNeighbours * t.N
	if l != nil {
		s.pairs = len(l.City)
	}
	return s
}

// improves reports whether local search can run on the device, which supports only 2-opt on arrays.
func improves(in *tsp.Instance, p aco.Rules) bool {
	op, some, err := p.Operator()
	return some && err == nil && op == lk.TwoOpt && in.Symmetric() && in.N() < lk.ListFrom
}

// Fits returns an error if a colony cannot run on a device because of the instance or for lack of
// memory, as far as that is known in advance.
func Fits(info cl.Info, in *tsp.Instance, p aco.Rules) error {
	t := aco.Sketch(in, p)
	plan, err := newPlan(info, in, sizesOf(t, nil, p), mappingOf(info, t))
	if err != nil {
		return err
	}
	return plan.affordable(info, 0)
}

func newPlan(info cl.Info, in *tsp.Instance, s sizes, how mapping) (*plan, error) {
	if in.Plain() != nil {
		return nil, fmt.Errorf("%s is a path or has fixed edges, which colonies on a device do not support: use the CPU", in.Name())
	}
	if s.updates == aco.Sequential {
		return nil, fmt.Errorf("updates=%s moves one ant at a time, which a device does not support: use the CPU, or updates=%s", aco.Sequential, aco.Step)
	}
	where, err := distances.NewPlace(info, in)
	if err != nil {
		return nil, err
	}
	return &plan{sizes: s, mapping: how, in: in, where: where, tabuEntries: tabuEntries(s.tabu, s.n)}, nil
}

// tabuEntries returns the number of entries in the tabu of an ant.
func tabuEntries(kind aco.Tabu, n int) int {
	switch kind {
	case aco.LC:
		return 2 * n
	case aco.CT:
		return n
	}
	return (n + 31) / 32
}

// mappingOf chooses how to use a device. Entries of 16 bits save local memory. CPU devices have
// enough local memory and read 32 bits at a time instead. Ants in lockstep store their tabus in
// global memory between steps.
func mappingOf(info cl.Info, t *aco.Terrain) mapping {
	m := mapping{alone: info.Kind == "cpu"}
	m.narrow = t.Tabu != aco.BT && t.N < 1<<16 && !m.alone
	const warp = 32 * 8 // bytes that the smallest team needs in addition to the tabu
	need := tabuEntries(t.Tabu, t.N)*m.entryBytes() + warp + 16
	if t.Fresh() && t.Listed {
		need += 4 * t.Width
	}
	m.globalTabu = uint64(need) > info.Local || t.Lockstep()
	return m
}

// freshRow returns the stride of fresh rows for all cities. It must equal FRESH_ROW in ground.cl.
func freshRow(n int) int { return (n + 31) / 32 * 32 }

func (m mapping) entryBytes() int {
	if m.narrow {
		return 2
	}
	return 4
}

// Source returns the code that a device is asked to compile.
func Source(info cl.Info, in *tsp.Instance, p aco.Rules) (cl.Source, error) {
	t := aco.Sketch(in, p)
	plan, err := newPlan(info, in, sizesOf(t, nil, p), mappingOf(info, t))
	if err != nil {
		return cl.Source{}, err
	}
	return plan.source(t), nil
}

// source returns the kernels and the constants for compiling them.
func (p *plan) source(t *aco.Terrain) cl.Source {
	entry := "uint"
	if p.narrow {
		entry = "ushort"
	}
	defines := append(cl.Defines(p.where.Defines()),
		cl.Define{Name: "LISTED", Value: t.Listed}, cl.Define{Name: "DENSE", Value: t.Dense}, cl.Define{Name: "RING", Value: t.Ring}, cl.Define{Name: "CURVED", Value: t.Curved},
		cl.Define{Name: "WIDTH", Value: max(t.Width, 1)}, cl.Define{Name: "SELECTION", Value: int(t.Selection)},
		cl.Define{Name: "BOLD", Value: t.Bold() && t.Selection == aco.RWM}, cl.Define{Name: "UPDATES", Value: int(t.Updates)},
		cl.Define{Name: "SYMMETRIC", Value: t.Instance.Symmetric()}, cl.Define{Name: "TABU", Value: int(t.Tabu)},
		cl.Define{Name: "TABU_LOCAL", Value: !p.globalTabu}, cl.Define{Name: "ENTRY", Value: entry},
		cl.Define{Name: "ALONE", Value: p.alone})
	return cl.Source{Files: sources, File: "kernels.cl", Defines: defines}
}
