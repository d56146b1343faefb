// Package near builds candidate lists: k-nearest and quadrant neighbours. Its running time hardly
// depends on the distribution of the cities.
package near

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Lists contains a list of candidate neighbours for each city, nearest first, in flat arrays. The
// neighbours of c are City[First[c]:First[c+1]], and Dist contains their distances at the same
// indices.
type Lists struct {
	First []int32
	City  []int32
	Dist  []int32
}

// Of returns the neighbours of city c.
func (l *Lists) Of(c int32) []int32 { return l.City[l.First[c]:l.First[c+1]] }

// uniform allocates lists of length k for n cities.
func uniform(n, k int) *Lists {
	l := &Lists{First: make([]int32, n+1), City: make([]int32, n*k), Dist: make([]int32, n*k)}
	for i := range l.First {
		l.First[i] = int32(i * k)
	}
	return l
}

// measure sets the distances in the list of city c and sorts the list.
func (l *Lists) measure(in *tsp.Instance, c int32) {
	lo, hi := l.First[c], l.First[c+1]
	city, dist := l.City[lo:hi], l.Dist[lo:hi]
	for i, to := range city {
		dist[i] = int32(in.Dist(c, to))
	}
	l.sort(c)
}

// sort sorts the list of city c by insertion. Lists are nearly sorted already, except for rounding,
// ties and a few additional cities. sortLong handles the list of a city that has very many
// additional cities because many lists contain it.
func (l *Lists) sort(c int32) {
	lo, hi := l.First[c], l.First[c+1]
	if hi-lo > 100 {
		l.sortLong(lo, hi)
		return
	}
	city, dist := l.City[lo:hi], l.Dist[lo:hi]
	for i := 1; i < len(city); i++ {
		for j := i; j > 0 && (dist[j] < dist[j-1] || dist[j] == dist[j-1] && city[j] < city[j-1]); j-- {
			dist[j], dist[j-1] = dist[j-1], dist[j]
			city[j], city[j-1] = city[j-1], city[j]
		}
	}
}

func (l *Lists) sortLong(lo, hi int32) {
	type entry struct{ dist, city int32 }
	all := make([]entry, 0, hi-lo)
	for i := lo; i < hi; i++ {
		all = append(all, entry{l.Dist[i], l.City[i]})
	}
	slices.SortFunc(all, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.dist, b.dist), cmp.Compare(a.city, b.city))
	})
	for i, e := range all {
		l.Dist[int(lo)+i], l.City[int(lo)+i] = e.dist, e.city
	}
}

// Nearest lists the k nearest cities of each city, or all other cities if there are fewer than k.
// The result does not depend on the number of threads. Ties at the end of a list are broken
// arbitrarily but reproducibly. Nearest fails if ctx is cancelled or if a distance function breaks
// its contract.
func Nearest(ctx context.Context, in *tsp.Instance, k, threads int) (*Lists, error) {
	return build(ctx, in, k, 0, threads)
}

// Quadrant lists, for each city, the nearest perQuadrant cities in each of the four quadrants
// around it, and fills the list up to k with the nearest other cities. With perQuadrant = k/4 all
// quadrants have an equal share [LS13 §2.1]; if a quadrant has too few cities, the other quadrants
// use the rest of its share. For clustered cities this keeps links between clusters in the lists.
// In space there are eight octants. Without coordinates the lists contain the k nearest cities.
func Quadrant(ctx context.Context, in *tsp.Instance, perQuadrant, k, threads int) (*Lists, error) {
	return build(ctx, in, k, perQuadrant, threads)
}

