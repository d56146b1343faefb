package fleet

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/vrp"
)

// wholeRequest is a request with every member that is supported.
const wholeRequest = `{
"vehicles": [
 {"id": 7, "description": "red van", "profile": "van", "start_index": 0, "end_index": 0, "capacity": [4], "skills": [1], "time_window": [28800, 43200], "max_tasks": 3, "breaks": []},
 {"id": 8, "profile": "van", "start_index": 3, "capacity": [2], "costs": {"fixed": 10, "per_hour": 7200}}
],
"jobs": [
 {"id": 1, "description": "Altona", "location_index": 1, "service": 300, "delivery": [2], "time_windows": [[28800, 36000]], "priority": 0},
 {"id": 22, "location_index": 2, "pickup": [1], "skills": [1]}
],
"matrices": {"van": {"durations": [[0,600,900,60],[601,0,120,60],[900,120,0,60],[60,60,60,0]], "distances": [[0,5000,8000,1],[5000,0,1000,1],[8000,1000,0,1],[1,1,1,0]]}}
}`

// Every member reaches the problem.
func TestReadRequest(t *testing.T) {
	j, err := ReadRequest(strings.NewReader(wholeRequest), "request.json", 0.09)
	if err != nil {
		t.Fatal(err)
	}
	p := j.Problem
	red, other := p.Fleet[0], p.Fleet[1]
	if red.Name != "red van" || red.Capacity[0] != 4 || red.Skills != 2 || red.Shift != (vrp.Window{Open: 28800, Close: 43200}) || red.MaxStops != 3 || red.Start != 0 || red.End != 0 {
		t.Errorf("%+v", red)
	}
	if other.Name != "vehicle 8" || other.Start != 1 || other.End != -1 || other.Fixed != 36000 || other.PerDistance != 7200 {
		t.Errorf("%+v", other)
	}
	a, b := p.Stops[0], p.Stops[1]
	if a.ID != 1 || a.Service != 300 || a.Deliver[0] != 2 || a.Window != (vrp.Window{Open: 28800, Close: 36000}) || b.Fetch[0] != 1 || b.Skills != 2 {
		t.Errorf("%+v, %+v", a, b)
	}
	if got := p.Duration.Dist(a.Place, p.Depots[0].Place); got != 601 || j.Places.Dist(0, a.Place) != 5000 || j.Places.NameOf(a.Place) != "Altona" {
		t.Errorf("%d seconds back, %d metres", got, j.Places.Dist(0, a.Place))
	}
	if id := []int64{j.Places.ID(0), j.Places.ID(1)}; slices.Contains(id, 1) || id[0] == id[1] {
		t.Errorf("the depots have the ids %v", id)
	}
	// the cost is the time of travel in seconds
	if got := p.Cost(vrp.Plan{-1, 0, 1}); got != 600+120+900 {
		t.Errorf("cost %v", got)
	}
}

// Costs are per hour, per kilometre, or the same mixture for all vehicles.
func TestRequestCosts(t *testing.T) {
	for costs, want := range map[string]float64{
		`{}`:                                        1620,
		`{"per_hour": 0, "per_km": 3}`:              42,
		`{"fixed": 5, "per_hour": 7200}`:            3245,
		`{"per_hour": 36, "per_km": 1}`:             16.2 + 14,
		`{"fixed": 1, "per_hour": 36, "per_km": 1}`: 31.2,
	} {
		text := strings.NewReplacer(`"costs": {"fixed": 10, "per_hour": 7200}`, `"costs": `+costs, `"breaks": []`, `"costs": `+costs).Replace(wholeRequest)
		j, err := ReadRequest(strings.NewReader(text), "request.json", 0.09)
		if err != nil {
			t.Fatal(err)
		}
		if got := j.Problem.Cost(vrp.Plan{-1, 0, 1}); got != want {
			t.Errorf("%s: cost %v, want %v", costs, got, want)
		}
	}
}

// Without matrices, places are on the globe; windows may be points in time.
func TestRequestOnTheGlobe(t *testing.T) {
	j, err := ReadRequest(strings.NewReader(`{"vehicles": [{"id": 1, "start": [9.99, 53.55], "end": [9.99, 53.55]}],
		"jobs": [{"id": 4, "location": [9.99, 53.56], "amount": [], "time_windows": [[1600416000, 1600430000]]}]}`), "globe.json", 0.09)
	if err != nil {
		t.Fatal(err)
	}
	if got := j.Places.Cost([]int32{0, 1}); math.Round(got) != 2224 || j.Problem.Duration.Dist(0, 1) != 100 {
		t.Errorf("%v m, %d s", got, j.Problem.Duration.Dist(0, 1))
	}
	if w := j.Problem.Stops[0].Window; w != (vrp.Window{Open: 28800, Close: 42800}) || len(j.Problem.Depots) != 1 {
		t.Errorf("%v, %v", w, j.Problem.Depots)
	}
	if len(j.Notes) != 2 || !strings.Contains(j.Notes[0], "times assume 40 km/h") || !strings.Contains(j.Notes[1], "2020-09-18") {
		t.Errorf("%q", j.Notes)
	}
}

