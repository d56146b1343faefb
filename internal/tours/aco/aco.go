// Package aco is ant colony optimisation for tours: the MAX-MIN Ant System
// ([MMAS], [MMAS20], [SH00]), the Ant Colony System ([ACS], [ACS16]) and a
// focused colony ([Focused], [FACO22]).
//
// The ants of the first two construct tours city by city, guided by pheromone
// trails and by distance. Local search may improve their tours, and then the
// best tour reinforces its trails. In MMAS the trails have limits. In ACS the
// ants mostly take the best edge and weaken the trails that they use. The ants
// of a focused colony make small changes to the best tour instead.
//
// The parallel work of construction is behind an [Engine], which is called once
// for each phase of a cycle. [Reference] is plain Go (with loops in assembly
// where available) and the specification: every other engine constructs the
// same tours, bit for bit. MMAS and ACS implement the logic of the colony
// without threads or devices.
//
// All of them use a [Terrain], an instance as ants see it, and [Rules], which
// terrain and engines follow.
package aco

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// An Engine does the phases of a cycle for all ants at once. It belongs to one
// instance, colony and seed.
type Engine interface {
	// Lay sets all trails to the same level.
	Lay(ctx context.Context, level float32) error
	// Construct lets every ant construct a tour and, under the rules of ACS,
	// weaken the trails that it uses. Ants of different cycles never share
	// random numbers.
	Construct(ctx context.Context, cycle uint32) error
	// Undo restores the trails from before the last Construct, which may have been
	// interrupted, so that the cycle can be repeated.
	Undo(ctx context.Context) error
	// Improve does local search on the tours. If ctx ends early, the tours are
	// valid but not local optima.
	Improve(ctx context.Context) error
	// Fittest returns the ant with the shortest tour, the first among equals.
	Fittest(ctx context.Context) (ant int, length int64, err error)
	// Lengths returns the lengths of all ants' tours. They are valid until the next
	// call of the engine.
	Lengths() ([]int64, error)
	// Tour copies the tour of an ant to dst.
	Tour(ant int, dst tsp.Tour) error
	// Reinforce evaporates trails and lets one tour deposit.
	Reinforce(ctx context.Context, d Deposit) error
	// Remember stores the best tour so far for deposits with the ant
	// Remembered; nil removes it.
	Remember(t tsp.Tour) error
	// Branching returns the average number of edges of a city that ants are
	// likely to take.
	Branching(ctx context.Context) (float64, error)
	// Strongest returns the strongest trails, as Terrain.Strongest does.
	Strongest(most int) ([]search.Trail, error)
	// The state is a TrailState, saved between two cycles. It is the same for
	// all engines.
	search.Stateful
	Close() error
}

// A Deposit specifies the update of the trails after a cycle. With Everywhere, as
// in MMAS [MMAS20 §2.1], all levels τ become max(keep·τ, lo), and those on the
// edges of the tour min(τ + amount, hi). Otherwise, as in ACS [ACS16 eq. 4],
// those on the edges of the tour become keep·τ + amount, and no others change.
type Deposit struct {
	Ant        int // whose tour, or Remembered
	Everywhere bool
	Keep       float32 // the share that does not evaporate
	Amount     float32
	Lo, Hi     float32 // the limits of MMAS, τ_min and τ_max
}

// Remembered selects, as the ant of a deposit, the tour stored by Remember.
const Remembered = -1
