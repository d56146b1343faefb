// Package aco is ant colony optimisation for tours: the MAX-MIN Ant System ([MMAS],
// [MMAS20], [SH00]), the Ant Colony System ([ACS], [ACS16]) and a focused colony
// ([Focused], [FACO22]).
//
// The ants of the first two build tours from nothing, city by city, by the trails that
// good tours have left and by how near cities are; local search may improve what they
// have found, and then the best tour leaves its own trails. What makes MMAS are limits
// of the trails, and ACS that ants are bold and wear down the trails that they take.
// The ants of a focused colony change the best tour a little instead.
//
// The work that builders do at the same time is behind an [Engine], which is crossed
// once for each act of a cycle. [Reference] is plain Go (with loops in assembly
// where the machine has it) and the specification: whatever does the same work
// elsewhere builds the same tours, bit for bit. MMAS and ACS are the story of the
// colony, and know neither threads nor devices.
//
// All have a [Terrain], what ants see of an instance, and [Rules] that it and engines go
// by.
package aco

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// An Engine does the acts of a colony for all ants at once. It belongs to one
// instance, colony and seed.
type Engine interface {
	// Lay sets all trails to the same level.
	Lay(ctx context.Context, level float32) error
	// Construct lets every ant walk a tour and, by the rules of ACS, wear down the
	// trails that it takes. Ants of different cycles never share random numbers.
	Construct(ctx context.Context, cycle uint32) error
	// TakeBack leaves the trails as they were before the last Construct, which may
	// have been cut short: the cycle can be done again.
	TakeBack(ctx context.Context) error
	// Improve does local search on the tours. One that ctx cuts short leaves
	// tours, if not local optima.
	Improve(ctx context.Context) error
	// Fittest is the ant with the shortest tour, the first among equals.
	Fittest(ctx context.Context) (ant int, length int64, err error)
	// Tour copies the tour of an ant into dst.
	Tour(ant int, dst tsp.Tour) error
	// Reinforce lets trails evaporate and one tour leave its own.
	Reinforce(ctx context.Context, d Deposit) error
	// Remember keeps a tour for deposits with the ant Remembered: the best so far;
	// nil is none.
	Remember(t tsp.Tour) error
	// Branching is the average number of edges at a city that ants are likely to
	// take.
	Branching(ctx context.Context) (float64, error)
	// The state is a TrailState, between two cycles: the same for all engines.
	search.Stateful
	Close() error
}

// A Deposit is what happens to the trails after a cycle. Everywhere, as in MMAS
// [MMAS20 §2.1], all levels τ become max(keep·τ, lo) and those on the edges of a tour
// min(τ + amount, hi). Otherwise, as in ACS [ACS16 eq. 4], those on the edges of the
// tour become keep·τ + amount, and no other changes.
type Deposit struct {
	Ant        int // whose tour, or Remembered
	Everywhere bool
	Keep       float32 // the share that does not evaporate
	Amount     float32
	Lo, Hi     float32 // the limits of MMAS, τ_min and τ_max
}

// Remembered is the ant of a deposit by the tour that the engine was told to
// remember.
const Remembered = -1
