package searchtest

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/search"
)

// mostTrails is the number of trails that statsAreTrue requests.
const mostTrails = 40

// statsAreTrue reads the statistics of two equal searchers after every step. Both must return the
// same values, within their ranges, and must follow the trajectory of a third searcher that is not
// observed.
func statsAreTrue[S any](t *testing.T, steps int, a, b, unobserved search.Searcher[S]) {
	var islands int
	for step := range steps {
		one, other := statsOf(t, a), statsOf(t, b)
		if !reflect.DeepEqual(one, other) {
			t.Fatalf("after %d steps: the statistics differ: %+v and %+v", step, one, other)
		}
		if step == 0 && one.Mean != nil {
			t.Fatalf("the mean is %v before the first step", *one.Mean)
		}
		if step > 1 && len(one.Islands) != islands {
			t.Fatalf("after %d steps: %d islands, but %d before", step, len(one.Islands), islands)
		}
		islands = len(one.Islands)
		mustBeInRange(t, one, a.Cost())
		for _, s := range []search.Searcher[S]{a, b, unobserved} {
			drive(t, s, 1)
		}
		if a.Cost() != unobserved.Cost() {
			t.Fatalf("step %d: the cost is %v when observed, but %v otherwise", step+1, a.Cost(), unobserved.Cost())
		}
	}
}

// statsOf returns all statistics. It checks that a shorter list of trails is a prefix of a longer
// one, and that details that were not requested are absent.
func statsOf[S any](t *testing.T, s search.Searcher[S]) search.Stats {
	t.Helper()
	o, ok := search.As[search.Observed](s)
	if !ok {
		return search.Stats{} // the searcher is not prepared yet
	}
	stats, err := o.Stats(search.Detail{Mean: true, Diversity: true, Trails: mostTrails})
	few, failed := o.Stats(search.Detail{Trails: 3})
	if err != nil || failed != nil {
		t.Fatal(err, failed)
	}
	if few.Mean != nil || few.Diversity != nil {
		t.Fatalf("a mean or diversity was returned that was not requested: %+v", few)
	}
	if !slices.Equal(few.Trails, stats.Trails[:min(3, len(stats.Trails))]) {
		t.Fatalf("the 3 strongest trails are %v, but those of %d are %v", few.Trails, mostTrails, stats.Trails)
	}
	return stats
}

// mustBeInRange checks that no cost is below the best cost by more than rounding errors, and that
// shares are between 0 and 1.
func mustBeInRange(t *testing.T, s search.Stats, best float64) {
	t.Helper()
	costs := slices.Clone(s.Islands)
	for _, cost := range []*float64{s.Current, s.Mean} {
		if cost != nil {
			costs = append(costs, *cost)
		}
	}
	for _, cost := range costs {
		if !(cost >= best-1e-9*math.Abs(best)) || math.IsInf(cost, 0) {
			t.Fatalf("the cost is %v, but the best is %v", cost, best)
		}
	}
	if d := s.Diversity; d != nil && !(*d >= 0 && *d <= 1) {
		t.Fatalf("the diversity is %v, expected 0 to 1", *d)
	}
	if len(s.Trails) > mostTrails {
		t.Fatalf("got %d trails, expected at most %d", len(s.Trails), mostTrails)
	}
	mustBeShares(t, s.Trails)
}

// mustBeShares checks that trails are valid, unique and sorted by strength.
func mustBeShares(t *testing.T, trails []search.Trail) {
	t.Helper()
	seen := map[[2]int32]bool{}
	for i, l := range trails {
		ends := [2]int32{l.From, l.To}
		if l.From == l.To || l.From < 0 || l.To < 0 || seen[ends] {
			t.Fatalf("trail %d from %d to %d is invalid or repeated; seen before: %v", i, l.From, l.To, seen[ends])
		}
		if !(l.Strength >= 0 && l.Strength <= 1) || i == 0 && l.Strength != 1 {
			t.Fatalf("trail %d has a strength of %v, expected 0 to 1", i, l.Strength)
		}
		seen[ends] = true
	}
	if !slices.IsSortedFunc(trails, func(a, b search.Trail) int { return cmp.Compare(b.Strength, a.Strength) }) {
		t.Fatalf("trails are not sorted: %v", trails)
	}
}
