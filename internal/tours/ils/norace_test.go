//go:build !race

package ils_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/ils"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Kicks improve well on the first local optimum.
func TestKicksImproveOnTheDescent(t *testing.T) {
	for name, in := range map[string]*tsp.Instance{"symmetric": generate(t, tsp.Uniform, 1000), "asymmetric": asymmetric(t, 100)} {
		p := ils.Defaults(in.N())
		p.Kicks = 500
		s := newILS(t, in, p, 1, 1)
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		optimum := s.Cost()
		for range 5 {
			if err := s.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if s.Cost() > 0.99*optimum {
			t.Errorf("%s: %v after the descent, %v after 2500 kicks a lane", name, optimum, s.Cost())
		}
	}
}

// Heat needs a pace. Without a pace, a search behaves as with heat 0. With a pace, it differs at
// least in the tours, if not in the cost.
func TestHeatNeedsAPace(t *testing.T) {
	in := generate(t, tsp.Uniform, 1000) // large enough that a short run ends far from the optimum
	for _, lanes := range []int{1, 3} {
		t.Run(fmt.Sprint(lanes), func(t *testing.T) {
			trajectory := func(heat float64, pace bool) []tsp.Tour {
				return run(t, in, newILS(t, in, heated(lanes, heat), 1, 2), 10, pace)
			}
			cold := trajectory(0, false)
			if !slices.EqualFunc(cold, trajectory(0, true), slices.Equal) {
				t.Error("the pace matters at heat 0")
			}
			if !slices.EqualFunc(cold, trajectory(hot, false), slices.Equal) {
				t.Error("heat matters without a pace")
			}
			if slices.EqualFunc(cold, trajectory(hot, true), slices.Equal) {
				t.Error("heat does not matter")
			}
		})
	}
}
