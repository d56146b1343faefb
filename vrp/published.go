package vrp

import (
	_ "embed" // for the table of published costs
	"strconv"
	"strings"
	"sync"
)

// publishedText has a line for each published solution: the number of stops, the first digits of
// the hash of the instance, and the best known cost in its unit. Costs are those of the solutions
// that PyVRP's collection of instances contains; for Flanders2, a shorter plan has been published.
//
//go:embed published.txt
var publishedText string

// A signature identifies a published instance.
type signature struct {
	stops int
	hash  string
}

// published returns the costs by instance.
var published = sync.OnceValue(func() map[signature]float64 {
	costs := map[signature]float64{}
	for line := range strings.Lines(publishedText) {
		if f := strings.Fields(line); len(f) == 4 {
			stops, _ := strconv.Atoi(f[1]) // a test checks the table
			cost, _ := strconv.ParseFloat(f[3], 64)
			costs[signature{stops, f[2]}] = cost
		}
	}
	return costs
})

// sizes returns the numbers of stops of published instances.
var sizes = sync.OnceValue(func() map[int]bool {
	all := map[int]bool{}
	for p := range published() {
		all[p.stops] = true
	}
	return all
})

// hashDigits is the number of digits of a hash that distinguish instances.
const hashDigits = 16

// BestKnown returns the cost of the best published plan of an instance. It recognises the instance
// by its data, independently of its name. No cost is proven to be optimal.
func BestKnown(in *Instance) (cost float64, ok bool) {
	if !sizes()[in.N()] {
		return 0, false
	}
	hash := strings.TrimPrefix(in.Hash(), "sha256:")
	cost, ok = published()[signature{in.N(), hash[:hashDigits]}]
	return cost, ok
}
