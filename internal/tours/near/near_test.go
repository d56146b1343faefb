package near_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// drawInstance draws cities in a small box, so that ties and duplicates occur.
func drawInstance(t *rapid.T) *tsp.Instance {
	metric := rapid.SampledFrom([]tsp.Metric{
		tsp.Euc2D, tsp.Ceil2D, tsp.Att, tsp.Man2D, tsp.Max2D, tsp.Euclidean,
		tsp.Euc3D, tsp.Man3D, tsp.Max3D, tsp.Geo, tsp.Haversine, tsp.Xray1,
	}).Draw(t, "metric")
	n := rapid.IntRange(1, 120).Draw(t, "n")
	side := rapid.SampledFrom([]int32{3, 20, 80}).Draw(t, "side")
	s := rng.At(rapid.Uint64().Draw(t, "seed"), 0, 0)
	coords := make([]float64, n*metric.Dims())
	for i := range coords {
		coords[i] = float64(s.IntN(side))
	}
	in, err := tsp.FromCoords(metric, metric.Dims(), coords)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// Nearest gives the same neighbours as brute force, up to ties.
func TestNearestIsBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInstance(t)
		k := rapid.IntRange(1, 12).Draw(t, "k")
		l := must(near.Nearest(context.Background(), in, k, 2))
		for c := range int32(in.N()) {
			want := allDistances(in, c)
			want = want[:min(k, len(want))]
			got := make([]int64, 0, k)
			for i, to := range l.Of(c) {
				if to == c {
					t.Fatalf("city %d is its own neighbour", c)
				}
				if d := in.Dist(c, to); d != int64(l.Dist[int(l.First[c])+i]) {
					t.Fatalf("stored distance %d, true %d", l.Dist[int(l.First[c])+i], d)
				}
				got = append(got, in.Dist(c, to))
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%v, city %d: distances %v, want %v", in.Metric(), c, got, want)
			}
			if distinct := slices.Compact(slices.Sorted(slices.Values(l.Of(c)))); len(distinct) != len(want) {
				t.Fatalf("city %d has a neighbour twice: %v", c, l.Of(c))
			}
		}
	})
}

func allDistances(in *tsp.Instance, c int32) []int64 {
	var d []int64
	for other := range int32(in.N()) {
		if other != c {
			d = append(d, in.Dist(c, other))
		}
	}
	slices.Sort(d)
	return d
}

// The list of a city contains the nearest cities of every quadrant that is not empty.
func TestQuadrantListsSeeEveryDirection(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInstance(t)
		if in.Dims() != 2 || places.Geographic(in) {
			t.Skip("directions of the plane")
		}
		const per = 2
		l := must(near.Quadrant(context.Background(), in, per, 8, 1))
		xy := in.Coords()
		for c := range int32(in.N()) {
			var nearestOf [4][]float64
			for o := range int32(in.N()) {
				if o != c {
					q, d := quadrant(in, xy, c, o)
					nearestOf[q] = append(nearestOf[q], d)
				}
			}
			for q, all := range nearestOf {
				slices.Sort(all)
				var got []float64
				for _, o := range l.Of(c) {
					if oq, d := quadrant(in, xy, c, o); oq == q {
						got = append(got, d)
					}
				}
				slices.Sort(got)
				need := min(per, len(all))
				if len(got) < need || !slices.Equal(got[:need], all[:need]) {
					t.Fatalf("city %d quadrant %d: has %v, nearest %v", c, q, got, all[:need])
				}
			}
		}
	})
}

func quadrant(in *tsp.Instance, xy []float64, c, o int32) (int, float64) {
	dx, dy := xy[2*o]-xy[2*c], xy[2*o+1]-xy[2*c+1]
	q := 0
	if dx < 0 {
		q = 1
	}
	if dy < 0 {
		q |= 2
	}
	_, _, norm := in.Geometry()
	switch norm {
	case 1:
		return q, math.Abs(dx) + math.Abs(dy)
	case math.Inf(1):
		return q, math.Max(math.Abs(dx), math.Abs(dy))
	}
	return q, dx*dx + dy*dy
}

func TestThreadsDoNotMatter(t *testing.T) {
	in := generate(t, tsp.Shapes()[1], 5000)
	one := must(near.Quadrant(context.Background(), in, 2, 10, 1))
	for _, threads := range []int{-1, 4, 2_200_000} {
		many := must(near.Quadrant(context.Background(), in, 2, 10, threads))
		if !slices.Equal(one.City, many.City) || !slices.Equal(one.Dist, many.Dist) {
			t.Errorf("lists differ between 1 and %d threads", threads)
		}
	}
}

func TestMatrixNeighbours(t *testing.T) {
	in, err := tsp.FromMatrix(4, []float64{
		0, 5, 2, 9,
		1, 0, 7, 3,
		4, 8, 0, 6,
		2, 2, 1, 0,
	})
	if err != nil {
		t.Fatal(err)
	}
	l := must(near.Nearest(context.Background(), in, 2, 1))
	if want := []int32{2, 1, 0, 3, 0, 3, 2, 0}; !slices.Equal(l.City, want) {
		t.Errorf("neighbours %v, want %v", l.City, want)
	}
}

