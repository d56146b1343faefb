package routepage

import (
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/fleet"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// The page of a vehicle counts and numbers its stops without the depot, and states their loads.
func TestPageOfAVehicle(t *testing.T) {
	in, err := format.Read(strings.NewReader("name,lat,lon,boxes,opening hours\nDepot,53.55,9.99,0,\nA,53.56,9.99,3,08:00-12:00\nB,53.57,9.98,2,\n"), "firm.csv", format.Options{Vehicles: true})
	if err != nil {
		t.Fatal(err)
	}
	j, err := fleet.New(in, fleet.Options{Vehicles: 1, Capacity: []fleet.Capacity{{Column: "boxes", Amount: 9}}, Travel: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	trips, err := j.Trips(vrp.Plan{-1, 1, 0})
	if err != nil {
		t.Fatal(err)
	}
	trip := &trips[0]
	p, err := Route{Instance: trip.Instance, Tour: trip.Order(), Trip: trip, Count: 2, Remarks: []string{"", "boxes 2", "boxes 3"}, System: humanize.Metric}.Page(nil)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(p.Summary, "2 stops, ") || p.Stops[0].Number != 0 || p.Stops[1].Number != 1 || p.Stops[2].Number != 2 {
		t.Errorf("%s: %+v", p.Summary, p.Stops)
	}
	if len(p.Map.Stops) != 2 || p.Map.Stops[0] != p.Map.Tour[1] {
		t.Errorf("the picture numbers %v of %v", p.Map.Stops, p.Map.Tour)
	}
	if b, a := p.Stops[1].About, p.Stops[2].About; b == nil || b.Note != "boxes 2" || a == nil || a.Note != "boxes 3 · opening hours 08:00-12:00" {
		t.Errorf("%+v, %+v", b, a)
	}
}
