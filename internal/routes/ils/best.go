package ils

import (
	"github.com/tourmaline-opt/tourmaline/internal/routes/board"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// A best is the best plan so far. An improvement copies only the routes that have changed since the
// previous one.
type best struct {
	cost    int64
	routes  [][]int32 // stops of each route of the board; nil before the first plan
	kinds   []int32   // kind of vehicle of each route
	pending []int32   // routes that may differ from the best plan
	differs []bool    // whether a route is in pending
}

// keep copies the plan of a board if it is better, or if it is the first.
func (k *best) keep(b *board.Board) {
	first := k.routes == nil
	if first {
		n := len(b.Stop)
		k.routes, k.kinds, k.differs = make([][]int32, n), make([]int32, n), make([]bool, n)
	}
	k.stale(b)
	if b.Cost() >= k.cost && !first {
		return
	}
	for _, r := range k.pending {
		k.routes[r], k.kinds[r] = b.Stops(k.routes[r][:0], r), b.Kind(r)
		k.differs[r] = false
	}
	k.cost, k.pending = b.Cost(), k.pending[:0]
}

// stale records which routes of a board have changed.
func (k *best) stale(b *board.Board) {
	b.Drain(func(r int32) {
		if !k.differs[r] {
			k.differs[r] = true
			k.pending = append(k.pending, r)
		}
	})
}

// plan returns the best plan.
func (k *best) plan() vrp.Plan {
	p := vrp.Plan{}
	for r, stops := range k.routes {
		if len(stops) > 0 {
			p = append(append(p, -1-k.kinds[r]), stops...)
		}
	}
	return p.Canonical()
}
