package aco

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/tourmaline-opt/tourmaline/params"
	"github.com/tourmaline-opt/tourmaline/tsp/lk"
)

// A Colony is what all colonies have in common, whatever their ants do: how many
// there are, what they see, where trails are kept, and what improves their tours.
type Colony struct {
	Ants        int     `json:"ants" range:"1..1000000" usage:"ants, each of which makes a tour every cycle"`
	Beta        float64 `json:"beta" range:"0..20" usage:"exponent of nearness"`
	Candidates  int     `json:"candidates" range:"0..1000" usage:"nearest cities that an ant chooses among; 0: all cities"`
	LocalSearch string  `json:"localsearch" choices:"none,2opt,oropt,3opt,3opt-best,lk" usage:"what improves the ants' tours: none, 2opt, oropt, 3opt, 3opt-best or lk (Lin-Kernighan); segment exchange on asymmetric instances"`
}

const mostAnts = 1_000_000

// Operator is what local search looks for, if there is any.
func (p Colony) Operator() (op lk.Operator, some bool, err error) {
	if p.LocalSearch == "none" {
		return 0, false, nil
	}
	if op, err = lk.ParseOperator(p.LocalSearch); err != nil {
		err = fmt.Errorf("%w, or none", err)
	}
	return op, true, err
}

// A Builder is a colony whose ants build tours from nothing, city by city: MMAS
// and ACS.
type Builder struct {
	Colony
	Tabu  string  `json:"tabu" choices:"lc,ct,bt" usage:"how an ant remembers where it was: lc (list compression), ct (compact) or bt (bitmask)"`
	Share float64 `json:"share" range:"0..1" usage:"share of the ants, the best ones, that local search improves"`
	Look  string  `json:"look" choices:"all,new" usage:"where local search looks first: all cities, or new (where a tour differs from the best one)"`
}

// Improved is how many ants local search improves.
func (p Builder) Improved() int {
	const rounding = 1e-9 // 0.07 of 100 is a little more than 7
	return int(math.Ceil(p.Share*float64(p.Ants) - rounding))
}

func (p Builder) tabu() Tabu { t, _ := ParseTabu(p.Tabu); return t }

// Rules are what terrain and engines want to know of builders, whatever the name
// of their colony is.
type Rules struct {
	Builder
	Memory    Memory
	Trails    int // that a city remembers, in a selective memory
	Selection Selection
	Alpha     float64 // exponent of the trails

	// Of ACS, where an ant that takes an edge wears down its trail.
	Q0      float64 // how likely an ant is to take the best edge without a draw
	Updates Updates // when trails wear
	Wave    int     // ants that walk by the same trails, where those wear in waves; 0: all
	Wear    float64 // the share that a trail loses of what it has above the first level
	Period  int     // an ant wears down every so many-th edge that it takes
}

// Validate names everything that is wrong with rules, wherever they come from.
func (p Rules) Validate() error {
	faults := []error{params.Validate(p.Builder), p.checkMemory(p.Memory.String(), p.Updates.String())}
	if p.Memory == Selective && (p.Trails < 1 || p.Trails > mostTrails) {
		faults = append(faults, &params.Error{Name: "trails", Value: strconv.Itoa(p.Trails), Expected: fmt.Sprintf("1 to %d", mostTrails)})
	}
	return errors.Join(faults...)
}

// A Memory is where trails are kept.
type Memory int

// The memories.
const (
	Full       Memory = iota // on all edges, n²
	Candidates               // on edges to candidates
	Selective                // on a few edges of each city, the last that were taken [ACS16 §3.2]
)

var memories = names[Memory]{"full", "candidates", "selective"}

func (m Memory) String() string { return memories[m] }

// Updates are when the edges that ants take wear.
type Updates int

// The moments.
const (
	Never   Updates = iota // MMAS
	Step                   // whenever all ants have taken a step: ACS-GPU [ACS16 §3.1.2]
	Wave                   // when a wave of ants has tours
	Relaxed                // at once, whatever other ants do: ACS-GPU-Alt; not reproducible
)

var updates = names[Updates]{"never", "step", "wave", "relaxed"}

func (u Updates) String() string { return updates[u] }

// mostTrails is how many trails a city may remember.
const mostTrails = 64

// checkMemory tells why trails cannot be kept in a memory.
func (p Builder) checkMemory(memory, updates string) error {
	var faults []error
	if p.Candidates == 0 && (memory == Candidates.String() || memory == Selective.String()) {
		faults = append(faults, &params.Error{
			Name: "candidates", Value: "0",
			Expected: fmt.Sprintf("1 to 1,000 where pheromone = %s, or pheromone = %s", memory, Full),
		})
	}
	if memory == Selective.String() && updates != Wave.String() {
		faults = append(faults, &params.Error{
			Name: "updates", Value: strconv.Quote(updates),
			Expected: fmt.Sprintf("%s where pheromone = %s: what a city remembers depends on the order of updates", Wave, Selective),
		})
	}
	return errors.Join(faults...)
}
