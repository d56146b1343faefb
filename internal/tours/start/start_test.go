package start_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

var makers = map[string]func(*tsp.Instance, *near.Lists) tsp.Tour{
	"random": func(in *tsp.Instance, _ *near.Lists) tsp.Tour { return start.Random(in.N(), 1) },
	"curve":  func(in *tsp.Instance, _ *near.Lists) tsp.Tour { return must(start.Curve(context.Background(), in)) },
	"nearest": func(in *tsp.Instance, l *near.Lists) tsp.Tour {
		return must(start.NearestNeighbour(context.Background(), in, l, 0))
	},
	"greedy": func(in *tsp.Instance, l *near.Lists) tsp.Tour {
		return must(start.Greedy(context.Background(), in, l, 2))
	},
}

func TestEveryStartIsATour(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		metric := rapid.SampledFrom([]tsp.Metric{
			tsp.Euc2D, tsp.Euc3D, tsp.Man2D, tsp.Max3D, tsp.Geo, tsp.Haversine, tsp.Att, tsp.Xray2, tsp.Euclidean, tsp.Explicit,
		}).Draw(t, "metric")
		n := rapid.IntRange(1, 90).Draw(t, "n")
		side := rapid.SampledFrom([]int32{1, 4, 80}).Draw(t, "side")
		s := rng.At(rapid.Uint64().Draw(t, "seed"), 0, 0)
		size := n * metric.Dims()
		if metric == tsp.Explicit {
			size = n * n
		}
		values := make([]float64, size)
		for i := range values {
			values[i] = float64(s.IntN(side))
		}
		in, err := tsp.FromMatrix(n, values)
		if metric != tsp.Explicit {
			in, err = tsp.FromCoords(metric, metric.Dims(), values)
		}
		if err != nil {
			t.Fatal(err)
		}
		l := must(near.Nearest(context.Background(), in, rapid.IntRange(1, 8).Draw(t, "k"), 1))
		for name, maker := range makers {
			if err := in.Check(maker(in, l)); err != nil {
				t.Fatalf("%s, %v: %v", name, metric, err)
			}
		}
	})
}

// Start tours have the known quality on uniform cities [JM97], with a margin for chance.
func TestStartsAreAsGoodAsTheyShouldBe(t *testing.T) {
	in, err := tsp.Generate(tsp.Uniform, 20_000, 1)
	if err != nil {
		t.Fatal(err)
	}
	l := must(near.Nearest(context.Background(), in, 8, 2))
	for name, most := range map[string]float64{"curve": 1.42, "nearest": 1.30, "greedy": 1.20} {
		if ratio := in.Cost(makers[name](in, l)) / places.RandomTourEstimate(in); ratio > most || ratio < 1 {
			t.Errorf("%s: %.3f of the estimate, want at most %.2f", name, ratio, most)
		}
	}
}

// NearestNeighbour returns the same tour as brute force.
func TestNearestNeighbourGoesToTheNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 120).Draw(t, "n")
		s := rng.At(rapid.Uint64().Draw(t, "seed"), 0, 0)
		coords := make([]float64, 2*n)
		for i := range coords {
			coords[i] = float64(s.IntN(50))
		}
		in, err := tsp.FromCoords(tsp.Euc2D, 2, coords)
		if err != nil {
			t.Fatal(err)
		}
		tour := must(start.NearestNeighbour(context.Background(), in, must(near.Nearest(context.Background(), in, 3, 1)), 0))
		left := map[int32]bool{}
		for c := range int32(n) {
			left[c] = true
		}
		for i, c := range tour[:n-1] {
			delete(left, c)
			nearest := int64(math.MaxInt64)
			for o := range left {
				nearest = min(nearest, in.Dist(c, o))
			}
			if d := in.Dist(c, tour[i+1]); d != nearest {
				t.Fatalf("step %d goes %d far, the nearest is at %d", i, d, nearest)
			}
		}
	})
}

// On a full grid of cells, consecutive cities on Hilbert's curve are neighbours.
func TestTheCurveNeverJumps(t *testing.T) {
	for dims := 2; dims <= 3; dims++ {
		var coords []float64
		for i := range 1 << (3 * dims) {
			for k := range dims {
				coords = append(coords, float64(i>>(3*k)&7))
			}
		}
		in, err := tsp.FromCoords(tsp.Euclidean, dims, coords)
		if err != nil {
			t.Fatal(err)
		}
		tour := must(start.Curve(context.Background(), in))
		for i := 1; i < len(tour); i++ {
			if d := float64(in.Dist(tour[i-1], tour[i])) / in.Scale(); d != 1 {
				t.Fatalf("%d dimensions: step %d is %v long", dims, i, d)
			}
		}
	}
}

func BenchmarkStart(b *testing.B) {
	in, err := tsp.Generate(tsp.Uniform, 1_000_000, 1)
	if err != nil {
		b.Fatal(err)
	}
	in = in.Pick(must(start.Curve(context.Background(), in)))
	l := must(near.Nearest(context.Background(), in, 8, 2))
	for _, name := range []string{"curve", "greedy", "nearest"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				makers[name](in, l)
			}
		})
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func ExampleGreedy() {
	in, _ := tsp.FromPoints(tsp.Euc2D, []tsp.Point{{0, 0}, {100, 0}, {10, 0}, {90, 0}})
	lists, _ := near.Nearest(context.Background(), in, 3, 1)
	fmt.Println(start.Greedy(context.Background(), in, lists, 1))
	// Output: [0 2 3 1] <nil>
}
