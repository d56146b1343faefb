package anneal

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// warm returns a schedule that has learnt a usual worsening of 10.
func warm(changes int) Schedule {
	a := Schedule{Strength: 2, Size: 10}
	j := a.Judge()
	random := rng.At(1, 0, 0)
	for i := range changes {
		j.Accepts(float64(10*(i%2)), &random)
	}
	a.Learn(&j, 1)
	return a
}

// The heat is a multiple of the usual worsening, is lower if there are few changes, and falls to
// zero.
func TestHeatFalls(t *testing.T) {
	a := warm(3000)
	for used, want := range map[float64]float64{0: 0, 0.5: 2 * 10 * 0.125, 1: 0} {
		if a.Pace(used); a.heat != want {
			t.Errorf("used %v: heat %v, want %v", used, a.heat, want)
		}
	}
	few := warm(120) // 24 changes per part, extrapolated from half of the budget
	if few.Pace(0.5); few.heat != 2*10*0.125*24/enough {
		t.Errorf("few changes: heat %v", few.heat)
	}
	if none := warm(10); none.Hot() {
		t.Error("hot without knowing what is usual")
	}
}

// A cold judge accepts no worsening change. A hot judge accepts large worsening changes less often
// than small ones.
func TestAccepts(t *testing.T) {
	random := rng.At(2, 0, 0)
	cold, hot := Judge{}, Judge{heat: 10}
	kept := map[float64]int{}
	for range 10_000 {
		for _, delta := range []float64{-5, 0, 1, 10, 30} {
			if hot.Accepts(delta, &random) {
				kept[delta]++
			}
		}
		if cold.Accepts(1, &random) || !cold.Accepts(0, &random) {
			t.Fatal("cold, worse is kept or the same is not")
		}
	}
	// The ranges are e^-0.1, e^-1 and e^-3 of ten thousand, plus or minus four standard deviations.
	for delta, want := range map[float64][2]int{-5: {10_000, 10_000}, 0: {10_000, 10_000}, 1: {8930, 9170}, 10: {3480, 3880}, 30: {410, 590}} {
		if kept[delta] < want[0] || kept[delta] > want[1] {
			t.Errorf("%v worse: %d of 10,000 kept, want %d to %d", delta, kept[delta], want[0], want[1])
		}
	}
}

// judged returns a judge that has judged a number of changes that worsen the solution by the given
// amount, change nothing, or improve the solution.
func judged(worse int, by float64, same, better int) *Judge {
	var j Judge
	random := rng.At(3, 0, 0)
	for delta, count := range map[float64]int{by: worse, 0: same, -1: better} {
		for range count {
			j.Accepts(delta, &random)
		}
	}
	return &j
}

// Adding two judges gives the same statistics as one judge for all changes.
func TestJudgesAddUp(t *testing.T) {
	sum := judged(30, 4, 5, 6)
	sum.Add(judged(20, 8, 7, 9))
	if want := (Judge{changes: 77, same: 12, worse: mean{280, 50}}); *sum != want {
		t.Errorf("%+v, want %+v", *sum, want)
	}
}

// Undone returns the share of ineffective changes among those that improve nothing, once enough
// changes are known.
func TestUndone(t *testing.T) {
	for _, c := range []struct {
		worse, same, better int
		want                float64
	}{{49, 49, 0, 0}, {50, 50, 0, 0.5}, {100, 300, 400, 0.75}, {50, 0, 100, 0}} {
		var a Schedule
		if a.Learn(judged(c.worse, 1, c.same, c.better), 1); a.Undone() != c.want {
			t.Errorf("%+v: %v undone", c, a.Undone())
		}
	}
}

// A schedule learns the usual worsening from the first thousand worsening changes. After that it
// only counts changes.
func TestLearningEnds(t *testing.T) {
	var a Schedule
	a.Learn(judged(999, 10, 5, 0), 1)
	a.Learn(judged(1, 10, 5, 0), 1)
	a.Learn(judged(500, 70, 90, 0), 1)
	if a.worse != (mean{10_000, 1000}) || a.same != 10 || a.changes != 999+5+6+590 {
		t.Errorf("%+v", a)
	}
}

// Changes are divided among several solutions, but all of them count for Long.
func TestSolutionsShareTheChanges(t *testing.T) {
	var a Schedule
	a.Learn(judged(60, 1, 0, 0), 3)
	a.Learn(judged(60, 1, 0, 0), 3)
	if a.all != 120 || a.changes != 40 {
		t.Errorf("%v changes, %v of one solution", a.all, a.changes)
	}
}

// A schedule is hot during at most the first seven tenths of the budget, and long with at least
// twelve changes per part.
func TestHotAndLong(t *testing.T) {
	a := warm(3000)
	for used, hot := range map[float64]bool{0: false, 0.01: true, 0.69: true, 0.7: false, 1: false} {
		if a.Pace(used); a.Hot() != hot {
			t.Errorf("used %v: hot %v", used, a.Hot())
		}
		if warm := used > 0 && used < 1; a.Warm() != warm {
			t.Errorf("used %v: warm %v", used, a.Warm())
		}
	}
	for changes, long := range map[int]bool{29: false, 30: true, 31: true} {
		a := Schedule{Size: 10, all: float64(changes)}
		if a.Pace(0.25); a.Long() != long {
			t.Errorf("%d changes in a quarter of the budget: long %v", changes, a.Long())
		}
	}
}

// A schedule is cold until it has learnt from 50 worsening changes. It is also cold while none of
// the budget is used, even if it was hot before.
func TestPaceNeedsToKnow(t *testing.T) {
	for worse, hot := range map[int]bool{49: false, 50: true} {
		a := Schedule{Strength: 1, Size: 1}
		a.Learn(judged(worse, 10, 0, 0), 1)
		if a.Pace(0.5); a.Hot() != hot {
			t.Errorf("%d changes: hot %v", worse, a.Hot())
		}
		if a.Pace(0); a.Hot() {
			t.Errorf("%d changes: hot at the begin", worse)
		}
	}
}

// A cold judge draws no random numbers, so a search without heat is the same as one without
// annealing.
func TestTheColdDrawsNothing(t *testing.T) {
	random := rng.At(4, 0, 0)
	before := random
	var cold Judge
	cold.Accepts(1, &random)
	cold.Accepts(0, &random)
	cold.Accepts(-1, &random)
	if random != before {
		t.Error("a random number was drawn")
	}
}

// A saved schedule is restored unchanged.
func TestAScheduleCanBeSaved(t *testing.T) {
	a := warm(700)
	a.Pace(0.3)
	var w state.Writer
	a.Save(&w)
	b := Schedule{Strength: a.Strength, Size: a.Size}
	if err := b.Restore(state.NewReader(w.Bytes())); err != nil || a != b {
		t.Errorf("%v: %+v, want %+v", err, b, a)
	}
	if err := b.Restore(state.NewReader(w.Bytes()[:20])); err == nil {
		t.Error("half a state was taken")
	}
}
