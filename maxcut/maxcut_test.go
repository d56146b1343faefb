package maxcut

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
)

// random returns a graph in which some edges appear twice and the last vertex has no edges.
func random(n int) *Instance {
	r, edges := rng.At(1, uint32(n), 0), []Edge{}
	for i := range max(0, 4*(n-2)) {
		v := int32(i/4 + 1)
		edges = append(edges, Edge{v, r.IntN(v), int64(r.IntN(100) - 30)})
	}
	in, _ := New("random", n, edges)
	return in
}

func TestFlipsKeepTheContract(t *testing.T) {
	for _, n := range []int{1, 2, 12, 60} {
		searchtest.Neighbourhood(t, random(n), 100, func() moves.Neighbourhood[Sides] {
			f, _ := NewFlips(random(n), make(Sides, n))
			return f
		})
	}
}

// solve runs a few thousand steps of tabu search.
func solve(in *Instance) (search.Result[Sides], error) {
	space := local.Landscape[Sides]{
		Random: func(r *rng.Stream) Sides { return Random(in.N(), r) },
		Around: func(s Sides, _ int) ([]moves.Neighbourhood[Sides], error) {
			f, err := NewFlips(in, s)
			return []moves.Neighbourhood[Sides]{f}, err
		},
		Check: in.Check,
	}
	tabu, err := local.New(space, local.TabuDefaults(in.N(), 2*in.N()), 1, local.Threads[Sides]{Count: 2})
	if err != nil {
		return search.Result[Sides]{}, err
	}
	return search.Run(context.Background(), in, tabu, search.AfterSteps(20))
}

func TestTabuSearchFindsTheOptimum(t *testing.T) {
	in, best, s := random(12), 0.0, make(Sides, 12)
	for bits := range 1 << 12 {
		for v := range s {
			s[v] = int8(bits >> v & 1)
		}
		best = min(best, in.Cost(s))
	}
	if r, err := solve(in); err != nil || r.Cost != best {
		t.Errorf("found %v, error %v; the optimum is %v", r.Cost, err, best)
	}
}

func TestFaultsAreNamed(t *testing.T) {
	for _, c := range [][2]string{
		{"", "f: got 0 vertices, expected 1 to 1000000"},
		{"\n2000000 1\n1 2", "f:2: got 2000000 vertices, expected 1 to 1000000"},
		{"3 2 1", `f:1: found "3 2 1", expected two whole numbers`},
		{"3 1\n1 2 3 4", `f:2: found "1 2 3 4", expected two whole numbers`},
		{"3 2\n1 2\n1 4", "f:3: edge from 1 to 4: expected two different vertices between 1 and 3"},
		{"3 1\n4294967297 2", `f:2: found "4294967297 2"`},
		{"3 2\n2 2", "f:2: edge from 2 to 2"},
		{"3 1000000000\n1 2\n", "f:3: the file ends after 1 edges, but its first line declares 1000000000"},
		{"2 1\n1 2 9007199254740992", "f:2: the edge weights add up to 9.01e+15, expected less than 2^53"},
	} {
		if _, err := Read(strings.NewReader(c[0]), "f"); err == nil || !strings.HasPrefix(err.Error(), c[1]) {
			t.Errorf("%q: %v, want %s", c[0], err, c[1])
		}
	}
	gone := errors.New("gone")
	if _, err := Read(io.MultiReader(strings.NewReader("3 1\n1 2\n"), iotest.ErrReader(gone)), "f"); !errors.Is(err, gone) {
		t.Errorf("a file that cannot be read to its end: %v", err)
	}
	for _, s := range []Sides{nil, {0, 1, 0}, {0, 2}, {-1, 0}} {
		if _, err := NewFlips(random(2), s); err == nil {
			t.Errorf("%v passed", s)
		}
	}
}

// FuzzRead checks that moving all vertices leaves the cut unchanged, and that the graph with all
// edges reversed has the same hash.
func FuzzRead(f *testing.F) {
	f.Add("3 2\n1 2\n2 3 -5\n")
	f.Fuzz(func(t *testing.T, text string) {
		var in *Instance
		var err error
		testkit.Frugal(t, len(text), func() { in, err = Read(strings.NewReader(text), "f") })
		if err != nil {
			return
		}
		created, err := NewFlips(in, make(Sides, in.N()))
		if err != nil {
			t.Fatal(err)
		}
		h := created.(*flips)
		was := h.Touched(in.N() - 1)
		for v, delta := range h.deltas {
			h.Apply(v, delta)
		}
		mirror, _ := New("mirror", in.N(), slices.DeleteFunc(slices.Clone(in.ends), func(e Edge) bool { return e.From < e.To }))
		if now := h.Touched(in.N() - 1); h.Cost() != 0 || now.Leaves != was.Enters || now.Leaves[0] != int32(h.Attributes()-1) || mirror.Hash() != in.Hash() {
			t.Errorf("cost %v, the last vertex from %+v to %+v, hash %s and %s", h.Cost(), was, now, in.Hash(), mirror.Hash())
		}
	})
}

// At most four of the five edges of a pentagon can be cut.
func Example() {
	in, _ := Read(strings.NewReader("5 5\n1 2\n2 3\n3 4\n4 5\n5 1\n"), "pentagon")
	r, err := solve(in)
	fmt.Println(-r.Cost, r.Best, err)
	// Output: 4 [0 1 0 1 1] <nil>
}
