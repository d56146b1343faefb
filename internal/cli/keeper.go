package cli

import (
	"math"
	"sync/atomic"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A keeper holds a recent result beside the search, for whoever cannot wait until a step
// ends. It takes no more than a fiftieth of the time.
type keeper struct {
	solver *tourmaline.Solver
	recent atomic.Pointer[tourmaline.Result]
	cost   float64 // of the recent one
	pause  time.Duration
	last   time.Time
}

// keepEvery is the time between two results that are kept, at least.
const keepEvery = 2 * time.Second

func newKeeper(solver *tourmaline.Solver) *keeper {
	return &keeper{solver: solver, cost: math.Inf(1), pause: keepEvery, last: time.Now()}
}

// look keeps the best solution, if there is a better one and it is time.
func (k *keeper) look(p search.Progress) {
	began := time.Now()
	if p.Cost >= k.cost || began.Sub(k.last) < k.pause {
		return
	}
	if r, err := k.solver.Result(); err == nil {
		k.recent.Store(r)
		k.cost = p.Cost
	}
	k.last = time.Now()
	k.pause = max(keepEvery, 50*k.last.Sub(began))
}
