// Package exact solves tiny instances to proven optimality by dynamic
// programming over subsets [HK62].
package exact

import (
	"context"
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// MaxCities is the largest instance that New accepts. Time and memory a little
// more than double with each city, and sixteen take some tens of milliseconds.
const MaxCities = 16

// Exact is a search.Searcher whose first step finds the optimum.
type Exact struct {
	in     *tsp.Instance
	tour   tsp.Tour
	length int64
}

// New prepares the search. t is the answer until the first step.
func New(in *tsp.Instance, t tsp.Tour) (*Exact, error) {
	if in.N() > MaxCities {
		return nil, fmt.Errorf("%d cities, the exact algorithm accepts at most %d: use another algorithm", in.N(), MaxCities)
	}
	return &Exact{in: in, tour: append(tsp.Tour(nil), t...), length: in.Length(t)}, nil
}

// Cost returns the cost of Best.
func (e *Exact) Cost() float64 { return e.in.CostOf(e.length) }

// Best returns the optimum after the first step.
func (e *Exact) Best() tsp.Tour { return append(tsp.Tour(nil), e.tour...) }

// Save writes the tour.
func (e *Exact) Save(w *state.Writer) { state.List(w, "tour", e.tour) }

// Restore loads a saved tour.
func (e *Exact) Restore(r *state.Reader) error {
	t := tsp.Tour(state.ReadList[int32](r, "tour", e.in.N()))
	if r.Err() == nil {
		r.Fail(e.in.Check(t))
	}
	if r.Err() == nil {
		e.tour, e.length = t, e.in.Length(t)
	}
	return r.Err()
}

// Step finds the optimum.
func (e *Exact) Step(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if t := solve(e.in); e.in.Length(t) < e.length {
		e.tour, e.length = t, e.in.Length(t)
	}
	return search.ErrOptimal
}

// solve fixes the last city as the start. best[set][c] is the length of the
// shortest path from it through all of set that ends in c, a member of set.
func solve(in *tsp.Instance) tsp.Tour {
	m := in.N() - 1
	if m < 2 {
		return tsp.Identity(m + 1)
	}
	dist := table(in)
	best := make([][MaxCities]int64, 1<<m)
	for set := 1; set < 1<<m; set++ {
		for c := range m {
			best[set][c] = pathTo(&dist, best, m, set, c)
		}
	}
	t := make(tsp.Tour, m+1)
	t[m] = int32(m)
	set, next := 1<<m-1, m
	for i := m - 1; i >= 0; i-- {
		next = lastOf(&dist, best, m, set, next)
		t[i] = int32(next)
		set &^= 1 << next
	}
	return t
}

// distances holds those of the few cities, read from the instance once.
type distances [MaxCities][MaxCities]int64

func table(in *tsp.Instance) distances {
	var d distances
	for i := range int32(in.N()) {
		for j := range int32(in.N()) {
			d[i][j] = in.Dist(i, j)
		}
	}
	return d
}

// pathTo is the length of the shortest path from the start, city m, through set
// to c.
func pathTo(dist *distances, best [][MaxCities]int64, m, set, c int) int64 {
	if set>>c&1 == 0 {
		return math.MaxInt64
	}
	rest := set &^ (1 << c)
	if rest == 0 {
		return dist[m][c]
	}
	before := lastOf(dist, best, m, rest, c)
	return best[rest][before] + dist[before][c]
}

// lastOf is the city of set that the shortest path through set to next visits
// last.
func lastOf(dist *distances, best [][MaxCities]int64, m, set, next int) int {
	last, shortest := -1, int64(math.MaxInt64)
	for c := range m {
		if set>>c&1 == 0 {
			continue
		}
		if length := best[set][c] + dist[c][next]; length < shortest {
			last, shortest = c, length
		}
	}
	return last
}
