package experiment_test

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
)

func TestMeasures(t *testing.T) {
	gap, known := 25.0, 80.0
	r := &tourmaline.Result{
		Cost: 100, BestKnown: &known, GapPercent: &gap, Seconds: 9, Steps: 4,
		Phases: []tourmaline.Phase{{Name: "prepare", Seconds: 1}, {Name: "construct", Seconds: 2}, {Name: "select", Seconds: 1}, {Name: "update", Seconds: 3}, {Name: "sweep", Seconds: 1}},
	}
	want := map[string]float64{
		"gap": 25, "error": 0.25, "cost": 100, "optimal": 0, "seconds": 9, "steps": 4, "search_s": 7,
		"step_ms": 1750, "construct_ms": 500, "select_ms": 250, "update_ms": 750, "sweep_ms": 250, "rest_ms": 1250,
	}
	for _, m := range experiment.Measures() {
		got, has := m.Of(r)
		if wanted, expected := want[m.Name]; has != expected || got != wanted {
			t.Errorf("%s: %v, %v; want %v, %v", m.Name, got, has, wanted, expected)
		}
	}
}

// A run reaches the best known cost if its cost is at most that.
func TestOptimalMeasure(t *testing.T) {
	m, ok := experiment.FindMeasure("optimal")
	if !ok {
		t.Fatal("there is no measure optimal")
	}
	for cost, want := range map[float64]float64{79: 1, 80: 1, 81: 0} {
		if got, has := m.Of(&tourmaline.Result{Cost: cost, BestKnown: new(80.0)}); got != want || !has {
			t.Errorf("cost %v: %v, %v; want %v", cost, got, has, want)
		}
	}
	if m, ok := experiment.FindMeasure("magic"); ok {
		t.Errorf("%+v", m)
	}
}

// A measure that a result does not contain is missing rather than zero.
func TestMeasuresOfAnEmptyResult(t *testing.T) {
	has := map[string]bool{"cost": true, "seconds": true, "steps": true}
	for _, m := range experiment.Measures() {
		if _, ok := m.Of(&tourmaline.Result{}); ok != has[m.Name] {
			t.Errorf("%s: %v", m.Name, ok)
		}
	}
}
