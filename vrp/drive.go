package vrp

import (
	"cmp"
	"fmt"
	"math"
)

// The limits that a route can break.
const (
	Capacity = "capacity"
	Late     = "window" // the vehicle arrives at a stop or at its depot after the window closes
	Duration = "duration"
	Distance = "distance"
	Count    = "stops"
	Skills   = "skills"
	Vehicles = "vehicles"
	Order    = "backhauls" // a delivery follows a stop that fetches, or there is no delivery
)

// A Fault is a limit that a route breaks. If this limit and those of the route's other faults are
// raised by their Excess, the route is valid. No number repairs faults of Skills and Order.
type Fault struct {
	Limit     string
	Dimension int   // of Capacity
	At        int64 // id of the stop of Late, Skills and Order; 0 for the depot at the end
	Excess    int64
}

// Error describes the fault.
func (f Fault) Error() string {
	switch f.Limit {
	case Capacity:
		return fmt.Sprintf("the load exceeds the capacity by %d (dimension %d)", f.Excess, f.Dimension+1)
	case Late:
		if f.At == 0 {
			return fmt.Sprintf("the vehicle returns %d too late", f.Excess)
		}
		return fmt.Sprintf("stop %d: the vehicle arrives %d after the window closes", f.At, f.Excess)
	case Skills:
		return fmt.Sprintf("stop %d: the vehicle lacks skills", f.At)
	case Order:
		return fmt.Sprintf("stop %d: expected deliveries first, at least one, and fetched loads afterwards", f.At)
	}
	if f.Limit == Vehicles {
		return "all vehicles of the type are used"
	}
	return fmt.Sprintf("the %s of the route exceeds its limit by %d", f.Limit, f.Excess)
}

// A trip is the result of a simulation.
type trip struct {
	distance, duration int64
	faults             []Fault
}

func (t trip) cost(kind *Type) int64 {
	return kind.Fixed + kind.PerDistance*t.distance + kind.PerTime*t.duration
}

func (t *trip) over(limit string, at, excess int64) {
	if excess > 0 {
		t.faults = append(t.faults, Fault{Limit: limit, At: at, Excess: excess})
	}
}

// drive simulates a vehicle on a route. If table is not nil, drive appends the visits to it.
func (in *Instance) drive(kind int32, stops []int32, table *[]Visit) trip {
	var t trip
	if len(stops) == 0 {
		return t
	}
	in.load(&t, kind, stops, table)
	in.measure(&t, kind, stops, table)
	in.schedule(&t, kind, stops, table)
	return t
}

// load checks what a route carries. Deliveries are on board from the start to their stops, fetched
// loads from their stops to the end.
func (in *Instance) load(t *trip, kind int32, stops []int32, table *[]Visit) {
	v := &in.Fleet[kind]
	for d := range in.dimensions() {
		on := in.delivered(stops, d)
		peak := on
		for i, s := range stops {
			on += amount(in.Stops[s].Fetch, d) - amount(in.Stops[s].Deliver, d)
			peak = max(peak, on)
			if table != nil {
				visit(table, stops, i).Load[d] = on
			}
		}
		if excess := peak - int64(v.Capacity[d]); excess > 0 {
			t.faults = append(t.faults, Fault{Limit: Capacity, Dimension: d, Excess: excess})
		}
	}
	in.order(t, v, stops)
}

// delivered returns the load for the stops of a route in one dimension.
func (in *Instance) delivered(stops []int32, d int) (total int64) {
	for _, s := range stops {
		total += amount(in.Stops[s].Deliver, d)
	}
	return total
}

// order checks the skills of the vehicle and, with backhauls, that deliveries come first.
func (in *Instance) order(t *trip, v *Type, stops []int32) {
	fetched := false
	for i, s := range stops {
		stop := &in.Stops[s]
		if v.Skills&stop.Skills != stop.Skills {
			t.over(Skills, stop.ID, 1)
		}
		fetches := carries(stop.Fetch)
		if in.Backhauls && (fetches && i == 0 || fetched && !fetches) {
			t.over(Order, stop.ID, 1)
		}
		fetched = fetched || fetches
	}
}

func amount(loads []int32, d int) int64 {
	if d < len(loads) {
		return int64(loads[d])
	}
	return 0
}

func carries(loads []int32) bool {
	for _, v := range loads {
		if v > 0 {
			return true
		}
	}
	return false
}

// measure adds up the distances.
func (in *Instance) measure(t *trip, kind int32, stops []int32, table *[]Visit) {
	v := &in.Fleet[kind]
	at, _ := in.depot(v.Start)
	for i, s := range stops {
		leg := in.dist(at, in.Stops[s].Place)
		t.distance += leg
		at = in.Stops[s].Place
		if table != nil {
			visit(table, stops, i).Leg = leg
		}
	}
	home, _ := in.depot(v.End)
	t.distance += in.dist(at, home)
	t.over(Distance, 0, t.distance-cmp.Or(v.MaxDistance, math.MaxInt64))
	t.over(Count, 0, int64(len(stops))-cmp.Or(int64(v.MaxStops), math.MaxInt64))
}
