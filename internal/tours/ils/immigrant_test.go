package ils

import (
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// settled returns a search after its first local optimum, for a random matrix.
func settled(t *testing.T, n int, symmetric bool) *ILS {
	t.Helper()
	r, d := rng.At(5, 0, 0), make([]float64, n*n)
	for i := range n {
		for k := range n {
			if d[i*n+k] = float64(1 + r.IntN(1000)); symmetric && k < i {
				d[i*n+k] = d[k*n+i]
			}
		}
	}
	in, err := tsp.FromMatrix(n, d)
	if err != nil {
		t.Fatal(err)
	}
	l, err := near.Nearest(t.Context(), in, 8, 1)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(in, l, start.Random(n, 1), Defaults(n), 1, Executor{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	for s.Stage() == "descent" {
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// Only the ends of exchanged edges are examined again, whatever the direction and the first city.
func TestImmigrantsAreComparedByEdges(t *testing.T) {
	for _, symmetric := range []bool{true, false} {
		s := settled(t, 60, symmetric)
		if s.in.Symmetric() != symmetric {
			t.Fatalf("symmetric: %t", s.in.Symmetric())
		}
		tour := s.main.Tour(nil)
		turned := slices.Concat(tour[20:], tour[:20])
		if got := s.changed(turned); len(got) != 0 {
			t.Errorf("symmetric %t: the same tour differs at %d", symmetric, got)
		}
		ends := []int32{turned[9], turned[10], turned[30], turned[31]}
		slices.Reverse(turned[10:31])
		inside := len(turned[10:31])
		got := s.changed(turned)
		slices.Sort(ends)
		slices.Sort(got)
		if symmetric && !slices.Equal(got, ends) || !symmetric && len(got) != inside+2 {
			t.Errorf("symmetric %t: %d differ, expected %d", symmetric, got, ends)
		}
	}
}

// A better tour that arrives is adopted and improved where it differs.
func TestImmigrantsAreImproved(t *testing.T) {
	s, better := settled(t, 200, true), settled(t, 200, true)
	for range 40 {
		if err := better.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if better.Cost() >= s.Cost() {
		t.Fatalf("%v is not better than %v", better.Cost(), s.Cost())
	}
	if taken, err := s.Immigrate(better.Best()); !taken || err != nil || s.Cost() != better.Cost() {
		t.Fatalf("taken %t, %v: cost %v, expected %v", taken, err, s.Cost(), better.Cost())
	}
	if err := s.Step(t.Context()); err != nil || s.Stage() == "descent" || s.Cost() > better.Cost() {
		t.Errorf("%v: stage %s with cost %v", err, s.Stage(), s.Cost())
	}
}
