package tsp_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

func TestGeneratedMatrices(t *testing.T) {
	for _, shape := range tsp.DirectedShapes() {
		for _, n := range []int{1, 2, 3, 5, 120} {
			in := generate(t, shape, n, 7)
			if in.N() != n || in.Metric() != tsp.Explicit || in.Name() != fmt.Sprintf("%s-%d-s7", shape, n) {
				t.Errorf("%s: %d cities, metric %v", in.Name(), in.N(), in.Metric())
			}
			if n > 5 && in.Symmetric() {
				t.Errorf("%s is symmetric", in.Name())
			}
			for i := range int32(n) {
				for j := range int32(n) {
					if d := in.Dist(i, j); d < 0 || d > 1_000_000 {
						t.Fatalf("%s: distance %d from city %d to city %d", in.Name(), d, i, j)
					}
				}
			}
		}
	}
	if _, err := tsp.Generate("oneway", 5001, 1); err == nil || !strings.Contains(err.Error(), "the limit is 5000") {
		t.Errorf("error %v", err)
	}
}

// Driving and walking times are the times of the fastest ways, so no detour is faster.
func TestWaysAreShortest(t *testing.T) {
	for _, shape := range []tsp.Shape{"oneway", "aisles"} {
		in := generate(t, shape, 60, 3)
		for i := range int32(60) {
			for j := range int32(60) {
				for k := range int32(60) {
					if in.Dist(i, j) > in.Dist(i, k)+in.Dist(k, j) {
						t.Fatalf("%s: %d from %d to %d, but %d and %d via %d", shape, in.Dist(i, j), i, j, in.Dist(i, k), in.Dist(k, j), k)
					}
				}
			}
		}
	}
}

// A change to these hashes breaks the promise in the documentation of Generate.
func TestGeneratedMatricesNeverChange(t *testing.T) {
	for shape, want := range map[tsp.Shape]string{
		"asymmetric": "sha256:3e803178e698e9ab324ba41daa3e20d4292ad50c0dfc8a24a0c7449b573fc37c",
		"oneway":     "sha256:b093755a93f479ab8c1216d6c35de40f1e3284469c6a4a7172e1c48a1df83ab8",
		"setups":     "sha256:c16eecba1506f4d1c89744d8d1079bf271f092db71c2f53c0e2ebfefecf605c3",
		"aisles":     "sha256:025f10d90e6f0b6d4f5123f63dab707c619a343b60877753e4ac9c7fdcbff486",
	} {
		in := generate(t, shape, 150, 42)
		if got := in.Hash(); got != want {
			t.Errorf("%s: hash %s, want %s", shape, got, want)
		}
		if other := generate(t, shape, 150, 43); other.Hash() == want {
			t.Errorf("%s: two seeds, one instance", shape)
		}
		before := runtime.GOMAXPROCS(1)
		if alone := generate(t, shape, 150, 42); alone.Hash() != want {
			t.Errorf("%s: another instance on one processor", shape)
		}
		runtime.GOMAXPROCS(before)
	}
}

// The usual shapes have coordinates, so the two lists have nothing in common.
func TestShapesAreListedOnce(t *testing.T) {
	for _, shape := range tsp.DirectedShapes() {
		if slices.Contains(tsp.Shapes(), shape) {
			t.Errorf("%s is in both lists", shape)
		}
	}
}
