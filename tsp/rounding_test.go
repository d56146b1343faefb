package tsp_test

import (
	"math"
	"testing"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

var _ search.Rounded[tsp.Tour] = (*tsp.Instance)(nil)

// barred returns the matrix of a ring of n cities with short edges, and 1e9 for all other edges.
func barred(n int, short func(k int) float64) []float64 {
	values := make([]float64, n*n)
	for i := range values {
		values[i] = 1e9
	}
	for k := range n {
		next := (k + 1) % n
		values[k*n+next], values[next*n+k] = short(k), short(k)
	}
	return values
}

func TestForbiddenEdgesLeaveTheDecimalsToTheOthers(t *testing.T) {
	for _, n := range []int{5, 16, 17, 200} {
		exact := must(tsp.FromMatrix(n, barred(n, func(k int) float64 { return 0.25 + float64(k%7) })))
		if r := exact.Rounding(); r != (tsp.Rounding{Exact: true, Scale: 100, Forbidden: n * (n - 3), ForbiddenValue: 1e9}) {
			t.Errorf("%d cities: %+v, want %d forbidden entries and no rounding", n, r, n*(n-3))
		}
		rounded := must(tsp.FromMatrix(n, barred(n, func(k int) float64 { return 1 / float64(3+k%7) })))
		if r := rounded.Rounding(); r.Exact || r.Scale < 1e6 || r.Forbidden != n*(n-3) {
			t.Errorf("%d cities: %+v", n, r)
		}
		if !exact.Symmetric() || !rounded.Symmetric() {
			t.Errorf("%d cities: the matrix is symmetric", n)
		}
	}
}

// If a tour contains forbidden edges, all its costs include their original values, even the cost
// that a search computes.
func TestForbiddenEdgesCostWhatTheyCost(t *testing.T) {
	in := must(tsp.FromMatrix(5, barred(5, func(int) float64 { return 0.25 })))
	through := tsp.Tour{0, 2, 1, 3, 4} // 0-2 and 1-3 are forbidden
	rounded, unrounded, _ := in.Costs(through)
	if got, want := in.Cost(through), 2e9+0.75; got != want || unrounded != want || rounded != want {
		t.Errorf("cost %v, unrounded %v, rounded %v, want %v", got, unrounded, rounded, want)
	}
	for to, want := range map[int32]float64{2: 1e9, 1: 0.25} {
		if counted, given := in.Leg(0, to); counted != want || given != want {
			t.Errorf("to %d: a leg of %v, given %v, want %v", to, counted, given, want)
		}
	}
	path, err := in.Path(0, 2)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := path.Cost(tsp.Tour{0, 4, 3, 1, 2}), 1e9+0.75; got != want {
		t.Errorf("path: cost %v, want %v", got, want)
	}
	if plain := path.Closed(); plain.Instance.Cost(plain.Fit(tsp.Tour{0, 4, 3, 1, 2})) != 1e9+0.75 {
		t.Errorf("closed: cost %v", plain.Instance.Cost(plain.Fit(tsp.Tour{0, 4, 3, 1, 2})))
	}
}

// A large entry does not mean "forbidden" if there are two different such entries, if a tour of the
// other entries can be as long, or if some entry is negative.
func TestLargeIsNotForbidden(t *testing.T) {
	for name, change := range map[string]func(values []float64){
		"two numbers": func(v []float64) { v[2] = 2e9 },
		"reachable":   func(v []float64) { v[1], v[40] = 3e7, 3e7 },
		"negative":    func(v []float64) { v[1] = -0.1 },
	} {
		values := barred(40, func(k int) float64 { return 1 / float64(3+k) })
		change(values)
		if r := must(tsp.FromMatrix(40, values)).Rounding(); r.Forbidden != 0 || r.Exact {
			t.Errorf("%s: %+v, want rounding and nothing forbidden", name, r)
		}
	}
}

// Every cost differs from the unrounded cost by at most the bound that Costs returns, for all kinds
// of distances and routes. Reordering the cities does not change any distance.
func TestCostsAreWithinTheirBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := anyDistances(t)
		tour := rapid.Permutation(tsp.Identity(in.N())).Draw(t, "tour")
		within(t, in, tour)
		order := rapid.Permutation(tsp.Identity(in.N())).Draw(t, "order")
		picked := in.Pick(order)
		for i := range int32(in.N()) {
			for j := range int32(in.N()) {
				_, got := picked.Leg(i, j)
				_, want := in.Leg(order[i], order[j])
				if i != j && (got != want || picked.Rounding().Exact != in.Rounding().Exact) {
					t.Fatalf("another order: %v from %d to %d, want %v", got, i, j, want)
				}
			}
		}
		path, err := in.Path(rapid.Int32Range(-1, int32(in.N())-1).Draw(t, "start"), -1)
		if err != nil {
			t.Fatal(err)
		}
		plain := path.Closed()
		fit := plain.Fit(order)
		within(t, path, plain.Back(fit))
		_, got, _ := plain.Instance.Costs(fit)
		if _, want, _ := path.Costs(plain.Back(fit)); math.Abs(got-want) > 1e-9*math.Abs(want) {
			t.Fatalf("closed: %v, want %v", got, want)
		}
	})
}

func within(t *rapid.T, in *tsp.Instance, tour tsp.Tour) {
	t.Helper()
	cost, unrounded, most := in.Costs(tour)
	if other := in.Cost(tour); other != cost && other != unrounded {
		t.Fatalf("cost %v, rounded %v, unrounded %v", other, cost, unrounded)
	}
	if off := math.Abs(cost - unrounded); !(off <= most) {
		t.Fatalf("rounded %v, unrounded %v: off by %g, expected at most %g", cost, unrounded, off, most)
	}
	if in.Rounding().Exact && most > 1e-9*math.Abs(unrounded)+1e-9 {
		t.Fatalf("exact, but off by up to %g of %v", most, unrounded)
	}
}

// anyDistances draws an instance of 3 to 9 cities with any kind of distances.
func anyDistances(t *rapid.T) *tsp.Instance {
	s := rng.At(rapid.Uint64().Draw(t, "seed"), 0, 0)
	n := rapid.IntRange(3, 9).Draw(t, "n")
	size := math.Pow(10, rapid.Float64Range(-12, 12).Draw(t, "size"))
	coords := make([]float64, 2*n)
	for i := range coords {
		coords[i] = s.Float64() * size
	}
	switch rapid.SampledFrom([]string{"plane", "globe", "matrix", "barred", "TSPLIB"}).Draw(t, "kind") {
	case "plane":
		return must(tsp.FromCoords(tsp.Euclidean, 2, coords))
	case "globe":
		for i := range coords {
			coords[i] = math.Mod(coords[i], 90)
		}
		return must(tsp.FromCoords(tsp.Haversine, 2, coords))
	case "matrix":
		values := make([]float64, n*n)
		for i := range values {
			values[i] = size * math.Pow(10, 12*s.Float64())
		}
		return must(tsp.FromMatrix(n, values))
	case "barred":
		return must(tsp.FromMatrix(n, barred(n, func(int) float64 { return s.Float64() })))
	}
	for i := range coords {
		coords[i] = math.Mod(coords[i], 1e6)
	}
	return must(tsp.FromCoords(tsp.Euc2D, 2, coords))
}
