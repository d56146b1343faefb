// Package incumbent keeps the best solution of interrupted steps.
//
// An interrupted step leaves no trace in a search, except that the best solution may be
// better than before. Later steps must not depend on that solution, or the result would
// depend on when the search was interrupted. So a search keeps it aside and never saves it.
package incumbent

import "cmp"

// An Aside is the best solution that interrupted steps have found, if any. The zero value
// holds none.
type Aside[S any, C cmp.Ordered] struct {
	solution S
	cost     C
	held     bool
}

// Keep stores a solution if it is better than the one held, and reports whether it was.
func (a *Aside[S, C]) Keep(solution S, cost C) bool {
	if a.held && a.cost <= cost {
		return false
	}
	*a = Aside[S, C]{solution, cost, true}
	return true
}

// Beats reports whether the solution held is better than one of the given cost.
func (a *Aside[S, C]) Beats(cost C) bool { return a.held && a.cost < cost }

// Min returns the lower of a cost and that of the solution held.
func (a *Aside[S, C]) Min(cost C) C {
	if a.Beats(cost) {
		return a.cost
	}
	return cost
}

// Solution returns the solution held.
func (a *Aside[S, C]) Solution() S { return a.solution }
