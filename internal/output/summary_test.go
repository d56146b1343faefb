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
	want := "4 m, proven shortest in 0.25 s: round trip through 4 stops\nTABLE\nMethod: ils (chosen for 4 stops), seed 7; proven shortest\n"
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
	want := "cost 50, 25.000 % over the best known cost 40, in 1.50 s: assignment of size 3\n2 1 3\nMethod: tabu, seed 9; time limit reached\n"
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

// The first line states how long the route is, how good, and which way it goes.
func TestHeadline(t *testing.T) {
	in := square(t)
	path, err := in.Path(0, 3)
	if err != nil {
		t.Fatal(err)
	}
	globe, err := tsp.FromPoints(tsp.Haversine, []tsp.Point{{52, 13}, {53, 10}, {48, 11}})
	if err != nil {
		t.Fatal(err)
	}
	gap := 1.236
	for _, c := range []struct {
		in     *tsp.Instance
		change func(*tourmaline.Result)
		want   string
	}{
		{in, func(r *tourmaline.Result) {}, "4 m, the best found in 0.25 s: round trip through 4 stops\n"},
		{in, func(r *tourmaline.Result) { r.ProvenGapPercent, r.LowerBound = &gap, new(3.9) }, "4 m, the best found in 0.25 s, at most 1.24 % longer than the shortest: round trip through 4 stops\n"},
		{path, func(r *tourmaline.Result) { r.Termination = search.Optimal }, "3 m, proven shortest in 0.25 s: one way through 4 stops, 1 to 4\n"},
		{globe, func(r *tourmaline.Result) {}, "1,259 km in straight lines, the best found in 0.25 s: round trip through 3 stops\n"},
		{burma14(t), func(r *tourmaline.Result) { r.Cost, r.Termination = 3356.23, search.Time }, "3,356 km, 1.00 % over the optimum 3,323 km, in 0.25 s: round trip through 14 stops\n"},
		{burma14(t), func(r *tourmaline.Result) { r.Cost, r.BestKnown, r.Termination = 3323, new(3323.0), search.Optimal }, "3,323 km, the optimum in 0.25 s: round trip through 14 stops\n"},
	} {
		r := solved(t, c.in)
		r.Termination = search.StepsDone
		c.change(r)
		var b strings.Builder
		if err := WriteSummary(&b, c.in, r, humanize.Metric, ""); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(b.String(), c.want) {
			t.Errorf("%q, expected %q", b.String(), c.want)
		}
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
