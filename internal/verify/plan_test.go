package verify

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/fleet"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
	"github.com/tourmaline-opt/tourmaline/vrp"
	"pgregory.net/rapid"
)

// firm returns a problem of two vehicles.
func firm(t *testing.T) *fleet.Job {
	t.Helper()
	in, err := format.Read(strings.NewReader("name,lat,lon,boxes\nDepot,53.55,9.99,0\nA,53.56,9.99,3\nB,53.57,9.99,2\nC,53.58,9.98,2\n"), "firm.csv", format.Options{Vehicles: true})
	if err != nil {
		t.Fatal(err)
	}
	j, err := fleet.New(in, fleet.Options{Vehicles: 2, Capacity: []fleet.Capacity{{Column: "boxes", Amount: 5}}})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// written returns the rows of a plan as they are written to a file.
func written(t *testing.T, j *fleet.Job, p vrp.Plan) [][]string {
	t.Helper()
	plan, err := NewPlan("plan.csv", j, p, false)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := plan.Write(&b, "csv"); err != nil {
		t.Fatal(err)
	}
	rows, err := format.ReadTable(strings.NewReader(b.String()), "plan.csv", format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// A written plan passes the check; one with another leg or too much load does not.
func TestReadPlanTable(t *testing.T) {
	j := firm(t)
	rows := written(t, j, vrp.Plan{-1, 0, 1, -1, 2})
	p, err := ReadPlanTable("plan.csv", j, rows, true)
	if err != nil || !p.Stated || p.Stops() != 3 {
		t.Fatalf("%+v, %v", p, err)
	}
	leg := len(rows[0]) - 3
	rows[2][leg] += "9"
	rows[2][leg] = "1" + rows[2][leg]
	failed := (*Error)(nil)
	if _, err := ReadPlanTable("plan.csv", j, rows, true); !errors.As(err, &failed) || !strings.Contains(err.Error(), "plan.csv: not a plan: vehicle 1, position 2: states leg") {
		t.Error(err)
	}
	if _, err := ReadPlanTable("plan.csv", j, rows, false); err != nil {
		t.Errorf("the legs of an edited table: %v", err)
	}
	if _, err := ReadPlanTable("plan.csv", j, written(t, j, vrp.Plan{-1, 0, 1, 2}), false); !errors.As(err, &failed) || !strings.Contains(err.Error(), "vehicle 1: no room for 2 more (boxes)") {
		t.Error(err)
	}
}

// Plans are compared with the first: by their stops, their costs and their legs.
func TestComparePlans(t *testing.T) {
	j := firm(t)
	var plans []Plan
	for _, p := range []vrp.Plan{{-1, 0, 1, -1, 2}, {-1, 1, 0, -1, 2}, {-1, 0, 2, -1, 1}, {-1, 0, 1}} {
		plan, err := NewPlan(string(rune('a'+len(plans))), j, p, len(plans) == 0)
		if err != nil {
			t.Fatal(err)
		}
		plans = append(plans, plan)
	}
	all := ComparePlans(plans)
	for k, want := range []string{
		"2 vehicles for 3 stops, 11.2 km as stated",
		"2 vehicles for 3 stops, 11.2 km, as good as a; 5 of 5 legs the same",
		"2 vehicles for 3 stops, 11.3 km, 31.2 m (0.3 %) more than a; 3 of 5 legs the same",
		"1 vehicle for 2 of 3 stops, 4.45 km, 1 stop fewer than a; 3 of 3 legs the same",
	} {
		if got := all[k].Text(all[0], humanize.Metric); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The law of tables: a plan that is written as CSV is read again, whatever the
// separator, and its table states what is true.
func TestPlanTablesAreReadAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "stops")
		separator := rapid.SampledFrom([]string{",", ";", "\t"}).Draw(t, "separator")
		var text strings.Builder
		fmt.Fprintln(&text, strings.Join([]string{"name", "lat", "lon", "boxes", "open", "service"}, separator))
		fmt.Fprintln(&text, strings.Join([]string{"Depot", "53.5", "9.9", "", "", ""}, separator))
		for i := range n {
			name := rapid.SampledFrom([]string{"A", "B", "Größe 9", "x y"}).Draw(t, "name")
			lat, load := 53.4+0.01*float64(i), rapid.IntRange(-3, 3).Draw(t, "load")
			open := rapid.SampledFrom([]string{"", "07:30", "8.15"}).Draw(t, "open")
			fmt.Fprintln(&text, strings.Join([]string{name, fmt.Sprintf("%.2f", lat), "9.91", fmt.Sprint(load), open, "5"}, separator))
		}
		in, err := format.Read(strings.NewReader(text.String()), "drawn.csv", format.Options{Vehicles: true})
		if err != nil {
			t.Fatal(err)
		}
		j, err := fleet.New(in, fleet.Options{Travel: 0.1, Capacity: []fleet.Capacity{{Column: "boxes", Amount: 1000}}, Open: rapid.Bool().Draw(t, "open end")})
		if err != nil {
			t.Fatal(err)
		}
		p := drawPlan(t, j.Problem)
		got, err := readBack(t, j, p)
		if err != nil || !got.Stated || !slices.Equal(got.Routes.Canonical(), p.Canonical()) {
			t.Fatalf("%v, %v, want %v", got.Routes, err, p)
		}
	})
}

// drawPlan draws a plan that leaves out some stops.
func drawPlan(t *rapid.T, in *vrp.Instance) (p vrp.Plan) {
	all := make([]int32, in.N())
	for i := range all {
		all[i] = int32(i)
	}
	for k, s := range rapid.Permutation(all).Draw(t, "order") {
		what := rapid.SampledFrom([]string{"next", "next", "new", "leave out"}).Draw(t, "what")
		switch {
		case k == 0 || what == "new":
			p = append(p, -1, s)
		case what == "next":
			p = append(p, s)
		}
	}
	return p
}

// readBack writes a plan and reads it again.
func readBack(t *rapid.T, j *fleet.Job, p vrp.Plan) (Plan, error) {
	plan, err := NewPlan("plan.csv", j, p, false)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := plan.Write(&b, "csv"); err != nil {
		t.Fatal(err)
	}
	rows, err := format.ReadTable(strings.NewReader(b.String()), "plan.csv", format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ReadPlanTable("plan.csv", j, rows, true)
}
