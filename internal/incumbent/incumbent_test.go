package incumbent

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestAnEmptyAsideBeatsNothing(t *testing.T) {
	var a Aside[string, int64]
	if a.Beats(1<<62) || a.Beats(-1) {
		t.Error("an empty aside beats a cost")
	}
	if got := a.Min(7); got != 7 {
		t.Errorf("the lower of 7 and nothing is %d, expected 7", got)
	}
}

func TestNegativeCostsAreKept(t *testing.T) {
	var a Aside[string, float64]
	if !a.Keep("positive", 3) || !a.Keep("negative", -3) || a.Keep("zero", 0) {
		t.Error("kept or rejected the wrong solutions")
	}
	if !a.Beats(-2) || a.Solution() != "negative" {
		t.Errorf("holds %q of cost %v, expected the negative one", a.Solution(), a.Min(0))
	}
}

func TestTheFirstOfTheBestIsHeld(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		costs := rapid.SliceOfN(rapid.Int64Range(-3, 3), 1, 8).Draw(t, "costs")
		var a Aside[int, int64]
		for i, c := range costs {
			if better := i == 0 || c < slices.Min(costs[:i]); a.Keep(i, c) != better {
				t.Fatalf("solution %d of %v: kept %v, expected %v", i, costs, !better, better)
			}
		}
		lowest := slices.Min(costs)
		if want := slices.Index(costs, lowest); a.Solution() != want {
			t.Fatalf("holds solution %d of %v, expected %d", a.Solution(), costs, want)
		}
		if a.Beats(lowest) || !a.Beats(lowest+1) {
			t.Fatalf("cost %d: must beat a higher cost and not an equal one", lowest)
		}
		if a.Min(lowest+1) != lowest || a.Min(lowest-1) != lowest-1 {
			t.Fatalf("cost %d: Min is not the lower of two costs", lowest)
		}
	})
}
