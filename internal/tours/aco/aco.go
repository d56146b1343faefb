// Package aco implements ant colony optimisation for tours: the MAX-MIN Ant System ([MMAS],
// [MMAS20], [SH00]), the Ant Colony System ([ACS], [ACS16]) and a focused colony ([Focused],
// [FACO22]).
//
// In MMAS and ACS, ants construct tours city by city, guided by pheromone trails and by distance.
// Local search may improve these tours. Then the best tour reinforces its trails. In MMAS the
// trails have limits. In ACS the ants mostly take the best edge and weaken the trails that they
// use. The ants of a focused colony make small changes to the best tour instead.
//
// An [Engine] does the parallel work of construction. The colony calls it once for each phase of a
// cycle. [Reference] is written in plain Go (with loops in assembly where available) and is the
// specification: every other engine constructs the same tours, bit for bit. MMAS and ACS implement
// the colony logic without threads or devices.
//
// All colonies use a [Terrain], which prepares an instance for ants, and [Rules], which the terrain
// and the engines follow.
package aco

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// An Engine executes each phase of a cycle for all ants in parallel. It belongs to one instance,
// colony and seed.
type Engine interface {
	// Lay sets all trails to the same level.
	Lay(ctx context.Context, level float32) error
	// Construct lets every ant construct a tour and, under the rules of ACS, weaken the trails that
	// it uses. Ants of different cycles never share random numbers.
	Construct(ctx context.Context, cycle uint32) error
	// Undo restores the trails to their state before the last Construct, which may have been
	// interrupted, so that the cycle can be repeated.
	Undo(ctx context.Context) error
	// Improve runs local search on the tours. If ctx is cancelled early, the tours are valid but
	// not local optima.
	Improve(ctx context.Context) error
	// Fittest returns the ant with the shortest tour and the length of that tour. In a tie it
	// returns the first ant.
	Fittest(ctx context.Context) (ant int, length int64, err error)
	// Lengths returns the tour lengths of all ants. They are valid until the next call to the
	// engine.
	Lengths() ([]int64, error)
	// Tour copies the tour of the given ant to dst.
	Tour(ant int, dst tsp.Tour) error
	// Reinforce evaporates trails and lets one tour deposit pheromone.
	Reinforce(ctx context.Context, d Deposit) error
	// Remember stores the best tour so far, which deposits pheromone if a Deposit selects
	// Remembered. A nil tour removes the stored tour.
	Remember(t tsp.Tour) error
	// Branching returns the average number of edges per city that ants are likely to take.
	Branching(ctx context.Context) (float64, error)
	// Strongest returns the strongest trails, as Terrain.Strongest does.
	Strongest(most int) ([]search.Trail, error)
	// The saved state is a TrailState, taken between two cycles. It has the same form for all
	// engines.
	search.Stateful
	Close() error
}

// A Deposit specifies the trail update after a cycle. With Everywhere, as in MMAS [MMAS20 §2.1],
// every level τ becomes max(keep·τ, lo), and then the levels on the edges of the tour become min(τ
// + amount, hi). Without Everywhere, as in ACS [ACS16 eq. 4], the levels on the edges of the tour
// become keep·τ + amount, and all other levels stay unchanged.
type Deposit struct {
	Ant        int // ant whose tour deposits, or Remembered
	Everywhere bool
	Keep       float32 // share of a trail level that does not evaporate
	Amount     float32
	Lo, Hi     float32 // limits of MMAS, τ_min and τ_max
}

// Remembered is the Ant of a Deposit that selects the tour stored by Remember.
const Remembered = -1
