// Package exact solves tiny instances to proven optimality by dynamic
// programming over subsets [HK62].
package exact

import (
	"context"
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// MaxCities is the most that New takes: time and memory grow by a factor of
// two and a bit with each city, and sixteen need some tens of milliseconds.
const MaxCities = 16

// Exact is a search.Searcher whose first step finds the optimum.
type Exact struct {
	in     *tsp.Instance
	tour   tsp.Tour
	length int64
}

// New prepares the search; t is the answer until the first step.
func New(in *tsp.Instance, t tsp.Tour) (*Exact, error) {
	if in.N() > MaxCities {
		return nil, fmt.Errorf("%d cities, the exact algorithm takes at most %d", in.N(), MaxCities)
	}
	return &Exact{in: in, tour: append(tsp.Tour(nil), t...), length: in.Length(t)}, nil
}

// Cost is the cost of Best.
func (e *Exact) Cost() float64 { return e.in.CostOf(e.length) }

// Best is the optimum after one step.
func (e *Exact) Best() tsp.Tour { return append(tsp.Tour(nil), e.tour...) }

// Step finds the optimum.
func (e *Exact) Step(context.Context) error {
	if t := solve(e.in); e.in.Length(t) < e.length {
		e.tour, e.length = t, e.in.Length(t)
	}
	return search.ErrOptimal
}

// solve fixes the last city as the start. best[set][c] is the shortest path
// from it through all of set that ends in c, a member of set.
func solve(in *tsp.Instance) tsp.Tour {
	m := in.N() - 1
	if m < 2 {
		return tsp.Identity(m + 1)
	}
	home := int32(m)
	best := make([]int64, m<<m)
	for set := 1; set < 1<<m; set++ {
		for c := range m {
			best[set*m+c] = pathTo(in, best, m, set, c, home)
		}
	}
	set := 1<<m - 1
	t := tsp.Tour{home}
	for next := home; set != 0; {
		end, shortest := -1, int64(math.MaxInt64)
		for c := range m {
			if b := best[set*m+c]; set>>c&1 == 1 && b+in.Dist(int32(c), next) < shortest {
				end, shortest = c, b+in.Dist(int32(c), next)
			}
		}
		next = int32(end)
		t = append(t, next)
		set &^= 1 << end
	}
	for i, j := 0, len(t)-1; i < j; i, j = i+1, j-1 {
		t[i], t[j] = t[j], t[i]
	}
	return t
}

func pathTo(in *tsp.Instance, best []int64, m, set, c int, home int32) int64 {
	if set>>c&1 == 0 {
		return math.MaxInt64
	}
	rest := set &^ (1 << c)
	if rest == 0 {
		return in.Dist(home, int32(c))
	}
	shortest := int64(math.MaxInt64)
	for before := range m {
		if rest>>before&1 == 1 {
			shortest = min(shortest, best[rest*m+before]+in.Dist(int32(before), int32(c)))
		}
	}
	return shortest
}
