package fleet

import (
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/vrp"
)

// exampleRequest is a request as other programs write it, one member per line.
const exampleRequest = `{
 "vehicles": [
  {
   "id": 1,
   "description": "north",
   "start_index": 0,
   "end_index": 0,
   "capacity": [10, 4],
   "skills": [1, 2],
   "time_window": [28800, 43200],
   "costs": {
    "fixed": 0,
    "per_hour": 3600
   }
  },
  {
   "id": 2,
   "description": "south",
   "start_index": 0,
   "end_index": 0,
   "capacity": [10, 4],
   "skills": [1],
   "time_window": [28800, 43200]
  }
 ],
 "jobs": [
  {
   "id": 101,
   "description": "customer 1",
   "location": [9.91, 53.51],
   "location_index": 1,
   "service": 360,
   "delivery": [1, 1],
   "pickup": [0, 0],
   "skills": [2],
   "time_windows": [
    [29400, 43200]
   ]
  },
  {
   "id": 102,
   "description": "customer 2",
   "location": [9.92, 53.52],
   "location_index": 2,
   "service": 420,
   "delivery": [1, 0],
   "pickup": [0, 0],
   "skills": [1],
   "time_windows": [
    [30000, 43200]
   ]
  },
  {
   "id": 103,
   "description": "customer 3",
   "location": [9.93, 53.53],
   "location_index": 3,
   "service": 480,
   "delivery": [1, 1],
   "pickup": [0, 0],
   "skills": [2],
   "time_windows": [
    [30600, 43200]
   ]
  },
  {
   "id": 104,
   "description": "customer 4",
   "location": [9.94, 53.54],
   "location_index": 4,
   "service": 540,
   "delivery": [1, 0],
   "pickup": [0, 0],
   "skills": [1],
   "time_windows": [
    [31200, 43200]
   ]
  },
  {
   "id": 105,
   "description": "customer 5",
   "location": [9.950000000000001, 53.55],
   "location_index": 5,
   "service": 600,
   "delivery": [1, 1],
   "pickup": [0, 0],
   "skills": [2],
   "time_windows": [
    [31800, 43200]
   ]
  }
 ],
 "matrices": {
  "car": {
   "durations": [
    [0, 120, 240, 360, 480, 600],
    [120, 0, 120, 240, 360, 480],
    [240, 120, 0, 120, 240, 360],
    [360, 240, 120, 0, 120, 240],
    [480, 360, 240, 120, 0, 120],
    [600, 480, 360, 240, 120, 0]
   ],
   "distances": [
    [0, 1500, 3000, 4500, 6000, 7500],
    [1500, 0, 1500, 3000, 4500, 6000],
    [3000, 1500, 0, 1500, 3000, 4500],
    [4500, 3000, 1500, 0, 1500, 3000],
    [6000, 4500, 3000, 1500, 0, 1500],
    [7500, 6000, 4500, 3000, 1500, 0]
   ]
  }
 }
}`

// The timetable of a route follows from the windows, the services and the times of travel.
func TestRequestTimetable(t *testing.T) {
	j, err := ReadRequest(strings.NewReader(exampleRequest), "example.json", 0.09)
	if err != nil {
		t.Fatal(err)
	}
	plan := vrp.Plan{-1, 0, 1, 2, 3, 4}
	if err := j.Check(plan); err != nil {
		t.Fatal(err)
	}
	trips, err := j.Trips(plan)
	if err != nil || len(trips) != 1 || trips[0].Vehicle != "north" || trips[0].Stops() != 5 {
		t.Fatalf("%+v, %v", trips, err)
	}
	leave := int64(0)
	for k, v := range trips[0].Visits {
		opens, service := int64(28800+600*(k+1)), int64(300+60*(k+1))
		if v.Start < opens || v.Leave != v.Start+service || k > 0 && v.Arrive != leave+120 {
			t.Errorf("stop %d: %+v", k+1, v)
		}
		leave = v.Leave
	}
	if cost := j.Problem.Cost(plan); cost != 1200 {
		t.Errorf("cost %v, want 10 legs of 120 s", cost)
	}
	if trips[0].Distance != 15_000 || trips[0].Most(0) != 5 || trips[0].Most(1) != 3 {
		t.Errorf("%v m, loads %d and %d", trips[0].Distance, trips[0].Most(0), trips[0].Most(1))
	}
	// the vehicle for the south lacks a skill
	if err := j.Check(vrp.Plan{-2, 0}); err == nil || !strings.Contains(err.Error(), "south: the vehicle lacks the skills") {
		t.Error(err)
	}
}
