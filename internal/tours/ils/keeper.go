package ils

import "github.com/tourmaline-opt/tourmaline/internal/tours/lk"

// keeper stores the best tour so far and can restore the best tour from before the current step.
type keeper struct {
	found  best // best tour so far
	better bool // whether this step has improved the best tour
	before best // best tour before this step, if better is set
}

func newKeeper(c lk.Chain) keeper { return keeper{found: best{c.Tour(nil), c.Length()}} }

func (k *keeper) best(*ILS) best { return k.found }

// keep stores the tour of a chain if it is the best.
func (k *keeper) keep(c lk.Chain) {
	if c.Length() >= k.found.length {
		return
	}
	if !k.better {
		k.before, k.found, k.better = k.found, k.before, true
	}
	k.found = best{c.Tour(k.found.tour[:0]), c.Length()}
}

// rewind restores the best tour from before the step.
func (k *keeper) rewind() {
	if k.better {
		k.found, k.before, k.better = k.before, k.found, false
	}
}
