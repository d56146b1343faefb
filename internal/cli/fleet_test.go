package cli

import (
	"slices"
	"strings"
	"testing"

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

// Flags for several vehicles need a table, and limits need vehicles.
func TestVansApply(t *testing.T) {
	for _, c := range []struct {
		flags      vans
		kind, path string
		applies    bool
		fault      string
	}{
		{vans{}, "", "stops.csv", false, ""},
		{vans{vehicles: 2}, "", "stops.csv", true, ""},
		{vans{capacity: "9", maxStops: 3}, "", "stops.xlsx", true, ""},
		{vans{file: "vans.csv", shift: "8-17"}, "", "stops.csv", true, ""},
		{vans{maxStops: 3}, "", "stops.csv", false, "add --vehicles N"},
		{vans{file: "vans.csv", vehicles: 2}, "", "stops.csv", false, "cannot be combined"},
		{vans{vehicles: 2}, "", "depot.vrp", false, "apply to tables of places"},
		{vans{vehicles: 2}, "qap", "stops.csv", false, "apply to tables of places"},
		{vans{vehicles: 2}, "", "", false, "apply to tables of places"},
	} {
		got, err := c.flags.applies(c.kind, c.path)
		if got != c.applies || (err == nil) != (c.fault == "") || err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%+v, %q, %q: %v, %v", c.flags, c.kind, c.path, got, err)
		}
	}
}

// The usual speed is only assumed for lengths without a speed.
func TestFleetTravel(t *testing.T) {
	for _, c := range []struct {
		s       schedule
		unit    string
		seconds float64
		assumed bool
	}{
		{schedule{}, "km", 90, true},
		{schedule{speed: 60}, "km", 60, false},
		{schedule{}, "min", 60, false},
		{schedule{}, "", 0, false},
	} {
		got, assumed, err := c.s.fleetTravel(c.unit)
		if err != nil || got != c.seconds || assumed != c.assumed {
			t.Errorf("%+v in %q: %v, %v, %v", c.s, c.unit, got, assumed, err)
		}
	}
}

// Vehicles whose names differ only in characters that files cannot have get different pages.
func TestPageNames(t *testing.T) {
	trips := []fleet.Trip{{Vehicle: "Van 1"}, {Vehicle: "a/b"}, {Vehicle: "a:b"}, {Vehicle: "a-b 2"}, {Vehicle: "a?b"}, {Vehicle: ".."}}
	if got, want := pageNames(trips), []string{"Van 1", "a-b", "a-b 2", "a-b 2 2", "a-b 3", "route"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
