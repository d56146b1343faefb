package tsp_test

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

func generate(t testing.TB, shape tsp.Shape, n int, seed uint64) *tsp.Instance {
	t.Helper()
	in, err := tsp.Generate(shape, n, seed)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// points groups the coordinates by city.
func points(in *tsp.Instance) []tsp.Point {
	p := make([]tsp.Point, in.N())
	for i := range p {
		p[i] = tsp.Point(in.Coords()[2*i : 2*i+2])
	}
	return p
}

func TestGeneratedInstances(t *testing.T) {
	for _, shape := range tsp.Shapes() {
		for _, n := range []int{1, 2, 3, 5, 100, 1001, 20_000} {
			t.Run(fmt.Sprint(shape, n), func(t *testing.T) {
				in := generate(t, shape, n, 7)
				if in.N() != n || in.Metric() != tsp.Euc2D || in.Name() != fmt.Sprintf("%s-%d-s7", shape, n) {
					t.Errorf("%s: %d cities, metric %v", in.Name(), in.N(), in.Metric())
				}
				if want := fmt.Sprintf("Tourmaline generator: shape %s, %d cities, seed 7", shape, n); in.Details().Comment != want {
					t.Errorf("comment %q", in.Details().Comment)
				}
				if i := slices.IndexFunc(in.Coords(), func(v float64) bool { return v != math.Trunc(v) || v < 0 }); i >= 0 {
					t.Errorf("city %d has the coordinate %v", i/2, in.Coords()[i])
				}
			})
		}
	}
}

// The instances of version 1 of the generators are the same on every machine. A change to these
// hashes breaks the promise in the documentation of Generate.
func TestGeneratedInstancesNeverChange(t *testing.T) {
	for shape, want := range map[tsp.Shape]string{
		tsp.Uniform:   "sha256:a3ef175183a1f74af6c6cc1f41fc93f61c89128bd5216271746f0dac0bb77aad",
		tsp.Clustered: "sha256:0d8c4b2bd4976b916eeb9c1808220511b7296f3582b6185fc1fe2a8a30d959d6",
		tsp.Grid:      "sha256:67d7d1fdf26b44c7574922a2faac3ee740a53dab72038e787d18b8aed2f6da9e",
		tsp.Drilling:  "sha256:36dbd4c1907f0953b10c98a4abb35a76377cd511d8a57505989897668e6fcf9e",
	} {
		if got := generate(t, shape, 3000, 42).Hash(); got != want {
			t.Errorf("%s: hash %s, want %s", shape, got, want)
		}
	}
}

func TestSeedsMatter(t *testing.T) {
	for _, shape := range tsp.Shapes() {
		a, same, b := generate(t, shape, 500, 1), generate(t, shape, 500, 1), generate(t, shape, 500, 1<<32+1)
		if a.Hash() != same.Hash() || a.Hash() == b.Hash() {
			t.Errorf("%s: hashes %s, %s and with another seed %s", shape, a.Hash(), same.Hash(), b.Hash())
		}
	}
}

func TestProcessorsDoNotMatter(t *testing.T) {
	for _, shape := range tsp.Shapes() {
		many := generate(t, shape, 777, 5).Hash()
		before := runtime.GOMAXPROCS(1)
		one := generate(t, shape, 777, 5).Hash()
		runtime.GOMAXPROCS(5)
		five := generate(t, shape, 777, 5).Hash()
		runtime.GOMAXPROCS(before)
		if one != many || five != many {
			t.Errorf("%s: %s, %s, %s", shape, many, one, five)
		}
	}
}

// Each city of a uniform instance has the same coordinates in a larger instance with the same seed.
func TestUniformCitiesDependOnTheirNumberOnly(t *testing.T) {
	small, large := generate(t, tsp.Uniform, 10, 3), generate(t, tsp.Uniform, 1000, 3)
	if !slices.Equal(small.Coords(), large.Coords()[:20]) {
		t.Error("the first ten cities differ")
	}
}

// Each of 100 cells must contain its share of the cities. The test is a chi-squared test with 99
// degrees of freedom.
func TestUniformFillsTheSquare(t *testing.T) {
	const n, cells = 50_000, 10
	var count [cells * cells]float64
	for _, p := range points(generate(t, tsp.Uniform, n, 1)) {
		if max(p[0], p[1]) >= 1e6 {
			t.Fatalf("%v is outside", p)
		}
		count[int(p[0]*cells/1e6)*cells+int(p[1]*cells/1e6)]++
	}
	chi := 0.0
	for _, c := range count {
		const share = float64(n) / (cells * cells)
		chi += (c - share) * (c - share) / share
	}
	if df := float64(cells*cells - 1); math.Abs(chi-df) > 6*math.Sqrt(2*df) {
		t.Errorf("chi squared %.1f", chi)
	}
}

func TestTheSquareGrowsBeyondAMillionCities(t *testing.T) {
	if testing.Short() {
		t.Skip("four million cities")
	}
	box := places.Box(generate(t, tsp.Uniform, 4_000_000, 1))
	if side := math.Max(box.Hi[0], box.Hi[1]); side >= 2e6 || side < 1.999e6 {
		t.Errorf("side %v, want 2e6", side)
	}
}

// meanStep returns the mean distance from a city to its nearest neighbour.
func meanStep(in *tsp.Instance) float64 {
	sum := int64(0)
	for i := range int32(in.N()) {
		nearest := int64(math.MaxInt64)
		for j := range int32(in.N()) {
			if i != j {
				nearest = min(nearest, in.Dist(i, j))
			}
		}
		sum += nearest
	}
	return float64(sum) / float64(in.N())
}

func TestClustersAreDense(t *testing.T) {
	const n = 2000
	clustered, uniform := generate(t, tsp.Clustered, n, 1), generate(t, tsp.Uniform, n, 1)
	if c, u := meanStep(clustered), meanStep(uniform); c > u/2 {
		t.Errorf("the nearest city is %v away, %v in a uniform instance", c, u)
	}
	if box := places.Box(clustered); box.Lo[0] < 0 || box.Lo[1] < 0 || box.Hi[0] >= 1e6 || box.Hi[1] >= 1e6 {
		t.Errorf("outside the square: %v", box)
	}
}

// Below 200 cities there is one cluster. Its cities are normally distributed with a standard
// deviation of side/√n. The test uses a seed that places the centre far from the borders, so that
// no city is cut off.
func TestOneClusterIsNormal(t *testing.T) {
	const n, sigma = 199, 1e6 / 14.106736
	for seed := uint64(1); ; seed++ {
		p := points(generate(t, tsp.Clustered, n, seed))
		mean, square := 0.0, 0.0
		for _, c := range p {
			mean += c[0] / n
		}
		if math.Abs(mean-5e5) > 1e5 {
			continue
		}
		inside := 0.0
		for _, c := range p {
			square += (c[0] - mean) * (c[0] - mean) / (n - 1)
			if math.Abs(c[0]-mean) < sigma {
				inside++
			}
		}
		if got := math.Sqrt(square); math.Abs(got/sigma-1) > 0.25 {
			t.Errorf("standard deviation %v, want %v", got, sigma)
		}
		if share := inside / n; math.Abs(share-0.683) > 0.13 {
			t.Errorf("%v of the cities within one sigma", share)
		}
		return
	}
}

func TestGridAndDrillingHaveDistinctCities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SampledFrom([]tsp.Shape{tsp.Grid, tsp.Drilling}).Draw(t, "shape")
		in := must(tsp.Generate(shape, rapid.IntRange(1, 3000).Draw(t, "n"), rapid.Uint64().Draw(t, "seed")))
		seen := map[tsp.Point]bool{}
		for i, p := range points(in) {
			if seen[p] {
				t.Fatalf("city %d is at %v again", i, p)
			}
			seen[p] = true
		}
	})
}

