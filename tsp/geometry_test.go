package tsp_test

import (
	"math"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// far returns the distance between two cities according to Geometry.
func far(in *tsp.Instance, i, j int32) float64 {
	points, dims, norm := in.Geometry()
	sum, largest, squares := 0.0, 0.0, 0.0
	for k := range dims {
		d := math.Abs(points[int(i)*dims+k] - points[int(j)*dims+k])
		sum, largest, squares = sum+d, math.Max(largest, d), squares+d*d
	}
	return map[float64]float64{1: sum, math.Inf(1): largest, 2: math.Sqrt(squares)}[norm]
}

func TestNearerInTheGeometryIsNoLongerADistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := spatial(t, 3)
		points, dims, _ := in.Geometry()
		ok := points != nil
		if xray := in.Metric() == tsp.Xray1 || in.Metric() == tsp.Xray2; ok == xray {
			t.Fatalf("metric %v has a geometry: %v", in.Metric(), ok)
		}
		if !ok {
			return
		}
		if len(points) != dims*in.N() {
			t.Fatalf("%d numbers for %d cities in %d dimensions", len(points), in.N(), dims)
		}
		for j := int32(1); j < int32(in.N()); j++ {
			for k := int32(1); k < int32(in.N()); k++ {
				nearer := far(in, 0, j) < far(in, 0, k)*(1-1e-12)-1e-9
				if nearer && in.Dist(0, j) > in.Dist(0, k) {
					t.Fatalf("%v: city %d is nearer than %d, but %d > %d", in.Metric(), j, k, in.Dist(0, j), in.Dist(0, k))
				}
			}
		}
	})
}

// In the far north, twenty degrees of latitude are longer than ninety degrees of longitude. The
// date line is not a border.
func TestGlobesAreRound(t *testing.T) {
	for _, m := range []tsp.Metric{tsp.Geo, tsp.Haversine} {
		in := must(tsp.FromPoints(m, []tsp.Point{{85, -179}, {85, 91}, {65, -179}, {85, 179}}))
		if far(in, 0, 1) >= far(in, 0, 2) || far(in, 0, 3) >= far(in, 0, 1) {
			t.Errorf("%v: %v, %v and %v", m, far(in, 0, 1), far(in, 0, 2), far(in, 0, 3))
		}
	}
}

func TestGeometryWithoutPlaces(t *testing.T) {
	weights := must(tsp.FromMatrix(3, make([]float64, 9)))
	if points, _, _ := weights.Geometry(); points != nil {
		t.Error("a matrix has a geometry")
	}
	if points, _, _ := must(weights.Path(-1, -1)).Closed().Instance.Geometry(); points != nil {
		t.Error("a closed matrix has a geometry")
	}
	if points, _, _ := must(square().Path(0, 2)).Closed().Instance.Geometry(); len(points) != 8 {
		t.Errorf("a closed path has the places %v, want those of its four cities", points)
	}
}

// drawPermutation draws an order of n cities.
func drawPermutation(t *rapid.T, n int, name string) tsp.Tour {
	return rapid.Permutation(tsp.Identity(n)).Draw(t, name)
}

func TestPickKeepsDistances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := routed(t)
		if rapid.Bool().Draw(t, "closed") {
			in = in.Closed().Instance
		}
		order := drawPermutation(t, in.N(), "order")
		cities := order[:rapid.IntRange(1, in.N()).Draw(t, "part")]
		out := in.Pick(cities)
		if out.N() != len(cities) || out.Symmetric() != in.Symmetric() || out.Scale() != in.Scale() {
			t.Fatalf("%d cities, symmetric %v, scale %v", out.N(), out.Symmetric(), out.Scale())
		}
		for i, a := range cities {
			for j, b := range cities {
				if i != j && out.Dist(int32(i), int32(j)) != in.Dist(a, b) {
					t.Fatalf("from %d to %d: %d, was %d", i, j, out.Dist(int32(i), int32(j)), in.Dist(a, b))
				}
			}
		}
	})
}

func TestPickOfAllCitiesKeepsTheRoute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := routed(t)
		order := drawPermutation(t, in.N(), "order")
		out := in.Pick(order)
		now := drawPermutation(t, in.N(), "tour")
		was := make(tsp.Tour, in.N())
		for k, c := range now {
			was[k] = order[c]
		}
		if out.Cost(now) != in.Cost(was) {
			t.Fatalf("cost %v, was %v", out.Cost(now), in.Cost(was))
		}
		if (out.Check(now) == nil) != (in.Check(was) == nil) {
			t.Fatalf("check %v, was %v", out.Check(now), in.Check(was))
		}
	})
}

func TestAPartHasNoRoute(t *testing.T) {
	in := must(must(square().FixEdges([][2]int32{{0, 3}})).Path(0, 2))
	part := in.Pick([]int32{3, 1, 2})
	if start, end := part.Ends(); part.Open() || start != -1 || end != -1 || part.FixedEdges() != nil {
		t.Errorf("open %v from %d to %d, fixed %v", part.Open(), start, end, part.FixedEdges())
	}
}

// AtLeast is a lower bound on distances, by the distance between the points of the cities.
func TestAtLeast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := spatial(t, 2)
		if points, _, _ := in.Geometry(); points == nil {
			return
		}
		for i := range int32(in.N()) {
			for j := range i {
				d := in.Dist(i, j)
				if low := in.AtLeast(far(in, i, j)); low > d || float64(d-low) > 2+0.001*float64(d) {
					t.Fatalf("%v: %d is not close to the distance %d", in.Metric(), low, d)
				}
			}
		}
	})
}
