package bound

import (
	"context"
	"math"
)

// assignment solves the assignment problem that gives each city a different successor, by shortest
// augmenting paths [JV87]. It returns the dual solution as node weights, for which no edge is
// negative. They prove the length of the assignment as a bound, and are a good start for the
// ascent.
func (g *graph) assignment(ctx context.Context) ([]int64, error) {
	n := int32(g.cities)
	a := &assigner{g: g, n: n, u: make([]int64, n), v: make([]int64, n+1), row: make([]int32, n+1), way: make([]int32, n+1), low: make([]int64, n+1)}
	for c := range a.row {
		a.row[c] = -1
	}
	for r := range n {
		if err := ctx.Err(); err != nil {
			return make([]int64, g.nodes), err
		}
		a.augment(r)
	}
	pi := make([]int64, g.nodes)
	for c := range n {
		pi[c], pi[g.arrival(c)] = -a.u[c], -a.v[c]
	}
	return pi, nil
}

// An assigner assigns rows, which are departures, to columns, which are arrivals.
type assigner struct {
	g    *graph
	n    int32
	u, v []int64 // dual values of rows and columns; column n is the start of a path
	row  []int32 // row of each column, or -1
	way  []int32 // previous column on the shortest path
	low  []int64 // reduced length of the shortest path to each column
}

// augment assigns a row, and reassigns others along the shortest path to a free column.
func (a *assigner) augment(r int32) {
	done := make([]bool, a.n+1)
	for c := range a.low {
		a.low[c] = math.MaxInt64
	}
	at := a.n
	for a.row[at] = r; a.row[at] >= 0; {
		done[at] = true
		at = a.extend(at, done)
	}
	for at != a.n {
		before := a.way[at]
		a.row[at], at = a.row[before], before
	}
	a.row[a.n] = -1
}

// extend scans the row of a column, and returns the next column on the shortest paths.
func (a *assigner) extend(at int32, done []bool) (next int32) {
	r, least := a.row[at], int64(math.MaxInt64)
	for c := range a.n {
		if done[c] {
			continue
		}
		if c != r {
			if w := a.g.dist(r, a.g.arrival(c))*a.g.scale - a.u[r] - a.v[c]; w < a.low[c] {
				a.low[c], a.way[c] = w, at
			}
		}
		if a.low[c] < least {
			least, next = a.low[c], c
		}
	}
	for c := range a.n + 1 {
		if done[c] {
			a.u[a.row[c]] += least
			a.v[c] -= least
		} else if a.low[c] < math.MaxInt64 {
			a.low[c] -= least
		}
	}
	return next
}
