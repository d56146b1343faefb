package runner

import (
	"math"
	"sync/atomic"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A keeper holds a recent result, so that an interrupt need not wait for the current step.
// Computing results takes at most a fiftieth of the time.
type keeper struct {
	solver *tourmaline.Solver
	recent atomic.Pointer[tourmaline.Result]
	cost   float64 // cost of the recent result
	pause  time.Duration
	last   time.Time
}

// keepEvery is the minimum time between two results.
const keepEvery = 2 * time.Second

func newKeeper(solver *tourmaline.Solver) *keeper {
	return &keeper{solver: solver, cost: math.Inf(1), pause: keepEvery, last: time.Now()}
}

// update replaces the result if the search has found a better solution and the pause is over.
func (k *keeper) update(p search.Progress) {
	start := time.Now()
	if p.Cost >= k.cost || start.Sub(k.last) < k.pause {
		return
	}
	if r, err := k.solver.Result(); err == nil {
		k.recent.Store(r)
		k.cost = p.Cost
	}
	k.last = time.Now()
	k.pause = max(keepEvery, 50*k.last.Sub(start))
}
