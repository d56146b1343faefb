package ils

import (
	"cmp"
	"context"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

const (
	neighbours = 32  // number of candidates of each stop
	sifted     = 160 // number of stops from which the candidates are taken if there are windows
)

// listsOf returns the neighbours of each stop. With time windows, these are the stops that are near
// in space and can be served before or after it with little waiting.
func listsOf(ctx context.Context, in *vrp.Instance, cities *tsp.Instance, threads int) (*near.Lists, error) {
	if !slices.ContainsFunc(in.Stops, func(s vrp.Stop) bool { return s.Window != vrp.Window{} }) {
		return near.Nearest(ctx, cities, neighbours, threads)
	}
	wide, err := near.Nearest(ctx, cities, sifted, threads)
	if err != nil {
		return nil, err
	}
	return sift(in, wide), nil
}

// sift reduces lists to the neighbours with the smallest sums of the distance and a fifth of the
// waiting time that cannot be avoided. Both orders of two stops are considered.
func sift(in *vrp.Instance, wide *near.Lists) *near.Lists {
	l := &near.Lists{First: []int32{0}}
	var all []candidate
	for s := range int32(in.N()) {
		all = candidates(all[:0], in, wide, s)
		slices.SortStableFunc(all, func(x, y candidate) int { return cmp.Compare(x.far, y.far) })
		all = all[:min(len(all), neighbours)]
		slices.SortStableFunc(all, func(x, y candidate) int { return cmp.Compare(x.dist, y.dist) })
		for _, e := range all {
			l.City, l.Dist = append(l.City, e.city), append(l.Dist, e.dist)
		}
		l.First = append(l.First, int32(len(l.City)))
	}
	return l
}

// A candidate is a neighbour of a stop.
type candidate struct {
	city, dist int32
	far        int64 // sum of the distance and the delay
}

// candidates appends the stops in a list.
func candidates(all []candidate, in *vrp.Instance, wide *near.Lists, s int32) []candidate {
	for i := wide.First[s]; i < wide.First[s+1]; i++ {
		if t := wide.City[i]; int(t) < in.N() {
			all = append(all, candidate{t, wide.Dist[i], int64(wide.Dist[i]) + min(delay(in, s, t), delay(in, t, s))})
		}
	}
	return all
}

// delay returns a fifth of the shortest waiting time of a vehicle that goes from s to t, or the
// time by which it is late in any case.
func delay(in *vrp.Instance, s, t int32) int64 {
	a, b := &in.Stops[s], &in.Stops[t]
	leg := in.Distance.Dist(a.Place, b.Place)
	if in.Duration != nil {
		leg = in.Duration.Dist(a.Place, b.Place)
	}
	leg += int64(a.Service)
	late, wait := int64(0), int64(0)
	if b.Window != (vrp.Window{}) {
		late = int64(a.Window.Open) + leg - int64(b.Window.Close)
		if a.Window != (vrp.Window{}) {
			wait = int64(b.Window.Open) - int64(a.Window.Close) - leg
		}
	}
	return max(0, late, wait/5)
}
