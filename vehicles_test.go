package tourmaline_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/vrp"
	"github.com/tourmaline-opt/tourmaline/vrp/format"
)

// deliveries returns 40 random stops around a depot.
func deliveries(t testing.TB) vrp.Data {
	t.Helper()
	r := rng.At(3, 0, 0)
	d := vrp.Data{Name: "deliveries", Depots: []vrp.Depot{{}}, Fleet: []vrp.Type{{Count: 40, Capacity: []int32{25}, PerDistance: 1}}}
	for i := range int32(41) {
		d.Points = append(d.Points, tsp.Point{float64(r.IntN(500)), float64(r.IntN(500))})
		if i > 0 {
			d.Stops = append(d.Stops, vrp.Stop{ID: int64(i), Place: i, Deliver: []int32{1 + r.IntN(9)}})
		}
	}
	d.Distance, _ = tsp.FromPoints(tsp.Euc2D, d.Points)
	return d
}

func routing(t testing.TB, d vrp.Data) (*vrp.Instance, tourmaline.Problem) {
	t.Helper()
	in, err := vrp.New(d)
	if err != nil {
		t.Fatal(err)
	}
	return in, tourmaline.Vehicles(in)
}

// A plan is solved, written, read again, and is a start plan that is never made worse.
func TestVehicles(t *testing.T) {
	in, p := routing(t, deliveries(t))
	r, err := tourmaline.Solve(t.Context(), p, tourmaline.Config{Seed: 1, Limits: tourmaline.Limits{Steps: 5}})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := tourmaline.Best[vrp.Plan](r)
	if err != nil || in.Check(plan) != nil || in.Cost(plan) != r.Cost || len(in.Unserved(plan)) != 0 || r.Algorithm != "ils" {
		t.Fatalf("%+v: %v", r, err)
	}
	var sol bytes.Buffer
	if err := format.WriteSolution(&sol, in, plan); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"plan.sol": sol.Bytes(), "result.json": text} {
		_, cost, stated, err := p.ReadSolution(data, name)
		if err != nil || cost != r.Cost || stated == nil || *stated != cost {
			t.Errorf("%s: cost %v, stated %v, %v", name, cost, stated, err)
		}
	}
	again, err := tourmaline.Solve(t.Context(), p, tourmaline.Config{Seed: 2, Limits: tourmaline.Limits{Steps: 1}, Init: plan})
	if err != nil || again.Cost > r.Cost {
		t.Errorf("from a plan of %v: %v, %v", r.Cost, again, err)
	}
}

// Distances may depend on the direction: with a single vehicle, a route along one-way streets costs
// one unit per stop.
func TestVehiclesOneWay(t *testing.T) {
	d := deliveries(t)
	d.Fleet[0].Capacity[0] = 1000
	d.Distance, _ = tsp.FromFunc(41, false, 1, func(i, j int) int64 {
		if j == (i+1)%41 {
			return 1
		}
		return 100
	})
	_, p := routing(t, d)
	r, err := tourmaline.Solve(t.Context(), p, tourmaline.Config{Seed: 1, Limits: tourmaline.Limits{Steps: 20}})
	if err != nil || r.Cost != 41 {
		t.Errorf("%+v, %v; expected a cost of 41", r, err)
	}
}

func TestVehiclesRejects(t *testing.T) {
	_, p := routing(t, deliveries(t))
	for text, want := range map[string]string{
		`{"solution":[]}`:                         "expected a list of routes, found none",
		`{"solution":[{"type":2,"stops":[1]}]}`:   "vehicle type 2, expected 1 to 1",
		`{"solution":[{"type":1,"stops":[99]}]}`:  "unknown stop 99",
		`{"solution":[{"type":1,"stops":[1,1]}]}`: "stop 1 is served twice",
	} {
		if _, _, _, err := p.ReadSolution([]byte(text), "f.json"); !errors.Is(err, tourmaline.ErrNoSolution) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if _, _, _, err := p.ReadSolution([]byte("Route #1: 1 1"), "f.sol"); err == nil || !strings.Contains(err.Error(), "stop 1 is served twice") {
		t.Error(err)
	}
	if _, err := tourmaline.Vehicles(nil).Info(); err == nil {
		t.Error("no instance: no error")
	}
}

// A plan without routes is a result as well, if no vehicle can carry any load.
func TestVehiclesServeNothing(t *testing.T) {
	d := deliveries(t)
	d.Fleet[0].Capacity[0] = 0
	in, p := routing(t, d)
	r, err := tourmaline.Solve(t.Context(), p, tourmaline.Config{Seed: 1, Limits: tourmaline.Limits{Steps: 1}})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if _, cost, _, err := p.ReadSolution(text, "result.json"); err != nil || cost != r.Cost || r.Cost != in.CostOf(40*in.Missing()) {
		t.Errorf("cost %v and %v, %v", cost, r.Cost, err)
	}
}
