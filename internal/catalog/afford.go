package catalog

import (
	"fmt"
	"math"
	"strconv"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/internal/memory"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/tours/eax"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ga"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ils"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
)

// Upper estimates of the memory that objects need, in bytes.
const (
	laneCity = 64 // per city in a lane of iterated local search
	geneCity = 5  // per city in a gene, including a share of the memory for building children
	// per city in a member of edge assembly, including the larger populations that may follow
	memberCity = 100
	walkCity   = 128
	walkPart   = 64 // per number in the solution of a walk
	walkTrait  = 48 // per attribute of a walk
	walkItself = 4096
	nearCity   = 32  // per entry in a neighbour list, including a share of the greedy start tour
	islandCity = 800 // per city in an island with any algorithm
)

// affordLists rejects neighbour lists that do not fit in memory.
func affordLists(p *prepare.Params, cities int) error {
	return afford("neighbours", p.Neighbours, nearCity*float64(cities), fmt.Sprintf("for %d cities", cities))
}

// affordTours rejects lanes, walks, genes or islands that do not fit in memory.
func (r Row) affordTours(knobs params.Validator, cities int) error {
	of := fmt.Sprintf("for %d cities", cities)
	switch p := knobs.(type) {
	case *ga.Params:
		return afford("genes", p.Genes, geneCity*float64(cities), of)
	case *eax.Params:
		return afford("population", p.Members, memberCity*float64(cities), of)
	case *ils.Params:
		each := laneCity * float64(cities)
		if afford("lanes", min(p.Lanes, cities), each, of) == nil { // there is at most one lane per city
			return nil
		}
		return afford("lanes", p.Lanes, each, of)
	case local.Params:
		walks, _ := p.Extent()
		return afford("walks", walks, walkItself+walkCity*float64(cities), of)
	case *ArchipelagoParams:
		all, err := roster(p.Members, r.members)
		if err != nil {
			return err
		}
		return affordMembers(all, of, func(m Row) float64 { return m.islandBytes(cities) })
	}
	return nil
}

// islandBytes returns the memory, in bytes, of an island with an algorithm for tours.
func (r Row) islandBytes(cities int) float64 {
	each := float64(islandCity)
	if g, ok := knobsOf(r.Params(Size{N: cities})).(*ga.Params); ok {
		each += geneCity * float64(g.Genes)
	}
	return each * float64(cities)
}

// affordMembers rejects islands that do not fit in memory.
func affordMembers(all []entry, of string, bytes func(Row) float64) error {
	sum := 0.0
	for _, e := range all {
		sum += bytes(e.row)
	}
	return afford("members", len(all), sum/float64(len(all)), of)
}

// affordWalks rejects walks that do not fit in memory.
func affordWalks(p local.Params, s Size) error {
	walks, _ := p.Extent()
	return afford("walks", walks, walkBytes(s), fmt.Sprintf("for solutions of size %d", s.N))
}

// walkBytes returns the memory, in bytes, of a walk over solutions of the given size.
func walkBytes(s Size) float64 {
	return walkItself + walkPart*float64(s.N) + walkTrait*float64(s.Attributes)
}

// affordIslands rejects islands whose walks do not fit in memory.
func (r Row) affordIslands(p *ArchipelagoParams, s Size) error {
	all, err := roster(p.Members, r.members)
	if err != nil {
		return err
	}
	return affordMembers(all, fmt.Sprintf("for solutions of size %d", s.N), func(m Row) float64 {
		walks, _ := m.Params(s)[0].(local.Params).Extent()
		return walkBytes(s) * float64(walks)
	})
}

// afford returns an error if count objects of each bytes do not fit in the available memory. It
// always accepts a single object.
func afford(name string, count int, each float64, of string) error {
	// half of the memory is for everything else
	need, have := float64(count)*each, float64(memory.Limit())/2
	if count <= 1 || need <= have {
		return nil
	}
	return &params.Error{
		Name: name, Value: strconv.Itoa(count),
		Expected: fmt.Sprintf("at most %.0f: %s=%d needs about %s %s, but only %s is available",
			max(1, math.Floor(have/each)), name, count, humanize.Bytes(int64(math.Min(need, 1<<60))), of, humanize.Bytes(int64(have))),
	}
}
