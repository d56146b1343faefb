package fleet

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/daytime"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

const towns = `name,lat,lon,boxes,kg,window,service,prize,skills
Depot,53.55,9.99,0,0,06:00-20:00,,,
A,53.56,9.99,3,"12,5",08:00-12:00,5,,lift
B,53.57,9.99,-2,4,bis 15,1h,12,lift;cold
C,53.58,9.99,1,,,,,
`

func read(t *testing.T, text string) *tsp.Instance {
	t.Helper()
	in, err := format.Read(strings.NewReader(text), "towns.csv", format.Options{Vehicles: true})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// The columns of the stops become loads, windows, services, prizes and skills.
func TestStops(t *testing.T) {
	_, err := New(read(t, towns), Options{
		Vehicles: 2, Capacity: []Capacity{{"boxes", 4}, {"kg", 30}}, Travel: 0.1, Stay: 2 * time.Minute,
		Vans: &Table{"vans.csv", []string{"Name", "count", "capacity boxes", "capacity kg", "skills"}, [][]string{{"van", "2", "4", "30", "cold lift"}}},
	})
	if err == nil {
		t.Fatal("capacities for a fleet that states its own are accepted")
	}
	j, err := New(read(t, towns), Options{
		Travel: 0.1, Stay: 2 * time.Minute,
		Vans: &Table{"vans.csv", []string{"Name", "count", "capacity boxes", "capacity kg", "skills"}, [][]string{{"van", "2", "4", "30,5", "cold lift"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	p := j.Problem
	if len(p.Stops) != 3 || len(p.Depots) != 1 || p.Depots[0].Window != (vrp.Window{Open: 21600, Close: 72000}) {
		t.Fatalf("got %d stops, depots %v", len(p.Stops), p.Depots)
	}
	a, b, c := p.Stops[0], p.Stops[1], p.Stops[2]
	if a.Deliver[0] != 3 || a.Deliver[1] != 125 || b.Fetch[0] != 2 || b.Deliver[0] != 0 || p.Fleet[0].Capacity[1] != 305 || j.Loads[1] != (Load{"kg", 10}) {
		t.Errorf("loads %v %v %v, capacity %v, %v", a.Deliver, b.Fetch, b.Deliver, p.Fleet[0].Capacity, j.Loads)
	}
	if a.Window != (vrp.Window{Open: 28800, Close: 43200}) || b.Window != (vrp.Window{Close: 54000}) || c.Window != (vrp.Window{}) {
		t.Errorf("windows %v %v %v", a.Window, b.Window, c.Window)
	}
	if a.Service != 300 || b.Service != 3600 || c.Service != 120 || !b.Optional || a.Optional || p.CostOf(b.Prize) != 12000 {
		t.Errorf("services %d %d %d, prize %v", a.Service, b.Service, c.Service, p.CostOf(b.Prize))
	}
	if a.Skills == 0 || a.Skills&b.Skills != a.Skills || b.Skills == a.Skills || p.Fleet[0].Skills&b.Skills != b.Skills {
		t.Errorf("skills %b %b, vehicle %b", a.Skills, b.Skills, p.Fleet[0].Skills)
	}
}

// A trip has the times of the timetable, also at its end, and the loads on leaving each place.
func TestTrips(t *testing.T) {
	j, err := New(read(t, towns), Options{Vehicles: 1, Capacity: []Capacity{{"boxes", 4}}, Travel: 0.1, Shift: daytime.Window{Open: 9 * time.Hour}})
	if err != nil {
		t.Fatal(err)
	}
	plan := vrp.Plan{-1, 0, 1, 2}
	trips, err := j.Trips(plan)
	if err != nil || len(trips) != 1 {
		t.Fatal(trips, err)
	}
	trip := trips[0]
	if trip.Vehicle != "vehicle 1" || trip.Most(0) != 4 || len(trip.Cities) != 4 || len(trip.Loads) != 5 {
		t.Errorf("%+v", trip)
	}
	if math.Abs(trip.Distance-j.Problem.Cost(plan)) > 1e-6 {
		t.Errorf("distance %v, cost %v", trip.Distance, j.Problem.Cost(plan))
	}
	stops := trip.Instance.Stops(trip.Order())
	for k, visit := range trip.Visits {
		v, known := trip.Instance.Visit(k+1, stops[k+1])
		if !known || v.Arrive != time.Duration(visit.Arrive)*time.Second || v.Leave != time.Duration(visit.Leave)*time.Second {
			t.Errorf("stop %d: %v, %v, want %v", k, v, known, visit)
		}
	}
	if last, _ := trip.Instance.Visit(4, stops[4]); last.Arrive-stopsLeave(trip, 3, stops) < time.Minute {
		t.Errorf("back at %v", last.Arrive)
	}
	if got := []int{trip.Number(0), trip.Number(1), trip.Number(3), trip.Number(4)}; !slices.Equal(got, []int{0, 1, 3, 0}) {
		t.Errorf("the depot and the stops have the numbers %v", got)
	}
	if trip.Instance.NameOf(1) != "A" || trip.Instance.Details().Columns.Text(1, 0) != "A" {
		t.Error("the trip lacks the columns of its places")
	}
}

func stopsLeave(t Trip, k int, stops []tsp.Stop) time.Duration {
	v, _ := t.Instance.Visit(k, stops[k])
	return v.Leave
}

// Depots may be named, different, or missing at the end.
func TestHomes(t *testing.T) {
	for _, c := range []struct {
		o          Options
		start, end int32
		stops      int
	}{
		{Options{}, 0, 0, 3},
		{Options{Start: "A"}, 1, 1, 3},
		{Options{Start: "A", End: "C"}, 1, 3, 2},
		{Options{Open: true}, 0, -1, 3},
	} {
		j, err := New(read(t, towns), Options{Vehicles: 1, Start: c.o.Start, End: c.o.End, Open: c.o.Open, Travel: 1})
		if err != nil {
			t.Fatal(err)
		}
		v := j.Problem.Fleet[0]
		if got := []int32{j.place(v.Start), j.place(v.End)}; got[0] != c.start || got[1] != c.end || len(j.Problem.Stops) != c.stops {
			t.Errorf("%+v: from %v, %d stops", c.o, got, len(j.Problem.Stops))
		}
		plan := vrp.Plan{-1}
		for s := range j.Problem.Stops {
			plan = append(plan, int32(s))
		}
		trips, err := j.Trips(plan)
		if err != nil || len(trips[0].Instance.Stops(trips[0].Order())) != len(trips[0].Loads) {
			t.Errorf("%+v: %v, %v", c.o, trips, err)
		}
	}
}

// Reasons name the vehicle, the column and the amount.
func TestReasons(t *testing.T) {
	plain := strings.NewReplacer("lift;cold", "", "lift", "").Replace(towns)
	j, err := New(read(t, plain), Options{Vehicles: 1, Capacity: []Capacity{{"boxes", 3}}, Travel: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	plan := vrp.Plan{-1, 0}
	trips, err := j.Trips(plan)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, u := range j.Unserved(plan, trips) {
		got = append(got, u.Name+": "+u.Reason)
	}
	want := []string{"B: a detour of 2.22 km for a prize of 12 km", "C: vehicle 1: no room for 1 more (boxes)"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// What the tables lack has a clear error.
func TestErrors(t *testing.T) {
	for want, o := range map[string]Options{
		"\"boxes\" and \"kg\" both look like loads":           {Capacity: []Capacity{{"", 3}}},
		"need a unit for the distances":                       {Vehicles: 1},
		"no column named \"crates\"":                          {Capacity: []Capacity{{"crates", 3}}},
		"vans.csv: vehicles are missing":                      {Vans: &Table{Name: "vans.csv", Titles: []string{"name"}}},
		"vans.csv: vehicle 1: count: \"two\" is not a number": {Vans: &Table{"vans.csv", []string{"count"}, [][]string{{"two"}}}},
		"vehicle 1: count: \"2,5\" is not a whole number":     {Vans: &Table{"vans.csv", []string{"count"}, [][]string{{"2,5"}}}},
		"vehicle 1: maxstops: \"1.5\" is not a whole":         {Vans: &Table{"vans.csv", []string{"max stops"}, [][]string{{"1.5"}}}},
		"no city": {Vehicles: 1, Start: "Nowhere"},
	} {
		if _, err := New(read(t, towns), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", o, err, want)
		}
	}
}
