package tsp_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/permutation"
	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

func TestCheckPermutation(t *testing.T) {
	for _, c := range []struct {
		name string
		tour tsp.Tour
		word string // expected in the error; empty if no error is expected
	}{
		{"fine", tsp.Tour{2, 0, 3, 1}, ""},
		{"a city is missing", tsp.Tour{2, 0, 3}, "3 cities, but the instance has 4"},
		{"a city too many", tsp.Tour{2, 0, 3, 1, 1}, "5 cities"},
		{"twice", tsp.Tour{2, 0, 2, 1}, "position 3: city 3 is visited twice"},
		{"out of range", tsp.Tour{2, 0, 4, 1}, "position 3: city 5 is not"},
		{"negative", tsp.Tour{-1, 0, 2, 1}, "position 1: city 0 is not"},
		{"empty", tsp.Tour{}, "0 cities"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, err := range []error{permutation.Check(c.tour, 4), square().Check(c.tour)} {
				if c.word == "" && err != nil || c.word != "" && (err == nil || !strings.Contains(err.Error(), c.word)) {
					t.Errorf("error %v, want %q", err, c.word)
				}
			}
		})
	}
}

func TestLengthsOfSmallTours(t *testing.T) {
	one := must(tsp.FromPoints(tsp.Geo, []tsp.Point{{1, 1}}))
	pair := must(tsp.FromMatrix(2, two(3, 4)))
	for _, c := range []struct {
		name string
		in   *tsp.Instance
		tour tsp.Tour
		want int64
	}{
		{"one city", one, tsp.Tour{0}, 0},
		{"path of one city", must(one.Path(0, 0)), tsp.Tour{0}, 0},
		{"there and back", pair, tsp.Tour{0, 1}, 7},
		{"there", must(pair.Path(-1, -1)), tsp.Tour{0, 1}, 3},
		{"back", must(pair.Path(-1, -1)), tsp.Tour{1, 0}, 4},
		{"square", square(), tsp.Tour{0, 1, 2, 3}, 10 + 30 + 25 + 11},
		{"open square", must(square().Path(-1, -1)), tsp.Tour{0, 1, 2, 3}, 10 + 30 + 25},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.in.Length(c.tour); got != c.want {
				t.Errorf("length %d, want %d", got, c.want)
			}
		})
	}
}

func TestLengthIsTheSumOfDistances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := routed(t)
		tour := drawPermutation(t, in.N(), "tour")
		want := int64(0)
		for k, c := range tour {
			if next := (k + 1) % len(tour); len(tour) > 1 && (next > 0 || !in.Open()) {
				want += in.Dist(c, tour[next])
			}
		}
		if got := in.Length(tour); got != want || in.Cost(tour) != float64(want)/in.Scale() {
			t.Fatalf("length %d, cost %v, want %d", got, in.Cost(tour), want)
		}
	})
}

func TestCanonicalKeepsTheTour(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := routed(t)
		tour := drawPermutation(t, in.N(), "tour")
		before := slices.Clone(tour)
		c := tours.Canonical(in, tour)
		if !slices.Equal(tour, before) {
			t.Fatal("the tour itself changed")
		}
		if in.Length(c) != in.Length(tour) || permutation.Check(c, in.N()) != nil {
			t.Fatalf("%v of length %d became %v of length %d", tour, in.Length(tour), c, in.Length(c))
		}
		if (in.Check(c) == nil) != (in.Check(tour) == nil) {
			t.Fatalf("%v is a tour: %v; %v: %v", tour, in.Check(tour), c, in.Check(c))
		}
		if again := tours.Canonical(in, c); !slices.Equal(again, c) {
			t.Fatalf("%v became %v", c, again)
		}
		if start, _ := in.Ends(); !in.Open() && c[0] != max(start, 0) {
			t.Fatalf("%v starts at %d", c, c[0])
		}
	})
}

func TestCanonicalIsTheSameForTheSameTour(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := routed(t)
		tour := drawPermutation(t, in.N(), "tour")
		same := slices.Clone(tour)
		if start, end := in.Ends(); in.Symmetric() && (!in.Open() || start < 0 && end < 0) && rapid.Bool().Draw(t, "reverse") {
			slices.Reverse(same)
		}
		if !in.Open() {
			k := rapid.IntRange(0, in.N()-1).Draw(t, "rotate")
			same = append(same[k:len(same):len(same)], same[:k]...)
		}
		if a, b := tours.Canonical(in, tour), tours.Canonical(in, same); !slices.Equal(a, b) {
			t.Fatalf("%v became %v, but %v became %v", tour, a, same, b)
		}
	})
}
