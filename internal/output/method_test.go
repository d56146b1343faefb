package output

import (
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A search ends by a proof, or because it has found a published optimum.
func TestEnding(t *testing.T) {
	for _, c := range []struct {
		algorithm string
		cost      float64
		known     *float64
		reason    search.Reason
		want      string
	}{
		{"ils", 9, new(9.0), search.Optimal, "reached the published optimum"},
		{"exact", 9, new(9.0), search.Optimal, "proven optimal"},
		{"ils", 9, nil, search.Optimal, "proven optimal"},
		{"ils", 0, new(0.0), search.Optimal, "proven optimal"},
		{"ils", 8, new(9.0), search.Optimal, "proven optimal"},
		{"ils", 9, new(9.0), search.Stall, "no recent improvement"},
	} {
		r := &tourmaline.Result{Algorithm: c.algorithm, Cost: c.cost, BestKnown: c.known, Termination: c.reason}
		if got := Ending(r); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
	if Reason(search.Interrupted) != "interrupted" {
		t.Errorf("interrupted: %q", Reason(search.Interrupted))
	}
}

func TestPhases(t *testing.T) {
	phase := func(name string, seconds float64, serial *float64) tourmaline.Phase {
		return tourmaline.Phase{Name: name, Seconds: seconds, Serial: serial}
	}
	for _, c := range []struct {
		phases []tourmaline.Phase
		want   string
	}{
		{[]tourmaline.Phase{phase("a", 1, nil), phase("b", 2, nil)}, ""},
		{[]tourmaline.Phase{phase("a", 1, new(0.5)), phase("b", 2, new(0.25)), phase("c", 3, new(0.75))}, "phases: a 1.00 s, b 2.00 s, c 3.00 s; 25.0 % serial\n"},
		{[]tourmaline.Phase{phase("a", 1, new(0.5)), phase("b", 2, nil), phase("c", 97, new(0.0))}, "phases: a 1.00 s, b 2.00 s, c 97.00 s\n"},
		{[]tourmaline.Phase{phase("a", 3, new(1.0)), phase("b", 2, new(1.0)), phase("c", 95, new(1.0))}, ""},
		{[]tourmaline.Phase{phase("a", 3, new(1.0)), phase("b", 3, new(1.0)), phase("c", 94, new(1.0))}, "phases: a 3.00 s, b 3.00 s, c 94.00 s; 3.0 % serial\n"},
	} {
		if got := phases(&tourmaline.Result{Phases: c.phases}); got != c.want {
			t.Errorf("%v: %q, expected %q", c.phases, got, c.want)
		}
	}
}

// The details of a search contain what the summary leaves out.
func TestInternals(t *testing.T) {
	r := solved(t, square(t))
	r.Picked, r.Device = &tourmaline.Picked{Why: "a\x1b reason"}, "a device"
	got := Internals(r)
	for _, want := range []string{"1 step in 0.25 s on 1 thread and a device\n", "auto picked ils for a\\x1b reason\n", "ils with {", "\nsha256:", "\ncost 4 m\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
}