func TestGridFillsRows(t *testing.T) {
	for n, want := range map[int]tsp.Point{1: {0, 0}, 2: {1000, 0}, 16: {3000, 3000}, 17: {4000, 3000}, 10_000: {99_000, 99_000}} {
		in := generate(t, tsp.Grid, n, 2)
		if box := places.Box(in); box.Lo != [3]float64{} || box.Hi != [3]float64{want[0], want[1], 0} {
			t.Errorf("%d cities in the box %v, want %v", n, box, want)
		}
		if slices.ContainsFunc(in.Coords(), func(v float64) bool { return math.Mod(v, 1000) != 0 }) {
			t.Errorf("%d cities: off the lattice", n)
		}
	}
}

func TestGridComesInRandomOrder(t *testing.T) {
	in := generate(t, tsp.Grid, 10_000, 2)
	// The mean distance between two random points of a square is 0.52 times its side.
	mean := in.Cost(tsp.Identity(10_000)) / 10_000
	if want := 0.5214 * 1e5; math.Abs(mean/want-1) > 0.05 {
		t.Errorf("mean step %v, want %v", mean, want)
	}
}

func TestDrillingHasEqualDistances(t *testing.T) {
	in := generate(t, tsp.Drilling, 5000, 1)
	steps := map[int64]int{}
	for i := range int32(in.N() - 1) {
		steps[in.Dist(i, i+1)]++
	}
	if steps[100] < in.N()/2 {
		t.Errorf("%d of %d steps are one pitch", steps[100], in.N())
	}
	box := places.Box(in)
	if width, height := box.Hi[0], box.Hi[1]; width > 1.5*height || height > 1.5*width {
		t.Errorf("a board of %v by %v", width, height)
	}
	pins := 0
	for _, p := range points(in) {
		if math.Mod(p[0], 100) == 0 && math.Mod(p[1], 100) == 0 {
			pins++
		}
	}
	if pins < 4000 || pins > 4950 {
		t.Errorf("%d of 5000 holes are pins", pins)
	}
}

