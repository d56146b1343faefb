package anneal

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline/rng"
)

// warm is a schedule that knows what is usual: 10.
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

// The heat is a multiple of what is usual, less if there are few changes, and falls
// to nothing.
func TestHeatFalls(t *testing.T) {
	a := warm(3000)
	for used, want := range map[float64]float64{0: 0, 0.5: 2 * 10 * 0.125, 1: 0} {
		if a.Pace(used); a.heat != want {
			t.Errorf("used %v: heat %v, want %v", used, a.heat, want)
		}
	}
	few := warm(120) // 24 for each part, of a budget that is half used
	if few.Pace(0.5); few.heat != 2*10*0.125*24/enough {
		t.Errorf("few changes: heat %v", few.heat)
	}
	if none := warm(10); none.Hot() {
		t.Error("hot without knowing what is usual")
	}
}

// Nothing gets worse when it is cold, and what is worse is rarer than what is a
// little worse when it is hot.
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
	// e^-0.1, e^-1, e^-3 of ten thousand, give or take four deviations.
	for delta, want := range map[float64][2]int{-5: {10_000, 10_000}, 0: {10_000, 10_000}, 1: {8930, 9170}, 10: {3480, 3880}, 30: {410, 590}} {
		if kept[delta] < want[0] || kept[delta] > want[1] {
			t.Errorf("%v worse: %d of 10,000 kept, want %d to %d", delta, kept[delta], want[0], want[1])
		}
	}
}

// Judges add up, and what came to nothing is a share.
func TestUndone(t *testing.T) {
	a := Schedule{Size: 1}
	random := rng.At(3, 0, 0)
	first, second := a.Judge(), a.Judge()
	for i := range 400 {
		first.Accepts(float64(i%4/3), &random) // one in four is worse
		second.Accepts(-1, &random)
	}
	first.Add(&second)
	a.Learn(&first, 1)
	if first.changes != 800 || a.Undone() != 0.75 {
		t.Errorf("%d changes, %v undone", first.changes, a.Undone())
	}
}
