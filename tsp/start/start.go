// Package start makes start tours: any order first, a good one soon.
//
// The tours know nothing of paths and fixed edges; tsp.Plain.Fit adapts them.
package start

import (
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// forStart sets the random numbers of start tours apart from those of the
// search that follows.
const forStart = 1

// Random is a tour in random order: the worst there is, for comparison.
func Random(n int, seed uint64) tsp.Tour {
	t := tsp.Identity(n)
	s := rng.At(rng.Derive(seed, forStart), 0, 0)
	s.Shuffle(t)
	return t
}
