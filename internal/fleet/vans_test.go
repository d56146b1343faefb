package fleet

import (
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/vrp"
)

// job returns the problem of the towns with a table of vehicles.
func job(t *testing.T, titles []string, rows ...[]string) *Job {
	t.Helper()
	plain := "name,lat,lon,boxes\nDepot,53.55,9.99,0\nA,53.56,9.99,3\nB,53.57,9.99,2\n"
	j, err := New(read(t, plain), Options{Travel: 0.1, Assumed: true, Vans: &Table{"vans.csv", titles, rows}})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// Every column of a vehicle reaches its type.
func TestVan(t *testing.T) {
	j := job(t,
		[]string{"Fahrzeug", "Anzahl", "Kapazität (Kisten)", "von", "bis", "Start", "Ziel", "fixed", "per km", "per hour", "max distance", "max hours", "max stops"},
		[]string{"Sprinter", "2", "10", "7:00", "16:00", "Depot", "", "50", "0,4", "24", "120", "7:30", "20"},
		[]string{"Rad", "", "", "", "", "", "B", "", "0,1", "", "", "", ""},
	)
	p := j.Problem
	first, second := p.Fleet[0], p.Fleet[1]
	if first.Name != "Sprinter" || first.Count != 2 || first.Capacity[0] != 10 || first.MaxStops != 20 {
		t.Errorf("%+v", first)
	}
	if first.Shift != (vrp.Window{Open: 25200, Close: 57600}) || first.MaxDuration != 27000 {
		t.Errorf("shift %v, duration %d", first.Shift, first.MaxDuration)
	}
	if first.MaxDistance != 120_000 {
		t.Errorf("distance %d, want metres", first.MaxDistance)
	}
	if first.Fixed != 50e6 || first.PerDistance != 400 || first.PerTime != 6667 || p.CostScale != 1e6 {
		t.Errorf("costs %d %d %d in units of %v", first.Fixed, first.PerDistance, first.PerTime, p.CostScale)
	}
	if second.Count != 1 || second.Capacity[0] != Unlimited || second.Shift != (vrp.Window{}) {
		t.Errorf("%+v", second)
	}
	if j.place(first.Start) != 0 || j.place(first.End) != 0 || j.place(second.Start) != 0 || j.place(second.End) != 2 {
		t.Errorf("depots %d %d %d %d", first.Start, first.End, second.Start, second.End)
	}
	if !j.Priced || !j.Timed {
		t.Errorf("priced %v, timed %v", j.Priced, j.Timed)
	}
	if got := j.vehicle(0, 2); got != "Sprinter 2" {
		t.Errorf("the second vehicle is %q", got)
	}
	if got := j.vehicle(1, 1); got != "Rad" {
		t.Errorf("the only vehicle is %q", got)
	}
}

// With fixed costs only, a kilometre costs 1, so that routes are short.
func TestFixedCosts(t *testing.T) {
	j := job(t, []string{"name", "fixed"}, []string{"van", "50"})
	if v := j.Problem.Fleet[0]; v.Fixed != 50e6 || v.PerDistance != 1000 {
		t.Errorf("%+v", v)
	}
}

// Several columns of capacities name the loads that they limit.
func TestRooms(t *testing.T) {
	for _, titles := range [][]string{{"capacity"}, {"capacity boxes"}, {"boxes"}, {"Nutzlast"}} {
		j := job(t, titles, []string{"7"})
		if v := j.Problem.Fleet[0]; len(v.Capacity) != 1 || v.Capacity[0] != 7 {
			t.Errorf("%q: %v", titles, v.Capacity)
		}
	}
	if v := job(t, []string{"name"}, []string{"van"}).Problem.Fleet[0]; len(v.Capacity) != 0 {
		t.Errorf("a capacity of %v from nowhere", v.Capacity)
	}
}

// Long times are hours, unless a unit is given.
func TestParseHours(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"8":       8 * time.Hour,
		"7,5":     7*time.Hour + 30*time.Minute,
		"7:30":    7*time.Hour + 30*time.Minute,
		"450 min": 7*time.Hour + 30*time.Minute,
		"8h":      8 * time.Hour,
	} {
		if got, err := ParseHours(text); err != nil || got != want {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"long", "-1", "1e9"} {
		if got, err := ParseHours(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}
