package ants

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/aco"
	"github.com/tourmaline-opt/tourmaline/tsp/lk"
	"github.com/tourmaline-opt/tourmaline/tsp/near"
)

// sizes say how much there is of everything.
type sizes struct {
	n, ants       int
	width, spare  int  // of rows of candidates, and of backups
	sight, stride int  // of rows of the heuristic, and of trails
	ring          int  // trails of a city in a selective memory, else 0
	places        int  // of rows of choices
	listed        bool // those are of candidates
	fresh         bool // choices are never at hand
	wears         bool // ants wear down trails
	wave          int  // ants whose tours wear trails down at the same time, 0 if none do
	pairs         int  // of cities and their neighbours, for local search
	tabu          aco.Tabu
	onDevice      bool // local search is, if there is any …
	improvedAnts  int  // … of so many
}

// A mapping is how a colony makes use of a device. Tours do not depend on it.
type mapping struct {
	globalTabu bool // the tabus are too large for local memory
	narrow     bool // entries of a tabu have 16 bits
	alone      bool // a team of one has code of its own
}

// A plan is what a colony needs on a device.
type plan struct {
	sizes
	mapping
	in          *tsp.Instance
	where       *places.Place
	tabuEntries int // of an ant

	place   any // the buffer
	program *cl.Program
}

// usualNeighbours is what a city has in the lists of local search, about.
const usualNeighbours = 10

// sizesOf are the sizes of a colony; without lists, as they usually are.
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

// improves tells whether local search is a device's work: it has 2-opt on arrays.
func improves(in *tsp.Instance, p aco.Rules) bool {
	op, some, err := p.Operator()
	return some && err == nil && op == lk.TwoOpt && in.Symmetric() && in.N() < lists
}

// lists is the size from which package lk keeps tours in lists: the same tours, but
// written down from another city on.
const lists = 50_000

// Fits tells why a colony cannot live on a device, if that is known before anything
// is made: because of the instance, or for want of memory.
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
		return nil, fmt.Errorf("%s is a path or has fixed edges: there are no ants for that on a device, use the CPU", in.Name)
	}
	where, err := places.NewPlace(info, in)
	if err != nil {
		return nil, err
	}
	return &plan{sizes: s, mapping: how, in: in, where: where, tabuEntries: tabuEntries(s.tabu, s.n)}, nil
}

// tabuEntries is how many entries the tabu of an ant has.
func tabuEntries(kind aco.Tabu, n int) int {
	switch kind {
	case aco.LC:
		return 2 * n
	case aco.CT:
		return n
	}
	return (n + 31) / 32
}

// mappingOf chooses how to make use of a device. Entries of 16 bits save local memory,
// which processors have no lack of; they read 32 at a time instead. Ants that march in
// step lay their tabus down between steps.
func mappingOf(info cl.Info, t *aco.Terrain) mapping {
	m := mapping{alone: info.Kind == "cpu"}
	m.narrow = t.Tabu != aco.BT && t.N < 1<<16 && !m.alone
	const warp = 32 * 8 // what the smallest team needs beside the tabu
	need := tabuEntries(t.Tabu, t.N)*m.entryBytes() + warp + 16
	if t.Fresh() && t.Listed {
		need += 4 * t.Width
	}
	m.globalTabu = uint64(need) > info.Local || t.Updates == aco.Step
	return m
}

// rowBytes is what a fresh row of candidates takes.
func (s *sizes) rowBytes() int { return 4 * s.width }

// freshRow is how far apart the fresh rows of all cities are: FRESH_ROW of ground.cl.
func freshRow(n int) int { return (n + 31) / 32 * 32 }

func (m mapping) entryBytes() int {
	if m.narrow {
		return 2
	}
	return 4
}

// defines are what the kernels want to know.
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
