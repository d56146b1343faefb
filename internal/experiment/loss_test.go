package experiment_test

import (
	"math"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
)

func TestLosses(t *testing.T) {
	named := func(contestant, instance string, cost float64) experiment.Record {
		r := record("", cost)
		r.Contestant, r.Instance = contestant, instance
		return r
	}
	before := []experiment.Record{named("a", "1", 100), named("a", "2", 200), named("b", "3", -50), named("c", "4", 0)}
	after := []experiment.Record{named("a", "1", 101), named("a", "2", 206), named("a", "5", 1e9), named("b", "3", -60), named("c", "4", 0)}
	got, err := experiment.Losses(before, after)
	if err != nil || len(got) != 3 {
		t.Fatalf("%v, %v", got, err)
	}
	for i, want := range []float64{2, -20, 0} {
		if math.Abs(got[i].Percent-want) > 1e-12 {
			t.Errorf("%s: %v %%, want %v", got[i].Contestant, got[i].Percent, want)
		}
	}
	if got[0].Pairs != 2 || got[1].Pairs != 1 {
		t.Errorf("%+v", got)
	}
	if got, err := experiment.Losses([]experiment.Record{named("c", "4", math.Inf(1))}, []experiment.Record{named("c", "4", 7)}); err == nil {
		t.Errorf("an infinite cost was compared: %+v", got)
	}
	if _, err := experiment.Losses(before, after[2:3]); err == nil {
		t.Error("two experiments without a common run were compared")
	}
	broken := named("b", "3", 0)
	broken.Result, broken.Error = nil, "no memory"
	if _, err := experiment.Losses(before, append(after[:1:1], broken)); err == nil || !strings.Contains(err.Error(), "now fails: no memory") {
		t.Errorf("a run that fails now: error %v", err)
	}
}
