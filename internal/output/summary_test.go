package output

import (
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// burma14 returns a published instance, whose optimum is 3323.
func burma14(t *testing.T) *tsp.Instance {
	t.Helper()
	in, err := tsp.FromPoints(tsp.Geo, []tsp.Point{
		{16.47, 96.10}, {16.47, 94.44}, {20.09, 92.54}, {22.39, 93.37}, {25.23, 97.24}, {22.00, 96.05}, {20.47, 97.02},
		{17.20, 96.29}, {16.30, 97.38}, {14.05, 98.12}, {16.53, 97.38}, {21.52, 95.59}, {19.41, 97.13}, {20.09, 94.55},
	})
	if err != nil {
		t.Fatal(err)
	}
	if in, err = in.With(tsp.Details{Name: "burma14", Unit: "km"}); err != nil {
		t.Fatal(err)
	}
	return in
}

// square returns the corners of a square in metres.
func square(t *testing.T) *tsp.Instance {
	t.Helper()
	in, err := tsp.FromPoints(tsp.Euclidean, []tsp.Point{{0, 0}, {1, 0}, {1, 1}, {0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	if in, err = in.With(tsp.Details{Name: "square", Unit: "m"}); err != nil {
		t.Fatal(err)
	}
	return in
}

// solved returns the result of a search that was limited to one step.
func solved(t *testing.T, in *tsp.Instance) *tourmaline.Result {
	t.Helper()
	r, err := tourmaline.Solve(t.Context(), tourmaline.Tours(in), tourmaline.Config{Algorithm: "ils", Seed: 7, Threads: 1, Limits: tourmaline.Limits{Steps: 1}})
	if err != nil {
		t.Fatal(err)
	}
	r.Seconds, r.Phases = 0.25, nil // times differ
	return r
}

func TestSummary(t *testing.T) {
	in := square(t)
	r := solved(t, in)
	r.Picked = &tourmaline.Picked{Why: "a\x1b reason"}
	r.Termination = search.Optimal
	var b strings.Builder
	if err := WriteSummary(&b, in, r, humanize.Metric, "TABLE\n"); err != nil {
		t.Fatal(err)
	}
	want := "square: tour of 4 cities, 4 m, the optimum\nTABLE\nils, seed 7, 1 thread, 1 step in 0.25 s: proven optimal\nauto picked ils for a\\x1b reason\n"
	if b.String() != want {
		t.Errorf("%q, expected %q", b.String(), want)
	}
}

func TestOtherSummary(t *testing.T) {
	r := &tourmaline.Result{
		Instance:  tourmaline.InstanceInfo{Name: "nug3", Problem: "assignment", N: 3},
		Algorithm: "tabu", Seed: 9, Threads: 2, Device: "a device", Steps: 1200, Seconds: 1.5,
		Cost: 50, BestKnown: new(40.0), GapPercent: new(25.0), Termination: search.Time, Solution: []int{2, 1, 3},
	}
	var b strings.Builder
	if err := WriteOtherSummary(&b, r); err != nil {
		t.Fatal(err)
	}
	want := "nug3: assignment of size 3, cost 50, 25.000 % over the best known cost 40\n2 1 3\n" +
		"tabu, seed 9, 2 threads and a device, 1,200 steps in 1.50 s: time limit reached\n"
	if b.String() != want {
		t.Errorf("%q, expected %q", b.String(), want)
	}
	if got := short(slices.Repeat([]int{1}, 100)); len(got) != 200 {
		t.Errorf("a solution of 199 characters has %d with its line break, expected 200", len(got))
	}
	if got := short(strings.Repeat("x", 200)); len(got) != 201 {
		t.Errorf("a solution of 200 characters has %d with its line break, expected 201", len(got))
	}
	if got := short(strings.Repeat("x", 201)); got != "" {
		t.Errorf("a long solution is shown: %q", got)
	}
}

func TestQuality(t *testing.T) {
	known := burma14(t)
	for want, cost := range map[string]float64{", the optimum": 3323, ", 1.00 % over the optimum 3,323 km": 3356.23} {
		if got := Quality(known, cost, humanize.Metric); got != want {
			t.Errorf("%v: %q, expected %q", cost, got, want)
		}
	}
	if got := Quality(square(t), 4, humanize.Metric); got != "" {
		t.Errorf("an unknown instance: %q", got)
	}
}

func TestGap(t *testing.T) {
	for _, c := range []struct {
		cost              float64
		known, gap, bound *float64
		want              string
	}{
		{5, nil, nil, nil, ""},
		{5, new(5.0), new(0.0), new(5.0), ", the optimum"},
		{5, new(5.0), new(0.0), nil, ", the best known cost"},
		{5, new(0.0), nil, nil, ", the minimum is 0"},
		{5, new(4.0), new(25.0), new(4.0), ", 25.000 % over the best known cost 4"},
	} {
		if got := Gap(c.cost, c.known, c.gap, c.bound); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

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
		{"ils", 9, new(9.0), search.Stall, "no further improvement"},
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

func TestPriceAndKind(t *testing.T) {
	if got := Price(1500, "m", humanize.Metric); got != "1.50 km" {
		t.Errorf("1500 m is %q", got)
	}
	if got := Price(1500, "", humanize.Metric); got != "cost 1,500" {
		t.Errorf("1500 without a unit is %q", got)
	}
	in := square(t)
	open, err := in.Path(-1, -1)
	if err != nil {
		t.Fatal(err)
	}
	if Kind(in) != "tour" || Kind(open) != "path" {
		t.Errorf("%s and %s, expected tour and path", Kind(in), Kind(open))
	}
}
