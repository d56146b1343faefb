package fleet

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/vrp"
	"pgregory.net/rapid"
)

// A drawnRequest is a request whose costs a test computes from its members.
type drawnRequest struct {
	Vehicles []drawnVehicle           `json:"vehicles"`
	Jobs     []drawnJob               `json:"jobs"`
	Matrices map[string]drawnMatrices `json:"matrices"`
}

type drawnVehicle struct {
	ID       int            `json:"id"`
	Start    *int           `json:"start_index,omitempty"`
	End      *int           `json:"end_index,omitempty"`
	Capacity []int          `json:"capacity"`
	Costs    map[string]int `json:"costs"`
}

type drawnJob struct {
	ID       int   `json:"id"`
	At       int   `json:"location_index"`
	Delivery []int `json:"delivery"`
	Service  int   `json:"service"`
}

type drawnMatrices struct {
	Durations [][]int `json:"durations"`
	Distances [][]int `json:"distances"`
}

// drawRequest draws a request in which all vehicles have the same prices.
func drawRequest(t *rapid.T) (r drawnRequest) {
	places := rapid.IntRange(1, 5).Draw(t, "places")
	costs := map[string]int{"fixed": rapid.IntRange(0, 9).Draw(t, "fixed")}
	if rapid.Bool().Draw(t, "hourly") {
		costs["per_hour"] = 36 * rapid.IntRange(0, 200).Draw(t, "hour")
	}
	if rapid.Bool().Draw(t, "by distance") {
		costs["per_km"] = rapid.IntRange(0, 5).Draw(t, "km")
	}
	end := func(name string) *int {
		if rapid.IntRange(0, 3).Draw(t, "open") == 0 {
			return nil
		}
		at := rapid.IntRange(0, places-1).Draw(t, name)
		return &at
	}
	for id := range rapid.IntRange(1, 3).Draw(t, "vehicles") {
		r.Vehicles = append(r.Vehicles, drawnVehicle{id + 1, end("start"), end("end"), []int{rapid.IntRange(0, 9).Draw(t, "capacity")}, costs})
	}
	for id := range rapid.IntRange(1, 5).Draw(t, "jobs") {
		r.Jobs = append(r.Jobs, drawnJob{id + 1, rapid.IntRange(0, places-1).Draw(t, "at"), []int{rapid.IntRange(0, 4).Draw(t, "load")}, rapid.IntRange(0, 600).Draw(t, "service")})
	}
	table := func(most int) (rows [][]int) {
		for range places {
			rows = append(rows, rapid.SliceOfN(rapid.IntRange(0, most), places, places).Draw(t, "row"))
		}
		return rows
	}
	r.Matrices = map[string]drawnMatrices{"car": {table(3600), table(20_000)}}
	return r
}

// cost returns the cost of a route of the first vehicle through jobs, in VROOM's terms.
func (r drawnRequest) cost(jobs []int32) float64 {
	v, m := r.Vehicles[0], r.Matrices["car"]
	var at []int
	if v.Start != nil {
		at = append(at, *v.Start)
	}
	for _, j := range jobs {
		at = append(at, r.Jobs[j].At)
	}
	if v.End != nil {
		at = append(at, *v.End)
	}
	hour, given := v.Costs["per_hour"]
	if !given {
		hour = 3600
	}
	cost := float64(v.Costs["fixed"])
	for k := 1; k < len(at); k++ {
		from, to := at[k-1], at[k]
		cost += float64(hour)*float64(m.Durations[from][to])/3600 + float64(v.Costs["per_km"])*float64(m.Distances[from][to])/1000
	}
	return cost
}

// The cost of a route is what VROOM's documentation says, and its load what its jobs receive.
func TestRequestLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRequest(t)
		data, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		j, err := ReadRequest(strings.NewReader(string(data)), "drawn.json", 0.09)
		if err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		jobs := rapid.SliceOfNDistinct(rapid.Int32Range(0, int32(len(r.Jobs)-1)), 1, len(r.Jobs), rapid.ID).Draw(t, "route")
		p := append(vrp.Plan{-1}, jobs...)
		left := 0.0
		for range j.Problem.Unserved(p) {
			left += j.Problem.CostOf(j.Problem.Missing())
		}
		if got, want := j.Problem.Cost(p)-left, r.cost(jobs); math.Abs(got-want) > 0.001*float64(len(jobs)+1)+1e-9*left {
			t.Fatalf("%s\nroute %v: cost %v, want %v", data, jobs, got, want)
		}
		load := 0
		for _, k := range jobs {
			load += r.Jobs[k].Delivery[0]
		}
		if fits := j.Check(p) == nil; fits != (load <= r.Vehicles[0].Capacity[0]) {
			t.Fatalf("%s\nroute %v with load %d: fits %v", data, jobs, load, fits)
		}
	})
}

// Damaged requests are errors.
func TestDamagedRequests(t *testing.T) {
	for k := range len(wholeRequest) - 1 {
		if _, err := ReadRequest(strings.NewReader(wholeRequest[:k]), "cut.json", 0.09); err == nil {
			t.Errorf("the first %d bytes are a request", k)
		}
	}
	for _, text := range []string{"", "null", "[]", "{}", `{"vehicles": {}, "jobs": {}}`, `{"vehicles": [1], "jobs": [2]}`, `{"vehicles": [null], "jobs": [null]}`} {
		if _, err := ReadRequest(strings.NewReader(text), "odd.json", 0.09); err == nil {
			t.Errorf("%s is a request", text)
		}
	}
}