func build(ctx context.Context, in *tsp.Instance, k, perSector, threads int) (*Lists, error) {
	if p := in.Plain(); p != nil {
		l, err := build(ctx, p.Base, k, perSector, threads)
		if err != nil {
			return nil, err
		}
		return l.Fit(p), nil
	}
	n := in.N()
	k = min(k, n-1, math.MaxInt32/n-1) // leaves space for a dummy
	l := uniform(n, k)
	if k <= 0 {
		return l, nil
	}
	g, ok := geometryOf(in)
	if !ok {
		return l, parallel.Ranges(ctx, threads, n, 16, func(_, from, end int) error {
			b := bruteForce{in, l, newNearest(k)}
			for c := from; c < end; c++ {
				if err := b.fill(int32(c)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	t, err := newTree(ctx, g, threads)
	if err != nil {
		return nil, err
	}
	return l, parallel.Ranges(ctx, threads, n, atOnce(k), func(_, from, end int) error {
		q := newQuery(t, k, perSector)
		for slot := from; slot < end; slot++ {
			c := t.items[slot].id
			q.fill(slot, l.Of(c))
			l.measure(in, c)
		}
		return nil
	})
}

// atOnce returns the number of cities with lists of length k between two checks of the context. The
// insertions into a list take time in proportion to the square of its length.
func atOnce(k int) int { return max(1, min(1024, 100_000/(k*k))) }

// bruteForce examines all cities. It is intended for matrices, where each distance is one load, and
// for metrics without a geometry.
type bruteForce struct {
	in   *tsp.Instance
	l    *Lists
	best *nearest
}

func (b *bruteForce) fill(c int32) error {
	b.best.reset()
	for other := range int32(b.in.N()) {
		if other == c {
			continue
		}
		d := b.in.Dist(c, other)
		if err := b.trust(c, other, d); err != nil {
			return err
		}
		if float64(d) < b.best.worst {
			b.best.add(float64(d), other)
		}
	}
	copy(b.l.Of(c), b.best.id)
	b.l.measure(b.in, c)
	return nil
}

// trust checks the contract of a distance function, because with contradictory distances a search
// would not terminate.
func (b *bruteForce) trust(i, j int32, d int64) error {
	switch {
	case b.in.Metric() != tsp.Function:
		return nil
	case d > tsp.MaxDistance || d < -tsp.MaxDistance:
		return fmt.Errorf("the distance function returned %d from city %d to city %d, but the limit is %d", d, i, j, tsp.MaxDistance)
	case b.in.Symmetric() && b.in.Dist(j, i) != d:
		return fmt.Errorf("the distance function was declared symmetric, but returned different distances for the two directions between city %d and city %d", i, j)
	}
	return nil
}

// Fit converts lists of p.Base to lists of p.Instance. The dummy comes first in every list, because
// its distance to every city is 0. The list of the dummy is empty, because every move that involves
// the dummy can be found from the other city. No list contains a fixed edge.
func (l *Lists) Fit(p *tsp.Plain) *Lists {
	if p.Instance == p.Base {
		return l
	}
	out := &Lists{First: make([]int32, 0, len(l.First)+1), City: make([]int32, 0, len(l.City)+len(l.First))}
	for c := range int32(len(l.First) - 1) {
		out.First = append(out.First, int32(len(out.City)))
		if d := p.Dummy; d >= 0 && !p.Tied(c, d) {
			out.City = append(out.City, d)
		}
		for _, to := range l.Of(c) {
			if !p.Tied(c, to) {
				out.City = append(out.City, to)
			}
		}
	}
	for len(out.First) <= p.Instance.N() {
		out.First = append(out.First, int32(len(out.City)))
	}
	out.Dist = make([]int32, len(out.City))
	for c := range int32(p.Instance.N()) {
		out.measure(p.Instance, c)
	}
	return out
}

// Symmetric adds to the list of each city the cities that list it, so that a search finds an edge
// from either end. Distances must be symmetric. Lists stay sorted, nearest first. The result does
// not depend on the number of threads. Symmetric fails if ctx is cancelled.
func (l *Lists) Symmetric(ctx context.Context, threads int) (*Lists, error) {
	oneSided := make([]bool, len(l.City))
	err := l.each(ctx, threads, func(c int32) {
		for i := l.First[c]; i < l.First[c+1]; i++ {
			oneSided[i] = !l.has(l.City[i], c, l.Dist[i])
		}
	})
	if err != nil {
		return nil, err
	}
	out := l.grown(oneSided)
	end := make([]int32, len(l.First)-1)
	for c := range int32(len(end)) {
		at := out.First[c]
		end[c] = at + int32(copy(out.City[at:], l.Of(c)))
		copy(out.Dist[at:], l.Dist[l.First[c]:l.First[c+1]])
	}
	for c := range int32(len(end)) {
		for i := l.First[c]; i < l.First[c+1]; i++ {
			if to := l.City[i]; oneSided[i] {
				out.City[end[to]], out.Dist[end[to]] = c, l.Dist[i]
				end[to]++
			}
		}
	}
	return out, out.each(ctx, threads, out.sort)
}

// grown returns empty lists with space for l and for the other end of each one-sided entry.
func (l *Lists) grown(oneSided []bool) *Lists {
	out := &Lists{First: make([]int32, len(l.First))}
	for i, one := range oneSided {
		if one {
			out.First[l.City[i]+1]++
		}
	}
	for c := 1; c < len(l.First); c++ {
		out.First[c] += out.First[c-1] + l.First[c] - l.First[c-1]
	}
	size := out.First[len(l.First)-1]
	out.City, out.Dist = make([]int32, size), make([]int32, size)
	return out
}

// each calls do for every city, on several threads.
func (l *Lists) each(ctx context.Context, threads int, do func(c int32)) error {
	k := max(1, len(l.City)/len(l.First))
	return parallel.Do(ctx, threads, len(l.First)-1, 4*atOnce(k), func(_, c int) { do(int32(c)) })
}

// has reports whether the list of c contains to, at distance d.
func (l *Lists) has(c, to, d int32) bool {
	for i := l.First[c]; i < l.First[c+1] && l.Dist[i] <= d; i++ {
		if l.City[i] == to {
			return true
		}
	}
	return false
}
