//go:build !race

package tourmaline_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Every algorithm solves tiny and skewed instances of every shape with every kind of route. Each
// result is a valid tour, and its cost is the sum of the original distances.
func TestTinyAndSkewedInstances(t *testing.T) {
	sizes := []int{1, 2, 3, 4, 5, 8, 17}
	for shape, place := range shapes {
		t.Run(shape, func(t *testing.T) {
			runs := 0
			for _, n := range sizes {
				for _, r := range ways(t, place(n)) {
					for _, a := range algorithms(t, tourmaline.Tours(r.in)) {
						if slices.Contains([]string{"faco", "eax", "eax13"}, a.Name) && !r.in.Symmetric() {
							continue
						}
						confirm(t, r.in, a.Name, fmt.Sprintf("%d cities, %s, %s", n, r.name, a.Name))
						runs++
					}
				}
			}
			t.Logf("%d runs confirmed", runs)
		})
	}
}

func confirm(t *testing.T, in *tsp.Instance, algorithm, what string) {
	t.Helper()
	r, err := tourmaline.Solve(t.Context(), tourmaline.Tours(in), tourmaline.Config{Algorithm: algorithm, Limits: tourmaline.Limits{Steps: 2}, Threads: 2})
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	if err := in.Check(r.Order()); err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	sum := 0.0
	for k, c := range r.Order() {
		if next := k + 1; next < in.N() {
			_, leg := in.Leg(c, r.Order()[next])
			sum += leg
		} else if !in.Open() && in.N() > 1 {
			_, leg := in.Leg(c, r.Order()[0])
			sum += leg
		}
	}
	_, _, within := in.Costs(r.Order())
	if off := math.Abs(r.Cost - sum); !(off <= within) {
		t.Errorf("%s: cost %v, the distances add up to %v", what, r.Cost, sum)
	}
}

// shapes are unusual kinds of instances.
var shapes = map[string]func(n int) *tsp.Instance{
	"one place":    points(func(int, *rng.Stream) (x, y float64) { return 3, 4 }),
	"a line":       points(func(k int, _ *rng.Stream) (x, y float64) { return float64(k * k), 0 }),
	"an outlier":   points(func(k int, r *rng.Stream) (x, y float64) { return r.Float64() + 1e9*float64(k/2%2), r.Float64() }),
	"tiny":         points(func(_ int, r *rng.Stream) (x, y float64) { return 1e-11 * r.Float64(), 1e-11 * r.Float64() }),
	"far away":     points(func(_ int, r *rng.Stream) (x, y float64) { return 1e12 + r.Float64(), -1e12 + r.Float64() }),
	"zeros":        entries(func(int, int, *rng.Stream) float64 { return 0 }),
	"one way":      entries(func(i, j int, r *rng.Stream) float64 { return float64(r.IntN(9)) + 100*float64(max(j-i, 0)) }),
	"negative":     entries(func(_, _ int, r *rng.Stream) float64 { return -float64(r.IntN(1000)) / 7 }),
	"barred":       entries(barredBut),
	"twelve":       entries(func(_, _ int, r *rng.Stream) float64 { return math.Pow(10, 12*r.Float64()-6) }),
	"the largest":  entries(func(int, int, *rng.Stream) float64 { return tsp.MaxDistance }),
	"the smallest": entries(func(int, int, *rng.Stream) float64 { return -tsp.MaxDistance }),
}

// barredBut forbids all edges except those between consecutive cities and a random quarter of the
// others.
func barredBut(i, j int, r *rng.Stream) float64 {
	if r.IntN(4) == 0 || (i-j)*(i-j) == 1 {
		return r.Float64()
	}
	return 1e9
}

func points(at func(k int, r *rng.Stream) (x, y float64)) func(n int) *tsp.Instance {
	return func(n int) *tsp.Instance {
		r, all := rng.At(1, 0, 0), make([]tsp.Point, n)
		for k := range all {
			all[k][0], all[k][1] = at(k, &r)
		}
		return must(tsp.FromPoints(tsp.Euclidean, all))
	}
}

func entries(of func(i, j int, r *rng.Stream) float64) func(n int) *tsp.Instance {
	return func(n int) *tsp.Instance {
		r, all := rng.At(1, 0, 0), make([]float64, n*n)
		for k := range all {
			all[k] = of(k/n, k%n, &r)
		}
		return must(tsp.FromMatrix(n, all))
	}
}

// A way is an instance with a kind of route.
type way struct {
	name string
	in   *tsp.Instance
}

// ways returns the instance with every kind of route that it supports.
func ways(t *testing.T, in *tsp.Instance) []way {
	t.Helper()
	last := int32(in.N() - 1)
	all := []way{{"closed", in}, {"open", must(in.Path(-1, -1))}, {"from", must(in.Path(last/2, -1))}, {"started", must(in.StartAt(last))}}
	if last > 0 {
		all = append(all, way{"from and to", must(in.Path(last, 0))})
	}
	if last > 3 && in.Symmetric() {
		all = append(all, way{"fixed", must(in.FixEdges([][2]int32{{0, 2}, {2, 4}}))})
	}
	return all
}