func TestAPathHasItsDummyInEveryList(t *testing.T) {
	in, err := generate(t, "uniform", 50).Path(7, -1)
	if err != nil {
		t.Fatal(err)
	}
	p := in.Closed()
	l := must(near.Nearest(context.Background(), p.Instance, 5, 1))
	for c := range p.Dummy {
		if c == 7 {
			continue // the city is joined to the dummy in every tour
		}
		if of := l.Of(c); of[0] != p.Dummy || len(of) != 6 {
			t.Fatalf("city %d: %v", c, of)
		}
	}
	if len(l.Of(p.Dummy)) != 0 {
		t.Errorf("the dummy has neighbours %v", l.Of(p.Dummy))
	}
}

// The lists of a hundred thousand cities at the same place are built quickly.
func TestManyCitiesAtOnePlace(t *testing.T) {
	coords := make([]float64, 200_000)
	coords[0] = 1
	in, err := tsp.FromCoords(tsp.Euc2D, 2, coords)
	if err != nil {
		t.Fatal(err)
	}
	l := must(near.Quadrant(context.Background(), in, 2, 8, runtime.NumCPU()))
	if d := l.Dist[l.First[500]:l.First[501]]; slices.Max(d) != 0 {
		t.Errorf("distances %v, want all 0", d)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func generate(t testing.TB, shape tsp.Shape, n int) *tsp.Instance {
	t.Helper()
	in, err := tsp.Generate(shape, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func BenchmarkLists(b *testing.B) {
	for _, shape := range tsp.Shapes() {
		in := generate(b, shape, 1_000_000)
		b.Run(fmt.Sprintf("nearest8/%s", shape), func(b *testing.B) {
			for b.Loop() {
				must(near.Nearest(context.Background(), in, 8, runtime.NumCPU()))
			}
		})
		b.Run(fmt.Sprintf("quadrant10/%s", shape), func(b *testing.B) {
			for b.Loop() {
				must(near.Quadrant(context.Background(), in, 2, 10, runtime.NumCPU()))
			}
		})
	}
}

func ExampleNearest() {
	in, _ := tsp.FromPoints(tsp.Euc2D, []tsp.Point{{0, 0}, {3, 0}, {4, 0}, {9, 0}})
	l, _ := near.Nearest(context.Background(), in, 2, 1)
	fmt.Println(l.Of(0), l.Of(3))
	// Output: [1 2] [2 1]
}

func TestCancellationEndsTheSearchForNeighbours(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	in := generate(t, "uniform", 5000)
	if _, err := near.Nearest(ctx, in, 8, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if _, err := must(near.Nearest(t.Context(), in, 8, 2)).Symmetric(ctx, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("symmetric lists: error %v", err)
	}
}

// A distance function that breaks its contract is detected, because a search with it would never
// end.
func TestFunctionsMustKeepTheirPromises(t *testing.T) {
	for name, dist := range map[string]func(i, j int) int64{
		"too far":    func(i, j int) int64 { return int64(i+j) << 40 },
		"asymmetric": func(i, j int) int64 { return int64(2*i + j) },
	} {
		in, err := tsp.FromFunc(40, true, 1, dist)
		if err != nil {
			t.Fatal(err)
		}
		_, want := near.Nearest(t.Context(), in, 5, 1)
		if want == nil {
			t.Errorf("%s: accepted", name)
			continue
		}
		if _, err := near.Nearest(t.Context(), in, 5, 3); err == nil || err.Error() != want.Error() {
			t.Errorf("%s: %v on 3 threads, %v on one", name, err, want)
		}
	}
}

// A program that uses the library can recover from a panic in its distance function.
func TestAPanicOfADistanceFunctionCanBeCaught(t *testing.T) {
	in, err := tsp.FromFunc(200, true, 1, func(i, j int) int64 {
		if i == 150 {
			panic("no road")
		}
		return 1
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if p, ok := recover().(*parallel.Panic); !ok || p.Value != "no road" {
			t.Errorf("caught %v", p)
		}
	}()
	_, err = near.Nearest(t.Context(), in, 5, 2)
	t.Errorf("no panic, but %v", err)
}

// No list contains an edge that every tour must use.
func TestTiesAreInNoList(t *testing.T) {
	in, err := generate(t, "uniform", 30).FixEdges([][2]int32{{1, 2}, {2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	if in, err = in.Path(5, -1); err != nil {
		t.Fatal(err)
	}
	p := in.Closed()
	l := must(near.Nearest(t.Context(), p.Instance, 29, 1))
	for _, e := range [][2]int32{{1, 2}, {2, 1}, {2, 3}, {3, 2}, {5, p.Dummy}} {
		if slices.Contains(l.Of(e[0]), e[1]) {
			t.Errorf("%d lists %d", e[0], e[1])
		}
	}
	if len(l.Of(2)) != 28 || len(l.Of(10)) != 30 {
		t.Errorf("lists of %d and %d cities", len(l.Of(2)), len(l.Of(10)))
	}
}
