// Package incumbent stores the best solution of interrupted steps.
//
// An interrupted step leaves a search unchanged, except that the best solution may be better than
// before. Later steps must not depend on that solution, or the result would depend on the time of
// the interruption. A search therefore stores it separately and never saves it.
package incumbent

import "cmp"

// An Aside holds the best solution that interrupted steps have found. The zero value holds no
// solution.
type Aside[S any, C cmp.Ordered] struct {
	solution S
	cost     C
	held     bool
}

// Keep stores a solution if it is better than the stored one, and reports whether it was.
func (a *Aside[S, C]) Keep(solution S, cost C) bool {
	if a.held && a.cost <= cost {
		return false
	}
	*a = Aside[S, C]{solution, cost, true}
	return true
}

// Beats reports whether a solution is stored and costs less than the given cost.
func (a *Aside[S, C]) Beats(cost C) bool { return a.held && a.cost < cost }

// Min returns the lower of the given cost and the cost of the stored solution.
func (a *Aside[S, C]) Min(cost C) C {
	if a.Beats(cost) {
		return a.cost
	}
	return cost
}

// Solution returns the stored solution.
func (a *Aside[S, C]) Solution() S { return a.solution }
