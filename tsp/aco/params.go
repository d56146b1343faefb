package aco

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/tsp/lk"
)

// A Colony is what all colonies have in common, whatever their ants do: how many
// there are, what they see, where trails are kept, and what improves their tours.
type Colony struct {
	Ants        int     `json:"ants" usage:"ants, each of which makes a tour every cycle"`
	Beta        float64 `json:"beta" usage:"exponent of nearness"`
	Candidates  int     `json:"candidates" usage:"nearest cities that an ant chooses among; 0: all cities"`
	LocalSearch string  `json:"localsearch" usage:"what improves the ants' tours: none, 2opt, oropt, 3opt, 3opt-best or lk (Lin-Kernighan); segment exchange on asymmetric instances"`
}

const mostAnts = 1_000_000

// A checklist collects everything that is wrong with parameters.
type checklist []error

func (c *checklist) wrong(format string, args ...any) { *c = append(*c, fmt.Errorf(format, args...)) }

func (c *checklist) within(name string, v, lo, hi float64) {
	if !(v >= lo && v <= hi) {
		c.wrong("%s = %s, expected %s to %s", name, number(v), number(lo), number(hi))
	}
}

func (c *checklist) oneOf(name, value string, known ...string) {
	if !slices.Contains(known, value) {
		c.wrong("%s = %q, expected one of %s", name, value, strings.Join(known, ", "))
	}
}

func (c *checklist) err() error { return errors.Join(*c...) }

// number writes a limit as people do.
func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// check names what is wrong.
func (p Colony) check(c *checklist) {
	c.within("ants", float64(p.Ants), 1, mostAnts)
	c.within("candidates", float64(p.Candidates), 0, 1000)
	c.within("beta", p.Beta, 0, 20)
	if _, _, err := p.Operator(); err != nil {
		c.wrong("localsearch: %w", err)
	}
}

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
	Tabu  string  `json:"tabu" usage:"how an ant remembers where it was: lc (list compression), ct (compact) or bt (bitmask)"`
	Share float64 `json:"share" usage:"share of the ants, the best ones, that local search improves"`
	Look  string  `json:"look" usage:"where local search looks first: all cities, or new (where a tour differs from the best one)"`
}

func (p Builder) check(c *checklist) {
	p.Colony.check(c)
	c.within("share", p.Share, 0, 1)
	c.oneOf("tabu", p.Tabu, tabus...)
	c.oneOf("look", p.Look, "all", "new")
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
	var c checklist
	p.check(&c)
	p.listless(p.Memory.String(), &c)
	if p.Memory == Selective {
		c.within("trails", float64(p.Trails), 1, mostTrails)
		p.inWaves(p.Updates.String(), &c)
	}
	return c.err()
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

// inWaves is how a selective memory has its updates.
func (p Builder) inWaves(u string, c *checklist) {
	if u != Wave.String() {
		c.wrong("pheromone = selective needs updates = wave, found %q: what a city remembers depends on the order of updates", u)
	}
}

// listless is what candidate lists are needed for.
func (p Builder) listless(m string, c *checklist) {
	if p.Candidates == 0 && m != Full.String() {
		c.wrong("pheromone = %s needs candidate lists: use candidates=32, or pheromone=full", m)
	}
}