func TestGenerateRefuses(t *testing.T) {
	for _, c := range []struct {
		shape tsp.Shape
		n     int
	}{{"uniform", 0}, {"uniform", -1}, {"grid", math.MaxInt32}, {"spiral", 10}, {"", 10}} {
		if in, err := tsp.Generate(c.shape, c.n, 1); err == nil || in != nil {
			t.Errorf("%q, %d cities: %v, %v", c.shape, c.n, in, err)
		}
	}
}

func TestRandomTourEstimate(t *testing.T) {
	corners := []tsp.Point{{0, 0}, {200, 0}, {200, 50}, {0, 50}}
	want := 0.7124 * math.Sqrt(4*10_000) * (1 + 0.33/4)
	for _, m := range []tsp.Metric{tsp.Euc2D, tsp.Ceil2D, tsp.Euclidean} {
		if got := places.RandomTourEstimate(must(tsp.FromPoints(m, corners))); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v: %v, want %v", m, got, want)
		}
	}
	for _, in := range []*tsp.Instance{
		must(tsp.FromPoints(tsp.Man2D, corners)),
		must(tsp.FromPoints(tsp.Haversine, []tsp.Point{{0, 0}, {1, 1}})),
		must(tsp.FromCoords(tsp.Euclidean, 3, []float64{0, 0, 0, 1, 1, 1})),
		must(tsp.FromMatrix(2, two(1, 2))),
	} {
		if got := places.RandomTourEstimate(in); got != 0 {
			t.Errorf("%v: %v, want 0", in.Metric(), got)
		}
	}
}

func BenchmarkGenerate(b *testing.B) {
	for _, shape := range tsp.Shapes() {
		b.Run(string(shape), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				generate(b, shape, 100_000, 1)
			}
		})
	}
}
