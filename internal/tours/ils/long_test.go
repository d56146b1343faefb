//go:build !race

package ils_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/ils"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// widestGap returns the longest edge of a minimum spanning tree of the quadrant neighbours. Every
// tour has an edge about as long, because it must cross that gap.
func widestGap(t *testing.T, in *tsp.Instance) (gap int64) {
	t.Helper()
	l, err := near.Quadrant(t.Context(), in, 2, 10, 2)
	if err != nil {
		t.Fatal(err)
	}
	type edge struct{ dist, a, b int32 }
	var edges []edge
	root := tsp.Identity(in.N())
	for c := range root {
		for i := l.First[c]; i < l.First[c+1]; i++ {
			edges = append(edges, edge{l.Dist[i], int32(c), l.City[i]})
		}
	}
	slices.SortFunc(edges, func(e, f edge) int { return cmp.Compare(e.dist, f.dist) })
	find := func(c int32) int32 {
		for ; root[c] != c; c = root[c] {
			root[c] = root[root[c]]
		}
		return c
	}
	for _, e := range edges {
		if a, b := find(e.a), find(e.b); a != b {
			root[a], gap = b, int64(e.dist)
		}
	}
	return gap
}

// No edge of the first local optimum is much longer than the widest gap between the cities, whether
// the neighbour lists cross that gap or not.
func TestNoEdgeCrossesTheBoard(t *testing.T) {
	const n = 20_000
	for _, shape := range []tsp.Shape{tsp.Drilling, tsp.Clustered, tsp.Uniform} {
		in := generate(t, shape, n)
		gap := widestGap(t, in)
		for _, lists := range []prepare.Params{prepare.Defaults("greedy", n), {Start: "greedy", Neighbours: 8, Lists: "nearest"}, {Start: "curve", Neighbours: 8, Lists: "nearest"}} {
			t.Run(fmt.Sprint(shape, lists), func(t *testing.T) {
				s, err := prepare.New(in, lists, func(_ context.Context, j prepare.Job) (search.Searcher[tsp.Tour], error) {
					return ils.New(j.Instance, j.Lists, j.Start, descent("lk"), j.Seed, ils.Executor{Threads: 2})
				}, prepare.Options{Seed: 1, Threads: 2})
				if err != nil {
					t.Fatal(err)
				}
				r, err := search.Run(t.Context(), in, s, search.AfterSteps(1000))
				if err != nil {
					t.Fatal(err)
				}
				longest := int64(0)
				for i, c := range r.Best {
					longest = max(longest, in.Dist(c, r.Best[(i+1)%n]))
				}
				if longest > 5*gap {
					t.Errorf("the longest edge is %d, the widest gap %d", longest, gap)
				}
			})
		}
	}
}
