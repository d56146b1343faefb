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

// sizes holds the sizes of all data.
type sizes struct {
	n, ants       int
	width, spare  int  // of rows of candidates, and of backups
	sight, stride int  // of rows of the heuristic, and of trails
	ring          int  // trails of a city in a selective memory, else 0
	places        int  // of rows of choices
	listed        bool // choices are of candidates
	fresh         bool // choices are not precomputed
	wears         bool // there are local updates
	wave          int  // ants whose local updates are made together, 0 if none are
	pairs         int  // of cities and their neighbours, for local search
	tabu          aco.Tabu
	onDevice      bool // local search runs on the device, if there is any …
	improvedAnts  int  // … for this many ants
}

// A mapping specifies how a colony uses a device. Tours do not depend on it.
type mapping struct {
	globalTabu bool // the tabus are too large for local memory
	narrow     bool // entries of a tabu have 16 bits
	alone      bool // a team of one has specialised code
}

// A plan lists the needs of a colony on a device.
type plan struct {
	sizes
	mapping
	in          *tsp.Instance
	where       *distances.Place
	tabuEntries int // of an ant

	place   any // the buffer
	program *cl.Program
}

// usualNeighbours is the approximate length of the lists of local search.
const usualNeighbours = 10

// sizesOf returns the sizes of a colony. Without lists it assumes the usual
// length.
func sizesOf(t *aco.Terrain, l *near.Lists, p aco.Rules) sizes {
	s := sizes{
		n: t.N, ants: p.Ants, width: t.Width, spare: t.Spare, sight: t.Sight(), stride: t.Stride(), ring: t.Ring,
		places: t.Places(), listed: t.Listed, fresh: t.Fresh(), tabu: t.Tabu, wears: t.Updates != aco.Never,
		onDevice: improves(t.Instance, p), improvedAnts: p.Improved(),
	}
	if t.Updates == aco.Wave {
		s.wave = p.Ants
		if t.Wave > 0 {
			s.wave = min(t.Wave, p.Ants)
		}
	}
	s.pairs = usualNeighbours * t.N
	if l != nil {
		s.pairs = len(l.City)
	}
	return s
}

// improves reports whether the device can do local search: it supports 2-opt on
// arrays.
func improves(in *tsp.Instance, p aco.Rules) bool {
	op, some, err := p.Operator()
	return some && err == nil && op == lk.TwoOpt && in.Symmetric() && in.N() < lk.ListFrom
}

// Fits returns why a colony cannot run on a device, as far as that is known in
// advance: because of the instance, or for lack of memory.
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
	where, err := distances.NewPlace(info, in)
	if err != nil {
		return nil, err
	}
	return &plan{sizes: s, mapping: how, in: in, where: where, tabuEntries: tabuEntries(s.tabu, s.n)}, nil
}

// tabuEntries returns how many entries the tabu of an ant has.
func tabuEntries(kind aco.Tabu, n int) int {
	switch kind {
	case aco.LC:
		return 2 * n
	case aco.CT:
		return n
	}
	return (n + 31) / 32
}

// mappingOf chooses how to use a device. Entries of 16 bits save local memory,
// which is not scarce on processors; those read 32 bits at a time instead. Ants
// in lockstep store their tabus in global memory between steps.
func mappingOf(info cl.Info, t *aco.Terrain) mapping {
	m := mapping{alone: info.Kind == "cpu"}
	m.narrow = t.Tabu != aco.BT && t.N < 1<<16 && !m.alone
	const warp = 32 * 8 // what the smallest team needs besides the tabu
	need := tabuEntries(t.Tabu, t.N)*m.entryBytes() + warp + 16
	if t.Fresh() && t.Listed {
		need += 4 * t.Width
	}
	m.globalTabu = uint64(need) > info.Local || t.Updates == aco.Step
	return m
}

// rowBytes returns the size of a fresh row of candidates.
func (s *sizes) rowBytes() int { return 4 * s.width }

// freshRow returns the stride of fresh rows of all cities: FRESH_ROW of ground.cl.
func freshRow(n int) int { return (n + 31) / 32 * 32 }

func (m mapping) entryBytes() int {
	if m.narrow {
		return 2
	}
	return 4
}

// defines returns the constants of the kernels.
func (p *plan) defines(t *aco.Terrain) []cl.Define {
	entry := "uint"
	if p.narrow {
		entry = "ushort"
	}
	return append(cl.Defines(p.where.Defines()),
		cl.Define{Name: "LISTED", Value: t.Listed}, cl.Define{Name: "DENSE", Value: t.Dense}, cl.Define{Name: "RING", Value: t.Ring}, cl.Define{Name: "CURVED", Value: t.Curved},
		cl.Define{Name: "WIDTH", Value: max(t.Width, 1)}, cl.Define{Name: "SELECTION", Value: int(t.Selection)},
		cl.Define{Name: "BOLD", Value: t.Bold() && t.Selection == aco.RWM}, cl.Define{Name: "UPDATES", Value: int(t.Updates)},
		cl.Define{Name: "SYMMETRIC", Value: t.Instance.Symmetric()}, cl.Define{Name: "TABU", Value: int(t.Tabu)},
		cl.Define{Name: "TABU_LOCAL", Value: !p.globalTabu}, cl.Define{Name: "ENTRY", Value: entry},
		cl.Define{Name: "ALONE", Value: p.alone})
}
