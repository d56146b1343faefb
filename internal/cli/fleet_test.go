package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/fleet"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// Flags for several vehicles need a table, and limits need vehicles.
func TestVansApply(t *testing.T) {
	for _, c := range []struct {
		flags      vans
		kind, path string
		applies    bool
		fault      string
	}{
		{vans{}, "", "stops.csv", false, ""},
		{vans{Fleet: job.Fleet{Vehicles: 2}}, "", "stops.csv", true, ""},
		{vans{Fleet: job.Fleet{Capacity: "9", MaxStops: 3}}, "", "stops.xlsx", true, ""},
		{vans{file: "vans.csv", Fleet: job.Fleet{Shift: "8-17"}}, "", "stops.csv", true, ""},
		{vans{Fleet: job.Fleet{MaxStops: 3}}, "", "stops.csv", false, "add --vehicles N"},
		{vans{file: "vans.csv", Fleet: job.Fleet{Vehicles: 2}}, "", "stops.csv", false, "cannot be combined"},
		{vans{Fleet: job.Fleet{Vehicles: 2}}, "", "depot.vrp", false, "apply to tables of places"},
		{vans{Fleet: job.Fleet{Vehicles: 2}}, "qap", "stops.csv", false, "apply to tables of places"},
		{vans{Fleet: job.Fleet{Vehicles: 2}}, "", "", false, "apply to tables of places"},
	} {
		got, err := c.flags.applies(c.kind, c.path)
		if got != c.applies || (err == nil) != (c.fault == "") || err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%+v, %q, %q: %v, %v", c.flags, c.kind, c.path, got, err)
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
