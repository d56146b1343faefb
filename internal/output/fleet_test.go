package output

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/fleet"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

const firm = `name,lat,lon,boxes,window,service
Depot,53.55,9.99,0,,
A,53.56,9.99,3,09:00-12:00,5
B,53.57,9.99,2,,5
C,53.58,9.99,4,,5
`

// planned returns a plan of the firm that leaves out C.
func planned(t *testing.T) (*Plan, *tourmaline.Result) {
	t.Helper()
	in, err := format.Read(strings.NewReader(firm), "firm.csv", format.Options{Vehicles: true})
	if err != nil {
		t.Fatal(err)
	}
	j, err := fleet.New(in, fleet.Options{Vehicles: 1, Capacity: []fleet.Capacity{{Column: "boxes", Amount: 6}}, Travel: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	best := vrp.Plan{-1, 0, 1}
	p, err := NewPlan(j, best)
	if err != nil {
		t.Fatal(err)
	}
	return p, &tourmaline.Result{Algorithm: "ils", Termination: search.Time, Cost: j.Problem.Cost(best)}
}

// The text begins with the result, and then lists each vehicle and the stops that are left.
func TestWriteFleetSummary(t *testing.T) {
	p, r := planned(t)
	var all, short strings.Builder
	if err := p.WriteSummary(&all, r, humanize.Metric, true, 120); err != nil {
		t.Fatal(err)
	}
	if err := p.WriteSummary(&short, r, humanize.Metric, false, 120); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(all.String(), "4.45 km in straight lines, the best found in 0.00 s: 1 vehicle for 2 of 3 stops\n") {
		t.Errorf("the text begins with %q", all.String())
	}
	for _, want := range []string{
		"vehicle 1: 2 stops, 4.45 km, 08:58 to 09:16, boxes 5 of 6\n",
		"not served: C: vehicle 1: no room for 3 more (boxes)\n",
		"Method: ils, seed 0; time limit reached\n",
	} {
		if !strings.Contains(all.String(), want) || !strings.Contains(short.String(), want) {
			t.Errorf("%s\nlacks %s", all.String(), want)
		}
	}
	if row := "  1  A                1.11      1.11   09:00  09:05      2\n"; !strings.Contains(all.String(), row) || strings.Contains(short.String(), row) {
		t.Errorf("%s\nlacks %q", all.String(), row)
	}
}

// JSON holds the timetable of each vehicle, its loads, and the reasons.
func TestWriteFleetJSON(t *testing.T) {
	p, r := planned(t)
	var b strings.Builder
	if err := p.WriteJSON(&b, r); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Algorithm string
		Routes    []plannedRoute
		Unserved  []leftStop
	}
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	if got.Algorithm != "ils" || len(got.Routes) != 1 || len(got.Routes[0].Stops) != 4 {
		t.Fatalf("%s", b.String())
	}
	if s := got.Routes[0].Stops[1]; s.Name != "A" || s.ID != 2 || s.Arrive != "09:00" || s.Leave != "09:05" || s.Load["boxes"] != 2 {
		t.Errorf("%+v", s)
	}
	if len(got.Unserved) != 1 || got.Unserved[0].Name != "C" || got.Unserved[0].Reason == "" {
		t.Errorf("%+v", got.Unserved)
	}
}

// The table has the loads and a row with the reason.
func TestWriteFleetTable(t *testing.T) {
	p, _ := planned(t)
	var b strings.Builder
	if err := p.Write(&b, "csv"); err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(b.String(), "\n")
	if rows[0] != "vehicle,position,name,lat,lon,boxes,window,service,leg,total,arrive,leave,load boxes,reason" {
		t.Errorf("titles %s", rows[0])
	}
	if len(rows) != 7 || !strings.HasPrefix(rows[5], ",,C,") || !strings.HasSuffix(rows[5], ",vehicle 1: no room for 3 more (boxes)") {
		t.Errorf("%q", rows)
	}
}

// The picture has a path for each vehicle, from the depot and back, and a note on the plan.
func TestFleetPicture(t *testing.T) {
	p, _ := planned(t)
	m := Picture{}.Plan(p)
	if m.Title != "firm" || m.Note != "1 vehicle for 2 of 3 stops · 4.45 km" || len(m.Maps) != 1 {
		t.Fatalf("%+v", m)
	}
	paths := m.Maps[0].Paths
	if len(paths) != 1 || paths[0].Name != "vehicle 1" || !slices.Equal(paths[0].Lines[0], []int32{0, 1, 2, 0}) && !slices.Equal(paths[0].Lines[0], []int32{0, 2, 1, 0}) {
		t.Errorf("%+v", paths)
	}
}
