package start

import (
	"context"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Greedy returns a tour built by adding the shortest feasible edges. The tour is about 14-18 %
// above the optimum on uniform cities and the best start for local search [JM97 §3.1]. Greedy first
// uses the edges of the lists. It then joins the ends of the remaining fragments in rounds until
// one tour is left. Distances are measured in the direction of the lists, so an asymmetric instance
// gets a valid tour but not necessarily a good one. Greedy fails if ctx is cancelled.
func Greedy(ctx context.Context, in *tsp.Instance, l *near.Lists, threads int) (tsp.Tour, error) {
	n := in.N()
	f := newFragments(n)
	for _, tie := range in.Ties() {
		f.join([]edge{{a: tie[0], b: tie[1]}})
	}
	if err := f.joinLists(ctx, l, tsp.Identity(n)); err != nil {
		return nil, err
	}
	for f.edges < n-1 {
		ends := f.ends()
		if in.Ties() != nil {
			if err := f.joinEnds(ctx, in, ends); err != nil {
				return nil, err
			}
			continue
		}
		part, err := near.Nearest(ctx, in.Pick(ends), 6, threads)
		if err != nil {
			return nil, err
		}
		if err := f.joinLists(ctx, part, ends); err != nil {
			return nil, err
		}
	}
	return f.tour(), nil
}

type edge struct {
	dist int32 // the sort key adds 1<<31, because keys are unsigned
	a, b int32
}

// listEdges returns the edges of the lists, shortest first. names maps the cities of the lists to
// cities of the instance.
func listEdges(ctx context.Context, l *near.Lists, names []int32) ([]edge, error) {
	edges := make([]edge, 0, len(l.City))
	err := inTurn(ctx, len(l.First)-1, func(from, end int) {
		for c := int32(from); c < int32(end); c++ {
			for i := l.First[c]; i < l.First[c+1]; i++ {
				// If an edge is in both lists, add it only once.
				if to := l.City[i]; c < to || !slices.Contains(l.Of(to), c) {
					edges = append(edges, edge{l.Dist[i], names[c], names[to]})
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return radixSort(ctx, edges, 32, func(e edge) uint64 { return uint64(uint32(e.dist) ^ 1<<31) })
}

// fragments contains paths that are being joined. Each city stores at most two neighbours. The two
// ends of a fragment store each other, which is enough to reject cycles.
type fragments struct {
	link  [][2]int32 // -1 if free
	other []int32    // other end of the fragment; valid only for ends
	edges int
}

func newFragments(n int) *fragments {
	f := &fragments{link: make([][2]int32, n), other: make([]int32, n)}
	for i := range f.link {
		f.link[i] = [2]int32{-1, -1}
		f.other[i] = int32(i)
	}
	return f
}

// joinLists joins fragments by edges of the lists, shortest first.
func (f *fragments) joinLists(ctx context.Context, l *near.Lists, names []int32) error {
	edges, err := listEdges(ctx, l, names)
	if err != nil {
		return err
	}
	return inTurn(ctx, len(edges), func(from, end int) { f.join(edges[from:end]) })
}

// joinEnds joins all fragments of an instance in which not every pair of cities can be joined, by
// the edges between their ends, shortest first.
func (f *fragments) joinEnds(ctx context.Context, in *tsp.Instance, ends []int32) error {
	var edges []edge
	for i, a := range ends {
		for _, b := range ends[:i] {
			if d := in.Dist(a, b); d <= math.MaxInt32 && f.other[a] != b {
				edges = append(edges, edge{int32(d), a, b})
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	edges, err := radixSort(ctx, edges, 32, func(e edge) uint64 { return uint64(uint32(e.dist) ^ 1<<31) })
	if err == nil {
		f.join(edges)
	}
	return err
}

// join adds, in order, the edges that connect two fragments.
func (f *fragments) join(edges []edge) {
	for _, e := range edges {
		if f.link[e.a][1] >= 0 || f.link[e.b][1] >= 0 || f.other[e.a] == e.b {
			continue
		}
		f.connect(e.a, e.b)
		f.connect(e.b, e.a)
		endA, endB := f.other[e.a], f.other[e.b]
		f.other[endA], f.other[endB] = endB, endA
		f.edges++
	}
}

func (f *fragments) connect(from, to int32) {
	if f.link[from][0] < 0 {
		f.link[from][0] = to
	} else {
		f.link[from][1] = to
	}
}

// ends returns the cities that can have another edge.
func (f *fragments) ends() []int32 {
	var ends []int32
	for c := range f.link {
		if f.link[c][1] < 0 {
			ends = append(ends, int32(c))
		}
	}
	return ends
}

// tour returns the cities along the only remaining fragment.
func (f *fragments) tour() tsp.Tour {
	t := make(tsp.Tour, 0, len(f.link))
	before, at := int32(-1), f.ends()[0]
	for at >= 0 {
		t = append(t, at)
		next := f.link[at][0]
		if next == before {
			next = f.link[at][1]
		}
		before, at = at, next
	}
	return t
}

// Blurred returns a greedy tour for lengths that are randomly increased by up to one half. Tours
// from different random numbers are about as good as a greedy tour and differ in many edges.
func Blurred(ctx context.Context, in *tsp.Instance, l *near.Lists, random *rng.Stream) (tsp.Tour, error) {
	b := *l
	b.Dist = make([]int32, len(l.Dist))
	for i, d := range l.Dist {
		b.Dist[i] = int32(min(int64(d)+int64(d)*int64(random.Uint32()>>16)>>17, math.MaxInt32))
	}
	return Greedy(ctx, in, &b, 1)
}
