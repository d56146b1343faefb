package fleet

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/vrp"
)

// firm returns a problem with two kinds of vehicles.
func firm(t *testing.T) *Job {
	t.Helper()
	j, err := New(read(t, "name,lat,lon,boxes\nDepot,53.55,9.99,0\n A ,53.56,9.99,3\nB,53.57,9.99,2\nC,53.58,9.99,2\nB,53.59,9.99,1\n"), Options{
		Travel: 0.1, Vans: &Table{"vans.csv", []string{"name", "count", "capacity"}, [][]string{{"van", "2", "5"}, {"bike", "", "3"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// A plan is found by all columns of its places or by their names, in the order of the positions.
func TestReadPlan(t *testing.T) {
	j := firm(t)
	for name, text := range map[string]string{
		"as written":    "vehicle,position,name,lat,lon,boxes\nvan 1,1,Depot,53.55,9.99,0\nvan 1,2, A ,53.56,9.99,3\nvan 1,3,B,53.57,9.99,2\nvan 1,4,Depot,53.55,9.99,0\nbike,1,Depot,53.55,9.99,0\nbike,2,C,53.58,9.99,2\n,,B,53.59,9.99,1\n",
		"other order":   "position,boxes,lat,lon,name,vehicle\n1,2,53.58,9.99,C,bike\n2,2,53.57,9.99,B,van 1\n1,3,53.56,9.99,A,van 1\n",
		"names only":    "Vehicle,customer\nbike,C\nvan 2,A\nvan 2, B\n",
		"unused number": "Vehicle,customer\nvan 2,A\nvan 1,Depot\nvan 2,B\nbike,C\n",
	} {
		var rows [][]string
		for line := range strings.Lines(text) {
			rows = append(rows, strings.Split(strings.TrimSpace(line), ","))
		}
		want := vrp.Plan{-1, 0, 1, -2, 2}
		if strings.Contains(text, "customer") {
			want[2] = 3 // the last place with this name
		}
		got, err := j.ReadPlan(rows, "plan.csv")
		if err != nil || !slices.Equal(got.Plan, want) || len(got.Routes) != 2 {
			t.Errorf("%s: %v, %v, want %v", name, got.Plan, err, want)
		}
	}
}

// Tables that are not plans have errors that say where and why.
func TestReadPlanErrors(t *testing.T) {
	j := firm(t)
	for want, text := range map[string]string{
		"the file is empty": "",
		"the column vehicle is missing: expected a table that 'solve' wrote for several vehicles; columns: name, x": "name,x\nA,1",
		"row 3: not a plan: unknown place":                                          "vehicle,name\nvan 1,A\nvan 1,Z",
		`unknown vehicle "truck": expected a vehicle of the fleet: "van 1", "bike"`: "vehicle,name\ntruck,A",
		"A is served twice":    "vehicle,name\nvan 1,A\nvan 2,A",
		"no row has a vehicle": "vehicle,name\n,A",
		`row 2: not a plan: position: "first" is not a number`: "vehicle,name,position\nvan 1,A,first",
	} {
		var rows [][]string
		for line := range strings.Lines(text) {
			rows = append(rows, strings.Split(strings.TrimSpace(line), ","))
		}
		if _, err := j.ReadPlan(rows, "plan.csv"); !errors.Is(err, ErrPlan) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Check names the vehicle and the limit that it breaks.
func TestCheckNamesVehicles(t *testing.T) {
	j := firm(t)
	for want, p := range map[string]vrp.Plan{
		"":                                  {-1, 0, 1, -2, 2},
		"van 2: no room for 2 more (boxes)": {-1, 3, -1, 0, 1, 2},
		"bike: no room for 1 more (boxes)":  {-2, 1, 2},
		"more routes of vehicle type 2":     {-2, 1, -2, 2},
	} {
		err := j.Check(p)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%v: %v, want %s", p, err, want)
		}
	}
}

// A stated number may be rounded, and a time may have seconds.
func TestAgree(t *testing.T) {
	for _, c := range []struct {
		stated, is string
		same       bool
	}{
		{"12.3", "12.345", true}, {"12,35", "12.345", true}, {"12", "12.4", true}, {"12.4", "12.345", false}, {"13", "12.4", false},
		{"7:48", "07:48", true}, {"07:48:00", "07:48", true}, {"07:49", "07:48", false}, {"", "0", false}, {"x", "0", false},
	} {
		if agree(c.stated, c.is) != c.same {
			t.Errorf("%q states %q: %v", c.stated, c.is, !c.same)
		}
	}
}

// A table may state legs and loads, which are compared row by row.
func TestPlanTableCheck(t *testing.T) {
	own := [][]string{
		{"vehicle", "position", "name", "leg", "total", "load boxes", "reason"},
		{"van 1", "1", "Depot", "0", "0", "5", ""}, {"van 1", "2", "A", "100.25", "100.25", "2", ""},
		{"bike", "1", "Depot", "0", "0", "2", ""}, {"bike", "2", "C", "300", "300", "0", ""},
	}
	table := func(leg, load string) PlanTable {
		return PlanTable{Titles: []string{"vehicle", "name", "leg", "load boxes"}, Routes: [][][]string{
			{{"van 1", "Depot", "0", "5"}, {"van 1", "A", "100.3", "2"}}, {{"bike", "Depot", "0", "2"}, {"bike", "C", leg, load}},
		}}
	}
	if checked, err := table("300", "0").Check(own); err != nil || !checked {
		t.Errorf("%v, %v", checked, err)
	}
	for want, wrong := range map[string]PlanTable{
		`bike, position 2: states leg "301", but it is 300`:   table("301", "0"),
		`bike, position 2: states load boxes "", but it is 0`: table("300", ""),
	} {
		if _, err := wrong.Check(own); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	short := table("1", "1")
	short.Routes[0] = short.Routes[0][1:]
	if checked, err := short.Check(own); err != nil || checked {
		t.Errorf("a table without its depots: %v, %v", checked, err)
	}
}
