package lk

import (
	"fmt"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// rejoin is a row of the table in the comment of Pattern. In the direction from t1 to t2, a tour
// consists of three parts: a, which starts with t2, then b, then c, which ends with t1.
type rejoin struct {
	pattern Pattern
	cities  func(a, b, c tsp.Tour) [6]int32 // t1 to t6
	tour    func(a, b, c tsp.Tour) tsp.Tour // the joined parts
}

var rejoins = []rejoin{
	{
		Flat, // b is empty
		func(a, _, c tsp.Tour) [6]int32 { return [6]int32{last(c), a[0], c[0], last(a), last(a), last(a)} },
		func(a, _, c tsp.Tour) tsp.Tour { return slices.Concat(reversed(a), c) },
	},
	{
		Inner,
		func(a, b, c tsp.Tour) [6]int32 { return [6]int32{last(c), a[0], c[0], last(b), last(a), b[0]} },
		func(a, b, c tsp.Tour) tsp.Tour { return slices.Concat(b, reversed(a), c) },
	},
	{
		Outer,
		func(a, b, c tsp.Tour) [6]int32 { return [6]int32{last(c), a[0], b[0], last(a), c[0], last(b)} },
		func(a, b, c tsp.Tour) tsp.Tour { return slices.Concat(reversed(b), a, c) },
	},
	{
		Swap,
		func(a, b, c tsp.Tour) [6]int32 { return [6]int32{last(c), a[0], last(b), c[0], last(a), b[0]} },
		func(a, b, c tsp.Tour) tsp.Tour { return slices.Concat(b, a, c) },
	},
	{
		Turn,
		func(a, b, c tsp.Tour) [6]int32 { return [6]int32{last(c), a[0], last(b), c[0], b[0], last(a)} },
		func(a, b, c tsp.Tour) tsp.Tour { return slices.Concat(reversed(a), reversed(b), c) },
	},
}

func last(t tsp.Tour) int32 { return t[len(t)-1] }

func reversed(t tsp.Tour) tsp.Tour {
	t = slices.Clone(t)
	slices.Reverse(t)
	return t
}

// The flips of a pattern join the parts of a tour as in the table, on every tour structure and in
// either direction. The edges that each flip replaces are on the tour.
func TestPatternsJoinTheParts(t *testing.T) {
	for _, r := range rejoins {
		t.Run(fmt.Sprint(r.pattern), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				n := rapid.IntRange(8, 60).Draw(t, "n")
				tour := start.Random(n, rapid.Uint64().Draw(t, "seed"))
				i := rapid.IntRange(1, n-2).Draw(t, "end of a")
				j := rapid.IntRange(i+1, n-1).Draw(t, "end of b")
				if r.pattern == Flat {
					i = j
				}
				a, b, c := tour[:i], tour[i:j], tour[j:]
				cities, want := r.cities(a, b, c), r.tour(a, b, c)
				if got := edgesAfter(tour, r.pattern, cities); !slices.Equal(got, edgesOf(want)) {
					t.Fatalf("the table is wrong: %v becomes %v with edges %v", tour, want, got)
				}
				at := rapid.IntRange(0, n-1).Draw(t, "at")
				for _, written := range []tsp.Tour{rotate(tour, at), reversed(rotate(tour, at))} {
					for _, make := range structures {
						s := make()
						s.set(written)
						followFlips(t, s, r.pattern.Flips(nil, &cities))
						agree(t, s, &naive{want})
					}
				}
			})
		})
	}
}

// followFlips applies flips and checks that their edges are on the tour, both in the same
// direction.
func followFlips(t *rapid.T, s tourStructure, flips [][4]int32) {
	for i, f := range flips {
		a, b, c, d := f[0], f[1], f[2], f[3]
		if !(s.next(a) == b && s.next(c) == d || s.prev(a) == b && s.prev(c) == d) {
			t.Fatalf("flip %d of %v does not fit the tour", i, flips)
		}
		s.flip(a, b, c, d)
	}
}

// edgesOf returns the edges of a tour, sorted.
func edgesOf(tour tsp.Tour) (edges [][2]int32) {
	for i, c := range tour {
		edges = append(edges, edgeOf(c, tour[(i+1)%len(tour)]))
	}
	slices.SortFunc(edges, compareEdges)
	return edges
}

func edgeOf(a, b int32) [2]int32     { return [2]int32{min(a, b), max(a, b)} }
func compareEdges(a, b [2]int32) int { return slices.Compare(a[:], b[:]) }

// edgesAfter returns the edges of a tour after the exchange that the comment of Pattern describes.
func edgesAfter(tour tsp.Tour, p Pattern, t [6]int32) [][2]int32 {
	edges, cities := edgesOf(tour), t[:]
	if p == Flat {
		cities = t[:4]
	}
	for i := 0; i < len(cities); i += 2 {
		if at := slices.Index(edges, edgeOf(cities[i], cities[i+1])); at >= 0 {
			edges = slices.Delete(edges, at, at+1)
		}
	}
	for i := 1; i < len(cities); i += 2 {
		edges = append(edges, edgeOf(cities[i], cities[(i+1)%len(cities)]))
	}
	slices.SortFunc(edges, compareEdges)
	return edges
}

// Flips appends to the existing contents of dst.
func TestFlipsAppend(t *testing.T) {
	before := [4]int32{9, 8, 7, 6}
	for _, r := range rejoins {
		got := r.pattern.Flips([][4]int32{before}, &[6]int32{0, 1, 2, 3, 4, 5})
		if got[0] != before || !slices.Equal(got[1:], r.pattern.Flips(nil, &[6]int32{0, 1, 2, 3, 4, 5})) {
			t.Errorf("%d: %v", r.pattern, got)
		}
	}
}
