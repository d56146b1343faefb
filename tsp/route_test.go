package tsp_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// A wish holds the conditions that a route imposes on a tour.
type wish struct {
	open       bool
	start, end int32
	fixed      [][2]int32
}

// drawWish draws ends and distinct edges. They may be impossible to satisfy.
func drawWish(t *rapid.T, n int, edges bool) wish {
	city := rapid.Int32Range(-1, int32(n-1))
	w := wish{open: rapid.Bool().Draw(t, "open"), start: -1, end: -1}
	if w.open {
		w.start, w.end = city.Draw(t, "start"), city.Draw(t, "end")
	}
	if !edges || n < 2 {
		return w
	}
	for range rapid.IntRange(0, n).Draw(t, "edges") {
		a, b := max(city.Draw(t, "a"), 0), max(city.Draw(t, "b"), 0)
		if a != b && !slices.Contains(w.fixed, [2]int32{a, b}) && !slices.Contains(w.fixed, [2]int32{b, a}) {
			w.fixed = append(w.fixed, [2]int32{a, b})
		}
	}
	return w
}

// grant applies the wish to the instance, in the order that edgesFirst determines.
func (w wish) grant(in *tsp.Instance, edgesFirst bool) (*tsp.Instance, error) {
	fix := func(in *tsp.Instance) (*tsp.Instance, error) {
		if len(w.fixed) == 0 {
			return in, nil
		}
		return in.FixEdges(w.fixed)
	}
	path := func(in *tsp.Instance) (*tsp.Instance, error) {
		if !w.open {
			return in, nil
		}
		return in.Path(w.start, w.end)
	}
	steps := []func(*tsp.Instance) (*tsp.Instance, error){path, fix}
	if edgesFirst {
		slices.Reverse(steps)
	}
	for _, step := range steps {
		var err error
		if in, err = step(in); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// has reports whether the tour uses the edge.
func (w wish) has(tour tsp.Tour, e [2]int32) bool {
	for k, c := range tour {
		next := (k + 1) % len(tour)
		if next == 0 && w.open {
			break
		}
		if d := tour[next]; e == [2]int32{c, d} || e == [2]int32{d, c} {
			return true
		}
	}
	return false
}

func (w wish) metBy(tour tsp.Tour) bool {
	if w.open && (w.start >= 0 && tour[0] != w.start || w.end >= 0 && tour[len(tour)-1] != w.end) {
		return false
	}
	return !slices.ContainsFunc(w.fixed, func(e [2]int32) bool { return !w.has(tour, e) })
}

// possible reports whether some order of the cities satisfies the wish. It tries all orders.
func (w wish) possible(n int) bool {
	var try func(tour tsp.Tour, k int) bool
	try = func(tour tsp.Tour, k int) bool {
		if k == n {
			return w.metBy(tour)
		}
		for i := k; i < n; i++ {
			tour[k], tour[i] = tour[i], tour[k]
			if try(tour, k+1) {
				return true
			}
			tour[k], tour[i] = tour[i], tour[k]
		}
		return false
	}
	return try(tsp.Identity(n), 0)
}

// anyInstance draws a small instance defined by coordinates or by a matrix.
func anyInstance(t *rapid.T) *tsp.Instance {
	if rapid.Bool().Draw(t, "by matrix") {
		return matrix(t, 1)
	}
	return spatial(t, 1)
}

// routed draws an instance with a feasible route: without conditions, or with ends, fixed edges or
// both.
func routed(t *rapid.T) *tsp.Instance {
	in := anyInstance(t)
	if rapid.IntRange(0, 4).Draw(t, "start only") == 0 {
		return must(in.StartAt(rapid.Int32Range(0, int32(in.N()-1)).Draw(t, "start")))
	}
	w := wish{open: rapid.Bool().Draw(t, "open"), start: -1, end: -1}
	tour := drawPermutation(t, in.N(), "solution")
	if w.open && rapid.Bool().Draw(t, "with start") {
		w.start = tour[0]
	}
	if w.open && rapid.Bool().Draw(t, "with end") {
		w.end = tour[len(tour)-1]
	}
	for k, c := range tour {
		last := k+1 == len(tour)
		if in.Symmetric() && !(last && (w.open || len(tour) < 3)) && rapid.Bool().Draw(t, "fix") {
			w.fixed = append(w.fixed, [2]int32{c, tour[(k+1)%len(tour)]})
		}
	}
	return must(w.grant(in, rapid.Bool().Draw(t, "edges first")))
}

func TestExactlyTheImpossibleRoutesAreRefused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "n")
		w := drawWish(t, n, true)
		in, err := w.grant(must(tsp.FromMatrix(n, make([]float64, n*n))), rapid.Bool().Draw(t, "edges first"))
		if (err == nil) != w.possible(n) || (err == nil) != (in != nil) {
			t.Fatalf("%+v: possible %v, error %v", w, w.possible(n), err)
		}
	})
}

