package sweeps

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/sweep"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// rules lists the rules that kernels can follow.
var rules = []sweep.Rule{
	{Kind: sweep.TwoOpt}, {Kind: sweep.ThreeOpt}, {Kind: sweep.ThreeOpt, Third: sweep.OfT3},
	{Kind: sweep.TwoOpt, All: true}, {Kind: sweep.ThreeOpt, All: true}, {Kind: sweep.ThreeOpt, Third: sweep.OfT3, All: true},
}

// group is the group size around which instance sizes are chosen.
const group = 32

// sizes lists sizes at which bounds checks or the last group may fail.
var sizes = []int{1, 7, 8, group - 1, group, group + 1, 5*group + 3}

// points returns random points on a grid that is dense enough for ties and for cities at the same
// place.
func points(n int, grid int32, scale float64) []tsp.Point {
	s := rng.At(7, uint32(n), 0)
	all := make([]tsp.Point, n)
	for i := range all {
		all[i] = tsp.Point{float64(s.IntN(grid)) * scale, float64(s.IntN(grid)) * scale}
	}
	return all
}

// instances returns an instance for each way to compute distances on a device.
func instances(n int) map[string]*tsp.Instance {
	all := map[string]*tsp.Instance{
		"whole":      must(tsp.FromPoints(tsp.Euc2D, points(n, 100, 1))),
		"wholeceil":  must(tsp.FromPoints(tsp.Ceil2D, points(n, 1<<20, 1))),
		"real":       must(tsp.FromPoints(tsp.Euclidean, points(n, 1000, 0.37))),
		"realtsplib": must(tsp.FromPoints(tsp.Euc2D, points(n, 5000, 0.1))),
		"realceil":   must(tsp.FromPoints(tsp.Ceil2D, points(n, 5000, 0.7))),
		"manhattan":  must(tsp.FromPoints(tsp.Man2D, points(n, 50, 1))),
		"globe":      must(tsp.FromPoints(tsp.Haversine, points(n, 900, 0.1))),
	}
	if n > 1 {
		all["negative"] = must(tsp.FromMatrix(n, negative(n)))
	}
	if n >= 8 {
		whole := all["whole"]
		all["path"] = must(whole.Path(1, -1)).Closed().Instance
		all["fixed"] = must(whole.FixEdges([][2]int32{{0, 5}, {5, 3}, {1, 2}})).Closed().Instance
	}
	return all
}

// negative returns a symmetric matrix with positive and negative distances.
func negative(n int) []float64 {
	s := rng.At(9, uint32(n), 0)
	all := make([]float64, n*n)
	for i := range n {
		for j := range i {
			d := float64(s.IntN(600_000_000)) - 300_000_000
			all[i*n+j], all[j*n+i] = d, d
		}
	}
	return all
}

// lists returns quadrant lists, which searches also use.
func lists(t testing.TB, in *tsp.Instance) *near.Lists {
	l, err := near.Quadrant(t.Context(), in, 2, 7, 1)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// newSweep copies an instance to the device and returns its Sweep.
func newSweep(t testing.TB, d *cl.Device, in *tsp.Instance, l *near.Lists) *Sweep {
	t.Helper()
	s, err := NewSweep(t.Context(), d, in, l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Every kernel writes the same data as its reference, for every kind of distance.
func TestKernelsEqualTheReference(t *testing.T) {
	tried, group, d := sizes, group, cltest.Device(t)
	if cltest.Simulated(d) {
		group = 8
		tried = []int{8, 2*group + 6} // less than one wave, and more than one
	}
	for _, n := range tried {
		for name, in := range instances(n) {
			t.Run(fmt.Sprintf("%s/%d", name, n), func(t *testing.T) {
				d := cltest.Device(t)
				d.Demand(cl.Launch{Group: group, Wave: 2 * group})
				equalKernels(t, d, in)
			})
		}
	}
}

func equalKernels(t *testing.T, d *cl.Device, in *tsp.Instance) {
	l := lists(t, in)
	s := newSweep(t, d, in, l)
	tour := tsp.Identity(in.N())
	if p := in.Plain(); p != nil { // a tour must contain the fixed edges
		tour = p.Fit(tsp.Identity(p.Base.N()))
	}
	v := sweep.NewView(in, l)
	v.Set(tour)
	for _, k := range rules {
		moves, err := s.Sweep(t.Context(), tour, k, in.N(), nil)
		if err != nil {
			t.Fatal(err)
		}
		want := must(sweep.NewReference(in, l, 1).Sweep(t.Context(), tour, k, in.N(), nil))
		if !slices.Equal(moves, want) {
			t.Errorf("%v: choose_moves: %v, want %v", k, moves, want)
		}
		if in.N() < sweep.Fewest {
			continue
		}
		equal(t, "prepare_tour: positions", s.pos, v.Pos)
		equal(t, "prepare_tour: edges", s.edge, v.Edge)
		equalPairs(t, s, v, k)
		best, err := s.Sweep(t.Context(), tour, k, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(best, want[:min(1, len(want))]) {
			t.Errorf("%v: best_move: %v, want %v", k, best, want)
		}
	}
}

// equalPairs compares the gains and codes of pairs, the best moves of cities, and the claims.
func equalPairs(t *testing.T, s *Sweep, v *sweep.View, k sweep.Rule) {
	gain, code := make([]int32, s.pairs), make([]uint32, s.pairs)
	cityGain, cityPair := make([]int32, s.n), make([]int32, s.n)
	claimGain, claimCity := make([]int32, s.n), make([]int32, s.n)
	for c := range int32(s.n) {
		claimCity[c] = math.MaxInt32
		for pair := v.Lists.First[c]; pair < v.Lists.First[c+1]; pair++ {
			f := v.Find(k, c, pair)
			gain[pair], code[pair] = int32(f.Gain), f.Code
		}
		best := v.BestOfCity(k, c)
		cityGain[c], cityPair[c] = int32(best.Gain), best.Pair
	}
	// Compute claims by their definition: the largest gain wins, then the smallest city.
	edges := func(c int32) [3]int32 {
		m := v.Decode(c, sweep.Found{Gain: int64(cityGain[c]), Pair: cityPair[c], Code: code[cityPair[c]]})
		return v.Edges(&m)
	}
	for c := range int32(s.n) {
		for _, e := range edges(c) {
			if cityGain[c] > 0 {
				claimGain[e] = max(claimGain[e], cityGain[c])
			}
		}
	}
	for c := range int32(s.n) {
		for _, e := range edges(c) {
			if cityGain[c] > 0 && claimGain[e] == cityGain[c] {
				claimCity[e] = min(claimCity[e], c)
			}
		}
	}
	equal(t, fmt.Sprint("find ", k, ": gains"), s.gain, gain)
	equal(t, fmt.Sprint("find ", k, ": codes"), s.code, code)
	equal(t, "best_of_city: gains", s.cityGain, cityGain)
	equal(t, "best_of_city: pairs", s.cityPair, cityPair)
	equal(t, "best_of_city: claims", s.claimGain, claimGain)
	equal(t, "claim_city", s.claimCity, claimCity)
}

func equal[T cl.Scalar](t *testing.T, what string, b *cl.Buffer[T], want []T) {
	t.Helper()
	got := make([]T, b.Len())
	if err := b.Read(got); err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%s: %v at %d, want %v", what, got[i], i, want[i])
			return
		}
	}
}
