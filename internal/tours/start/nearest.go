package start

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// NearestNeighbour returns a tour that always goes to the nearest unvisited city. The tour is about
// 25 % above the optimum on uniform cities. The lists answer most queries, and a finder answers the
// rest. NearestNeighbour fails if ctx is cancelled.
func NearestNeighbour(ctx context.Context, in *tsp.Instance, l *near.Lists, from int32) (tsp.Tour, error) {
	t := make(tsp.Tour, 0, in.N())
	visited := make([]bool, in.N())
	finder, err := near.NewFinder(ctx, in)
	if err != nil {
		return nil, err
	}
	for at, ok := from, true; ok; {
		if len(t)%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		t = append(t, at)
		visited[at] = true
		finder.Remove(at)
		next := int32(-1)
		for _, c := range l.Of(at) {
			if !visited[c] {
				next = c
				break
			}
		}
		if next < 0 {
			next, ok = finder.Nearest(at)
		}
		at = next
	}
	return t, nil
}
