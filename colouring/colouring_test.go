package colouring

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
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

func generate(t testing.TB, n, edges, colours int) *Instance {
	t.Helper()
	in, err := Generate(n, edges, colours, 1)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func TestChangesKeepTheContract(t *testing.T) {
	for _, c := range [][3]int{{2, 1, 2}, {3, 0, 3}, {12, 30, 3}, {60, 300, 7}} {
		in := generate(t, c[0], c[1], c[2])
		searchtest.Neighbourhood(t, in, 100, func() moves.Neighbourhood[Colours] {
			h, err := NewChanges(in, make(Colours, in.N()))
			if err != nil {
				t.Fatal(err)
			}
			return h
		})
	}
}

// Touched returns the colour that a vertex loses and the colour that the move gives it.
func TestTouched(t *testing.T) {
	in := generate(t, 4, 3, 3)
	h, err := NewChanges(in, Colours{0, 1, 2, 1})
	if err != nil {
		t.Fatal(err)
	}
	for move := range h.Len() {
		before, touch := h.Snapshot(), h.(*changes).Touched(move)
		h.Apply(move, 0)
		for v, colour := range h.Snapshot() {
			if colour == before[v] {
				continue
			}
			if v != move/2 || touch.Leaves[0] != int32(3*v)+before[v] || touch.Enters[0] != int32(3*v)+colour {
				t.Errorf("move %d: vertex %d from %d to %d, touches %+v", move, v, before[v], colour, touch)
			}
		}
		h.Reset(before)
	}
}

// solve runs a few thousand turns of tabu search.
func solve(in *Instance) (search.Result[Colours], error) {
	space := local.Landscape[Colours]{
		Random: func(r *rng.Stream) Colours { return Random(in, r) },
		Around: func(c Colours, _ int) ([]moves.Neighbourhood[Colours], error) {
			h, err := NewChanges(in, c)
			return []moves.Neighbourhood[Colours]{h}, err
		},
		Check: in.Check,
	}
	tabu, err := local.New(space, local.TabuDefaults(in.N(), in.N()*in.Colours()), 1, local.Threads[Colours]{Count: 2})
	if err != nil {
		return search.Result[Colours]{}, err
	}
	return search.Run(context.Background(), in, tabu, search.AfterSteps(20))
}

func TestTabuSearchFindsTheOptimum(t *testing.T) {
	var edges []Edge // two thirds of all pairs of 9 vertices
	for i := range int32(9) {
		for j := range i {
			if (i+2*j)%3 != 0 {
				edges = append(edges, Edge{i, j})
			}
		}
	}
	in, err := New("dense", 9, 3, edges)
	if err != nil {
		t.Fatal(err)
	}
	best, c := math.Inf(1), make(Colours, 9)
	for number := range 19683 {
		for v := range c {
			c[v] = int32(number % 3)
			number /= 3
		}
		best = min(best, in.Cost(c))
	}
	if r, err := solve(in); err != nil || r.Cost != best {
		t.Errorf("found %v, error %v; the optimum is %v", r.Cost, err, best)
	}
}

// A generated instance has a colouring without conflicts and equals the stored file.
func TestGenerated(t *testing.T) {
	in := generate(t, 40, 120, 4)
	if r, err := solve(in); err != nil || r.Cost != 0 {
		t.Errorf("%v conflicts, %v", r.Cost, err)
	}
	text, err := os.ReadFile("testdata/planted-40-4.col")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := Write(&out, in); err != nil || out.String() != string(text) {
		t.Errorf("%v, or the generator makes another instance:\n%s", err, out.String())
	}
	for _, c := range [][4]int{{0, 0, 2, 0}, {3, 1, 1, 0}, {3, 1, 4, 0}, {3, -1, 2, 0}, {3, mostEdges + 1, 2, 0}} {
		if in, err := Generate(c[0], c[1], c[2], 1); err == nil || in != nil {
			t.Errorf("%v passed", c)
		}
	}
}

// Without a number of colours, an instance has one colour fewer than sequential colouring needs.
func TestColoursOfAFileWithoutANumber(t *testing.T) {
	for text, want := range map[string]int{
		"p edge 4 6\ne 1 2\ne 1 3\ne 1 4\ne 2 3\ne 2 4\ne 3 4": 3, // all pairs of four vertices
		// an odd ring needs three colours
		"p col 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1": 2,
		"p edge 3 0": 2,
		"c a path\n\np edge 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n":               2,
		"p edge 4 6 7\ne 1 2\ne 1 3\ne 1 4\ne 2 3\ne 2 4\ne 3 4":             7,
		"p edge 6 7\ne 1 2\ne 1 3\ne 1 4\ne 2 3\ne 2 4\ne 3 4\ne 5 6\ne 5 6": 3,
	} {
		if in, err := Read(strings.NewReader(text), "f"); err != nil || in.Colours() != want {
			t.Errorf("%q: %v, %v, want %d colours", text, in, err, want)
		}
	}
}

func TestFaultsAreNamed(t *testing.T) {
	for _, c := range [][2]string{
		{"", `f:1: the file contains no "p edge N M" line`},
		{"e 1 2", `f:1: found "e 1 2", expected a comment`},
		{"c\np edge 3", `f:2: found "p edge 3", expected a comment`},
		{"p edge 2000000 1", "f:1: got 2000000 vertices, expected 1 to 1000000"},
		{"p edge x 1", `f:1: found "x", expected a non-negative whole number`},
		{"p edge 3 1 1", "f:1: got 1 colours, expected 2 to 22369621 for 3 vertices"},
		{"p edge 3 1 0", "f:1: got 0 colours, expected 2 or more"},
		{"p edge 1000000 0 67", "f: got 67 colours, expected 2 to 8 for 1000000 vertices and 0 edges: leave out the number of colours"},
		{"p edge 2 1 33554432\ne 1 2", "f: got 33554432 colours, expected 2 to 4194312 for 2 vertices and 1 edges: leave out the number of colours"},
		{"c " + strings.Repeat("x", 2<<20), "f:1: expected at most 1 MiB for a line, found more"},
		{"p edge 1000000 1 100", "f:1: got 100 colours, expected 2 to 67 for 1000000 vertices"},
		{"p edge 3 1\np edge 3 1", `f:2: found "p edge 3 1", expected a comment`},
		{"p edge 3 2\ne 1 2\ne 1 4", "f:3: edge from 1 to 4: expected two different vertices between 1 and 3"},
		{"p edge 3 2\ne 0 1", "f:2: edge from 0 to 1"},
		{"p edge 3 2\ne 2 2", "f:2: edge from 2 to 2"},
		{"p edge 3 2\ne 1 4294967298", `f:2: found "4294967298"`},
		{"p edge 3 2\nn 1 2", `f:2: found "n 1 2"`},
	} {
		if _, err := Read(strings.NewReader(c[0]), "f"); err == nil || !strings.HasPrefix(err.Error(), c[1]) {
			t.Errorf("%q: %v, want %s", c[0], err, c[1])
		}
	}
	gone := errors.New("gone")
	if _, err := Read(io.MultiReader(strings.NewReader("p edge 3 1\ne 1 2\n"), iotest.ErrReader(gone)), "f"); !errors.Is(err, gone) {
		t.Errorf("a file that cannot be read to its end: %v", err)
	}
	for _, c := range []Colours{nil, {0, 1, 0}, {0, 2}, {-1, 0}} {
		if _, err := NewChanges(generate(t, 2, 1, 2), c); err == nil {
			t.Errorf("%v passed", c)
		}
	}
}

// If all vertices have the same colour, every edge is a conflict. A graph is unchanged after it is
// written and read again.
func FuzzRead(f *testing.F) {
	f.Add("p edge 3 2 2\ne 1 2\ne 2 3\n")
	f.Fuzz(func(t *testing.T, text string) {
		var in *Instance
		var err error
		testkit.Frugal(t, len(text), func() { in, err = Read(strings.NewReader(text), "f") })
		if err != nil {
			return
		}
		if cost := in.Cost(make(Colours, in.N())); cost != float64(len(in.ends)/2) {
			t.Errorf("%v conflicts of %d edges", cost, len(in.ends)/2)
		}
		for v := range in.N() {
			if around := in.Edges(v); !slices.IsSorted(around) || slices.Contains(around, int32(v)) {
				t.Fatalf("vertex %d is joined to %v", v, around)
			}
		}
		var out strings.Builder
		if err := Write(&out, in); err != nil {
			t.Fatal(err)
		}
		if again, err := Read(strings.NewReader(out.String()), "f"); err != nil || again.Hash() != in.Hash() {
			t.Errorf("written and read: %v", err)
		}
	})
}

// This example colours a wheel with five spokes, which needs four colours: with three colours, one
// edge is a conflict.
func Example() {
	in, _ := Read(strings.NewReader("p edge 6 10\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\ne 6 1\ne 6 2\ne 6 3\ne 6 4\ne 6 5\n"), "wheel")
	r, err := solve(in)
	fmt.Println(in.Colours(), r.Cost, err)
	// Output: 3 1 <nil>
}
