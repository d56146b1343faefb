package near

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
)

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
	return parallel.Do(ctx, threads, len(l.First)-1, 4096, func(_, c int) { do(int32(c)) })
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
