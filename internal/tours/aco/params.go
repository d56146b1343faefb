package aco

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
)

// A Colony holds the parameters that all colonies have in common.
type Colony struct {
	Ants        int     `json:"ants" range:"1..1000000" usage:"number of ants; each makes one tour per cycle"`
	Beta        float64 `json:"beta" range:"0..20" usage:"exponent of the inverse distance"`
	Candidates  int     `json:"candidates" range:"0..1000" usage:"number of nearest cities that an ant chooses among; 0: all cities"`
	LocalSearch string  `json:"localsearch" choices:"none,2opt,oropt,3opt,3opt-best,lk" usage:"local search that improves the ants' tours: none, 2opt, oropt, 3opt, 3opt-best or lk (Lin-Kernighan); segment exchange on asymmetric instances"`
}

const mostAnts = 1_000_000

// Operator returns the local search operator. some is false if there is no local search.
func (p Colony) Operator() (op lk.Operator, some bool, err error) {
	if p.LocalSearch == "none" {
		return 0, false, nil
	}
	if op, err = lk.ParseOperator(p.LocalSearch); err != nil {
		err = fmt.Errorf("%w, or none", err)
	}
	return op, true, err
}

// A Builder holds the parameters of colonies whose ants construct tours from scratch, city by city:
// MMAS and ACS.
type Builder struct {
	Colony
	Tabu  string  `json:"tabu" choices:"lc,ct,bt" usage:"how an ant stores the cities it has visited: lc (list compression), ct (compact) or bt (bitmask)"`
	Share float64 `json:"share" range:"0..1" usage:"share of the ants, best first, whose tours local search improves"`
	Look  string  `json:"look" choices:"all,new" usage:"where local search starts: all (at all cities) or new (where a tour differs from the best one)"`
}

// Improved returns the number of ants whose tours local search improves.
func (p Builder) Improved() int {
	const rounding = 1e-9 // 0.07*100 is slightly more than 7
	return int(math.Ceil(p.Share*float64(p.Ants) - rounding))
}

// Rules holds the colony parameters that the terrain and the engines use.
type Rules struct {
	Builder
	Memory    Memory
	Trails    int // number of trails per city in a selective memory
	Selection Selection
	Alpha     float64 // exponent of the trails

	// The following fields are for ACS, in which an ant weakens the trails that it uses.
	Q0      float64 // probability that an ant takes the best edge instead of drawing one
	Updates Updates // when trails are updated locally
	Wave    int     // number of ants per wave, which walk at the same time; 0 means all
	Wear    float64 // share of the excess over the initial level that a trail loses
	Period  int     // an ant updates every Period-th edge that it uses
}

// Validate returns an error that lists all invalid rules.
func (p Rules) Validate() error {
	faults := []error{params.Validate(p.Builder), p.checkMemory(p.Memory.String(), p.Updates.String())}
	if p.Memory == Selective && (p.Trails < 1 || p.Trails > mostTrails) {
		faults = append(faults, &params.Error{Name: "trails", Value: strconv.Itoa(p.Trails), Expected: fmt.Sprintf("1 to %d", mostTrails)})
	}
	return errors.Join(faults...)
}

// A Memory selects the edges that have trails.
type Memory int

// The kinds of memory.
const (
	Full       Memory = iota // on all n² edges
	Candidates               // on edges to candidates
	Selective                // on the last few used edges of each city [ACS16 §3.2]
)

var memories = names[Memory]{"full", "candidates", "selective"}

func (m Memory) String() string { return memories[m] }

// Updates selects when an ant weakens the trails that it uses (the local update of ACS).
type Updates int

// The possible times of local updates.
const (
	Never      Updates = iota // no local updates, as in MMAS
	Step                      // after every step of all ants: ACS-GPU [ACS16 §3.1.2]
	Wave                      // after each wave of ants has completed its tours
	Relaxed                   // immediately, without synchronisation: not reproducible
	Sequential                // after every step of each ant, before the next ant chooses [ACS16 Fig. 2]
	Immediate                 // after every step of a wave; simultaneous updates of an edge are lost
)

var updates = names[Updates]{"never", "step", "wave", "relaxed", "sequential", "immediate"}

func (u Updates) String() string { return updates[u] }

// mostTrails is the maximum number of trails per city in a selective memory.
const mostTrails = 64

// ordered lists the updates that are made in a fixed order, as a selective memory requires.
var ordered = []string{Wave.String(), Sequential.String(), Immediate.String()}

// checkMemory returns an error if the given memory cannot store trails with these parameters.
func (p Builder) checkMemory(memory, updates string) error {
	var faults []error
	if p.Candidates == 0 && (memory == Candidates.String() || memory == Selective.String()) {
		faults = append(faults, &params.Error{
			Name: "candidates", Value: "0",
			Expected: fmt.Sprintf("1 to 1,000 if pheromone = %s, or pheromone = %s", memory, Full),
		})
	}
	if memory == Selective.String() && !slices.Contains(ordered, updates) {
		faults = append(faults, &params.Error{
			Name: "updates", Value: strconv.Quote(updates),
			Expected: fmt.Sprintf("%s, %s or %s if pheromone = %s: the trails stored for a city depend on the order of updates", Wave, Sequential, Immediate, Selective),
		})
	}
	return errors.Join(faults...)
}
