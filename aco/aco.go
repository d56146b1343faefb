// Package aco is ant colony optimisation for tours: the MAX-MIN Ant System
// [MMAS20], [SH00].
//
// Every cycle, each ant of a colony walks a tour, city by city, in proportion to
// the trails that good tours have left and to how near cities are; local search may
// improve what the ants have found, and then the trails evaporate a little and the
// best tour of the cycle, or of all, leaves its own.
//
// The work that ants do at the same time is behind an [Engine], which is crossed
// once for each act of a cycle. [Reference] is plain Go (with loops in assembly
// where the machine has it) and the specification: whatever does the same work
// elsewhere builds the same tours, bit for bit. [MMAS] is the story of the colony,
// and knows neither threads nor devices.
package aco

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// An Engine does the acts of a colony for all ants at once. It belongs to one
// instance, colony and seed.
type Engine interface {
	// Lay sets all trails to the same level.
	Lay(ctx context.Context, level float32) error
	// Construct lets every ant walk a tour. Ants of different cycles never share
	// random numbers.
	Construct(ctx context.Context, cycle uint32) error
	// Improve does local search on the tours. One that ctx cuts short leaves
	// tours, if not local optima.
	Improve(ctx context.Context) error
	// Fittest is the ant with the shortest tour, the first among equals.
	Fittest(ctx context.Context) (ant int, length int64, err error)
	// Tour copies the tour of an ant into dst.
	Tour(ant int, dst tsp.Tour) error
	// Reinforce lets all trails evaporate and one tour leave its own.
	Reinforce(ctx context.Context, d Deposit) error
	// Remember keeps a tour for deposits with the ant Remembered: the best so far.
	Remember(t tsp.Tour) error
	// Branching is the average number of edges at a city that ants are likely to
	// take.
	Branching(ctx context.Context) (float64, error)
	Close() error
}

// A Deposit is what happens to the trails after a cycle [MMAS20 §2.1]: a level τ
// becomes max(ρτ, τ_min) and, on the edges of a tour, min(τ + amount, τ_max).
type Deposit struct {
	Ant    int     // whose tour, or Remembered
	Keep   float32 // the share that does not evaporate, ρ
	Amount float32
	Lo, Hi float32 // the limits, τ_min and τ_max
}

// Remembered is the ant of a deposit by the tour that the engine was told to
// remember.
const Remembered = -1