func TestCheckKnowsTheRoute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "n")
		w := drawWish(t, n, true)
		in, err := w.grant(must(tsp.FromMatrix(n, make([]float64, n*n))), true)
		if err != nil {
			return
		}
		tour := drawPermutation(t, n, "tour")
		if got := in.Check(tour); (got == nil) != w.metBy(tour) {
			t.Fatalf("%+v, tour %v: %v", w, tour, got)
		}
	})
}

func TestCheckSaysWhatIsWrong(t *testing.T) {
	in := withIDs(10, 20, 30, 40)
	for _, c := range []struct {
		name string
		in   *tsp.Instance
		tour tsp.Tour
		word string
	}{
		{"wrong start", must(in.Path(1, -1)), tsp.Tour{0, 1, 2, 3}, "starts at city 10, expected city 20"},
		{"wrong end", must(in.Path(-1, 2)), tsp.Tour{0, 1, 2, 3}, "ends at city 40, expected city 30"},
		{"fixed edge", must(in.FixEdges([][2]int32{{1, 3}})), tsp.Tour{0, 1, 2, 3}, "fixed edge from city 20 to city 40"},
		{"not a permutation", must(in.Path(1, -1)), tsp.Tour{1, 1, 2, 3}, "twice"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := c.in.Check(c.tour); err == nil || !strings.Contains(err.Error(), c.word) {
				t.Errorf("error %v, want %q", err, c.word)
			}
		})
	}
	closing := must(in.FixEdges([][2]int32{{3, 0}}))
	if err := closing.Check(tsp.Identity(4)); err != nil {
		t.Errorf("the closing edge counts in a tour: %v", err)
	}
	if err := must(closing.Path(-1, -1)).Check(tsp.Identity(4)); err == nil {
		t.Error("a path has no closing edge")
	}
}

func TestRoutesRefused(t *testing.T) {
	in := square()
	oneWay := must(tsp.FromMatrix(3, []float64{0, 1, 2, 3, 0, 4, 5, 6, 0}))
	cycle := must(in.FixEdges([][2]int32{{0, 1}, {1, 2}, {2, 3}, {3, 0}}))
	for _, c := range []struct {
		name string
		make func() (*tsp.Instance, error)
		word string
	}{
		{"start out of range", func() (*tsp.Instance, error) { return in.Path(4, -1) }, "4 cities"},
		{"end below free", func() (*tsp.Instance, error) { return in.Path(0, -2) }, "4 cities"},
		{"one city for both ends", func() (*tsp.Instance, error) { return in.Path(1, 1) }, "same city"},
		{"no start", func() (*tsp.Instance, error) { return in.StartAt(-1) }, "start -1"},
		{"start beyond", func() (*tsp.Instance, error) { return in.StartAt(4) }, "start 4"},
		{"asymmetric", func() (*tsp.Instance, error) { return oneWay.FixEdges([][2]int32{{0, 1}}) }, "symmetric"},
		{"loop", func() (*tsp.Instance, error) { return in.FixEdges([][2]int32{{1, 1}}) }, "fixed edge 1 joins"},
		{"city out of range", func() (*tsp.Instance, error) { return in.FixEdges([][2]int32{{0, 4}}) }, "joins"},
		{"negative city", func() (*tsp.Instance, error) { return in.FixEdges([][2]int32{{-1, 0}}) }, "joins"},
		{"twice", func() (*tsp.Instance, error) { return in.FixEdges([][2]int32{{0, 1}, {1, 0}}) }, "fixed edge 2 (2 to 1)"},
		{"third edge", func() (*tsp.Instance, error) { return in.FixEdges([][2]int32{{0, 1}, {0, 2}, {0, 3}}) }, "third"},
		{"short cycle", func() (*tsp.Instance, error) { return in.FixEdges([][2]int32{{0, 1}, {1, 2}, {2, 0}}) }, "cycle"},
		{"opened cycle", func() (*tsp.Instance, error) { return cycle.Path(-1, -1) }, "cycle"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.make()
			if err == nil || got != nil || !strings.Contains(err.Error(), c.word) {
				t.Errorf("instance %v, error %v; want no instance and %q", got, err, c.word)
			}
		})
	}
}

func TestRoutesLeaveTheInstanceAlone(t *testing.T) {
	in := square()
	fixed := must(in.FixEdges([][2]int32{{0, 1}}))
	more := must(fixed.FixEdges([][2]int32{{2, 3}}))
	path := must(more.Path(0, -1))
	closedAgain := must(path.StartAt(2))
	for _, c := range []struct {
		name       string
		in         *tsp.Instance
		open       bool
		start, end int32
		fixed      int
	}{
		{"plain", in, false, -1, -1, 0},
		{"fixed", fixed, false, -1, -1, 1},
		{"more", more, false, -1, -1, 2},
		{"path", path, true, 0, -1, 2},
		{"closed again", closedAgain, false, 2, -1, 2},
	} {
		start, end := c.in.Ends()
		if c.in.Open() != c.open || start != c.start || end != c.end || len(c.in.FixedEdges()) != c.fixed {
			t.Errorf("%s: open %v from %d to %d, fixed %v", c.name, c.in.Open(), start, end, c.in.FixedEdges())
		}
	}
}