// What a problem cannot express, and what is wrong, is an error that names the member.
func TestRequestErrors(t *testing.T) {
	for want, change := range map[string][2]string{
		"shipments: pickups with deliveries":                      {`"jobs"`, `"shipments": [{}], "jobs"`},
		"jobs[0].priority is not supported":                       {`"priority": 0`, `"priority": 5`},
		"jobs[0].setup is not supported: expected it as part of":  {`"priority": 0`, `"setup": 5`},
		`jobs[0]: unknown field "urgent"`:                         {`"priority": 0`, `"urgent": 5`},
		"jobs[0].time_windows: found 2 windows, expected one":     {`[[28800, 36000]]`, `[[0, 1], [2, 3]]`},
		"jobs[0].time_windows: found [9 1], expected a start":     {`[[28800, 36000]]`, `[[9, 1]]`},
		"jobs[0].location_index is 9, expected a row of the":      {`"location_index": 1`, `"location_index": 9`},
		"jobs[0].location_index is missing":                       {`"location_index": 1,`, ``},
		"jobs[1].id: 1 is the id of two jobs":                     {`"id": 22`, `"id": 1`},
		"jobs[1].skills: found 64, expected 0 to 63":              {`"pickup": [1], "skills": [1]`, `"skills": [64]`},
		"vehicles[0].breaks is not supported":                     {`"breaks": []`, `"breaks": [{"id": 1}]`},
		"vehicles[0].speed_factor is 2, expected 1":               {`"breaks": []`, `"speed_factor": 2`},
		"vehicles[0].max_travel_time is not supported":            {`"breaks": []`, `"max_travel_time": 9`},
		"vehicles[0].max_distance is not supported if travel":     {`"breaks": []`, `"max_distance": 9`},
		"vehicles[1].profile is \"car\", expected \"van\"":        {`8, "profile": "van"`, `8, "profile": "car"`},
		"vehicles[1].costs differ from those of the first":        {`"per_hour": 7200`, `"per_km": 7200`},
		"vehicles[1]: costs.per_hour: found a string, expected a": {`"per_hour": 7200`, `"per_hour": "x"`},
		"matrices: row 1 of durations has 3 numbers, expected 4":  {`[601,0,120,60]`, `[601,0,120]`},
		"matrices: distances has 3 rows, expected 4":              {`[5000,0,1000,1],`, ``},
		"matrices: row 1, column 0 of durations is -1":            {`[601,`, `[-1,`},
		"the row of": {},
	} {
		if change[0] == "" {
			continue
		}
		text := strings.Replace(wholeRequest, change[0], change[1], 1)
		if _, err := ReadRequest(strings.NewReader(text), "request.json", 0.09); err == nil || !strings.Contains(err.Error(), "request.json: "+want) {
			t.Errorf("%q: %v, want %s", change[1], err, want)
		}
	}
	for want, text := range map[string]string{
		"vehicles: expected at least one":                               `{"vehicles": [], "jobs": [{"id": 1}]}`,
		"jobs: expected at least one":                                   `{"vehicles": [{"id": 1}], "jobs": []}`,
		"vehicles[0].start: expected longitude and latitude in degrees": `{"vehicles": [{"id": 1, "start": [9]}], "jobs": [{"id": 1}]}`,
		"jobs[0].location is missing":                                   `{"vehicles": [{"id": 1, "start": [9, 5]}], "jobs": [{"id": 1}]}`,
	} {
		if _, err := ReadRequest(strings.NewReader(text), "x.json", 0.09); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestIsRequest(t *testing.T) {
	for text, want := range map[string]bool{
		wholeRequest: true, `{"vehicles": [], "shipments": []}`: true, `{"vehicles": 3, "jobs": []}`: false,
		`{"places": [], "vehicles": [], "jobs": []}`: false, `[]`: false, ``: false,
	} {
		if got, err := IsRequest(strings.NewReader(text), ""); got != want || err != nil {
			t.Errorf("%.40s: %v", text, !want)
		}
	}
}

// No request makes the reader fail in any other way than with an error.
func FuzzReadRequest(f *testing.F) {
	f.Add([]byte(wholeRequest))
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(wholeRequest), &members); err != nil {
		f.Fatal(err)
	}
	for name := range maps.Keys(members) {
		f.Add([]byte(strings.Replace(wholeRequest, name, "options", 1)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		j, err := ReadRequest(strings.NewReader(string(data)), "fuzz.json", 0.09)
		if err != nil {
			return
		}
		p := vrp.Plan{-1, 0}
		if _, err := j.Trips(p); err != nil && j.Check(p) == nil {
			t.Error(err)
		}
	})
}
