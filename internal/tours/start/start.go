// Package start constructs start tours, from random to greedy ones.
//
// The tours ignore paths and fixed edges; tsp.Plain.Fit adapts them.
package start

import (
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// forStart separates the random numbers of start tours from those of the search that follows.
const forStart = 1

// Streams of the random numbers for start tours.
const (
	ofOrder uint32 = iota
	ofCity
)

// City returns a random start city for a tour.
func City(n int, seed uint64) int32 {
	s := rng.At(rng.Derive(seed, forStart), ofCity, 0)
	return s.IntN(int32(n))
}

// Random returns a tour in random order, as a baseline for comparison.
func Random(n int, seed uint64) tsp.Tour {
	t := tsp.Identity(n)
	s := rng.At(rng.Derive(seed, forStart), ofOrder, 0)
	s.Shuffle(t)
	return t
}
