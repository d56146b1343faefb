package job

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/fleet"
)

func TestCapacities(t *testing.T) {
	for text, want := range map[string][]fleet.Capacity{
		"":                {},
		"100":             {{Amount: 100}},
		"7.5":             {{Amount: 7.5}},
		"kg=800":          {{Column: "kg", Amount: 800}},
		"kg=800,boxes=40": {{Column: "kg", Amount: 800}, {Column: "boxes", Amount: 40}},
	} {
		if got, err := capacities(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"many", "-1", "NaN", "7,5", "kg=", "kg=800,40", "=x"} {
		if got, err := capacities(text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// The usual speed is only assumed for lengths without a speed.
func TestFleetTravel(t *testing.T) {
	for _, c := range []struct {
		s       Schedule
		unit    string
		seconds float64
		assumed bool
	}{
		{Schedule{}, "km", 90, true},
		{Schedule{Speed: 60}, "km", 60, false},
		{Schedule{}, "min", 60, false},
		{Schedule{}, "", 0, false},
	} {
		got, assumed, err := c.s.fleetTravel(c.unit)
		if err != nil || got != c.seconds || assumed != c.assumed {
			t.Errorf("%+v in %q: %v, %v, %v", c.s, c.unit, got, assumed, err)
		}
	}
}

// Fields for several vehicles are checked before the file is read, and errors name them.
func TestFleetFaults(t *testing.T) {
	const stops = "name,lat,lon,boxes\nA,53.55,9.99,\nB,53.56,9.99,4\n"
	for _, c := range []struct {
		spec  Spec
		field string
	}{
		{Spec{Fleet: Fleet{MaxStops: 3}}, "fleet"},
		{Spec{Fleet: Fleet{Shift: "8-17"}}, "fleet"},
		{Spec{Fleet: Fleet{Vehicles: 2, Table: "name\nvan\n"}}, "fleet.table"},
		{Spec{Fleet: Fleet{Table: strings.Repeat("x", 40_000)}}, "fleet.table"},
		{Spec{Fleet: Fleet{Vehicles: mostVehicles + 1}}, "fleet.vehicles"},
		{Spec{Fleet: Fleet{Vehicles: -1}}, "fleet.vehicles"},
		{Spec{Fleet: Fleet{Vehicles: 1, MaxStops: -1}}, "fleet.max_stops"},
		{Spec{Fleet: Fleet{Vehicles: 1, MaxDistance: math.NaN()}}, "fleet.max_distance"},
		{Spec{Fleet: Fleet{Vehicles: 1, MaxDuration: "long"}}, "fleet.max_duration"},
		{Spec{Fleet: Fleet{Vehicles: 1, Shift: "noon"}}, "fleet.shift"},
		{Spec{Fleet: Fleet{Vehicles: 1, Shift: "17:00-08:00"}}, "fleet.shift"},
		{Spec{Fleet: Fleet{Capacity: "1,2"}}, "fleet.capacity"},
		{Spec{Fleet: Fleet{Vehicles: 1}, Schedule: Schedule{Speed: 2000}}, "schedule.speed"},
		{Spec{Fleet: Fleet{Vehicles: 1}, Schedule: Schedule{Depart: "soon"}}, "schedule.depart"},
		{Spec{Fleet: Fleet{Vehicles: 1}, Schedule: Schedule{MinutesPerStop: -1}}, "schedule.minutes_per_stop"},
		{Spec{Fleet: Fleet{Vehicles: 1}, Schedule: Schedule{RoadFactor: 0.5}}, "schedule.road_factor"},
		{Spec{Schedule: Schedule{Speed: 30}}, "schedule"},
		{Spec{Fleet: Fleet{Capacity: "2"}, File: "a.dat"}, "fleet.capacity"},
	} {
		c.spec.File = cmp.Or(c.spec.File, "stops.csv")
		_, err := c.spec.Open([]byte(stops), Limits{})
		failed(t, fmt.Sprintf("%.80v", c.spec), err, BadField, c.field)
	}
	for text, want := range map[string]string{
		"name,count\n": "expected a row for each kind", "name,start\nvan,Nowhere\n": "Nowhere",
		"\n\n": "fleet.table: the table is empty", "name\n\"van\n": "fleet.table",
	} {
		s := Spec{File: "stops.csv", Fleet: Fleet{Table: text}}
		if _, err := s.Open([]byte(stops), Limits{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A job for several vehicles is a job for vehicles that is read like one for tours.
func TestFleetsAreTables(t *testing.T) {
	s := others(t)["table"]
	if s.spec.Kind() != "vehicles" || !s.spec.Several() || (Spec{File: "a.vrp"}).Several() {
		t.Errorf("%+v", s.spec)
	}
	in, err := s.spec.Open(s.data, Limits{})
	if err != nil || in.Document != nil || in.Fleet == nil || in.Info.N != 3 || in.Info.Problem != "vehicles" {
		t.Fatalf("%+v, %v", in, err)
	}
	again, err := in.With(s.spec, Limits{})
	if err != nil || again.Fleet != in.Fleet || again.Info != in.Info {
		t.Errorf("%+v, %v", again, err)
	}
	r := Reading{Columns: map[string]string{"Demand": "boxes", "lat": "lat"}}
	if got := r.PlaceColumns(); len(got) != 1 || got["lat"] != "lat" || r.stopColumns()["demand"] != "boxes" {
		t.Errorf("%v, %v", got, r.stopColumns())
	}
}

// Largest valid values, and values beyond them.
func TestFleetRanges(t *testing.T) {
	for _, f := range []Fleet{
		{Vehicles: 1, MaxStops: mostVehicles}, {Vehicles: mostVehicles}, {Vehicles: 1, MaxDistance: mostDistance},
		{Capacity: "1", Shift: "08:00-17:00"}, {Table: strings.Repeat("x", field("fleet.table").MaxLength)},
	} {
		if err := f.validate(); err != nil {
			t.Errorf("%.80v: %v", f, err)
		}
	}
	for field, f := range map[string]Fleet{
		"fleet.vehicles": {Vehicles: mostVehicles + 1}, "fleet.max_stops": {Vehicles: 1, MaxStops: mostVehicles + 1},
		"fleet.max_distance": {Vehicles: 1, MaxDistance: math.Nextafter(mostDistance, math.Inf(1))},
		"fleet.table":        {Table: strings.Repeat("x", field("fleet.table").MaxLength+1)}, "fleet": {MaxStops: 1},
	} {
		failed(t, field, f.validate(), BadField, field)
	}
}

// A road factor applies to straight lines on the globe only.
func TestRoadFactorNeedsPlacesOnTheGlobe(t *testing.T) {
	s := Spec{File: "stops.csv", Fleet: Fleet{Vehicles: 1}, Schedule: Schedule{RoadFactor: 1.2}}
	_, err := s.Open([]byte("name,x,y\nA,1,2\nB,3,4\n"), Limits{})
	failed(t, "places on a plane", err, BadField, "schedule.road_factor")
	if _, err = s.Open([]byte("name,lat,lon\nA,53.55,9.99\nB,53.56,9.99\n"), Limits{}); err != nil {
		t.Errorf("places on the globe: %v", err)
	}
}

// The time of departure is the start of the working hours.
func TestShiftBeginsWithDepart(t *testing.T) {
	for _, c := range []struct {
		shift, depart string
		open, end     time.Duration
	}{
		{"08:00-17:00", "", 8 * time.Hour, 17 * time.Hour},
		{"08:00-17:00", "09:30", 9*time.Hour + 30*time.Minute, 17 * time.Hour},
	} {
		w, err := Spec{Fleet: Fleet{Shift: c.shift}, Schedule: Schedule{Depart: c.depart}}.shift()
		if err != nil || w.Open != c.open || w.Close != c.end {
			t.Errorf("%s from %q: %+v, %v", c.shift, c.depart, w, err)
		}
	}
	_, err := Spec{Fleet: Fleet{Shift: "08:00-17:00"}, Schedule: Schedule{Depart: "18:00"}}.shift()
	failed(t, "after the end", err, BadField, "fleet.shift")
}
