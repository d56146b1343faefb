package vrp

import (
	"cmp"
	"math"
	"slices"
)

// A Visit is a line of a timetable.
type Visit struct {
	Route, Type int32 // number of the route in the plan, from 0, and its vehicle type
	Stop        int32
	Arrive      int64
	Start       int64 // of the service: Arrive, or later if the window opens later
	Leave       int64
	Leg         int64 // distance from the previous stop or the depot
	Load        []int64
}

// Timetable returns the visits of each route in order. Vehicles leave their depots as late as
// possible without finishing later.
func (in *Instance) Timetable(p Plan) []Visit {
	var all []Visit
	number := int32(0)
	for kind, stops := range p.Routes() {
		for _, s := range stops {
			all = append(all, Visit{Route: number, Type: kind, Stop: s, Load: make([]int64, in.dimensions())})
		}
		in.drive(kind, stops, &all)
		number++
	}
	return all
}

// visit returns the visit of the i-th of the stops, which are at the end of the table.
func visit(table *[]Visit, stops []int32, i int) *Visit {
	return &(*table)[len(*table)-len(stops)+i]
}

// end returns the time at which a window closes.
func (w Window) end() int64 {
	if w == (Window{}) {
		return math.MaxInt64 / 2
	}
	return int64(w.Close)
}

// both returns the time in which two windows are open. If there is none, it closes before it opens.
func both(a, b Window) (from, to int64) {
	return int64(max(a.Open, b.Open)), min(a.end(), b.end())
}

// schedule computes the times of a route: first the earliest start of each service, then the latest
// that does not delay the end. A late service starts on arrival.
func (in *Instance) schedule(t *trip, kind int32, stops []int32, table *[]Visit) {
	v := &in.Fleet[kind]
	at, leaving := in.depot(v.Start)
	out, latest := both(leaving, v.Shift)
	t.over(Late, 0, out-latest)
	latest = max(latest, out)
	starts, now := make([]int64, len(stops)), out
	for i, s := range stops {
		stop := &in.Stops[s]
		now = max(now+in.time(at, stop.Place), int64(stop.Window.Open))
		t.over(Late, stop.ID, now-stop.Window.end())
		starts[i] = now
		now += int64(stop.Service)
		at = stop.Place
	}
	home, arriving := in.depot(v.End)
	now += in.time(at, home)
	from, to := both(arriving, v.Shift)
	finish := max(now, from)
	t.over(Late, 0, finish-to)
	leave := min(in.delay(v, stops, starts, finish), latest)
	t.duration = finish - leave
	t.over(Duration, 0, t.duration-cmp.Or(v.MaxDuration, math.MaxInt64))
	if table != nil {
		in.fill(leave, kind, stops, table)
	}
}

// delay returns the latest time to leave the depot such that the route ends at finish.
func (in *Instance) delay(v *Type, stops []int32, starts []int64, finish int64) int64 {
	to, _ := in.depot(v.End)
	latest := finish
	for i, s := range slices.Backward(stops) {
		stop := &in.Stops[s]
		latest -= in.time(stop.Place, to) + int64(stop.Service)
		latest = min(latest, max(stop.Window.end(), starts[i]))
		to = stop.Place
	}
	from, _ := in.depot(v.Start)
	return latest - in.time(from, to)
}

// fill enters the times of a route that leaves its depot at a given time.
func (in *Instance) fill(leave int64, kind int32, stops []int32, table *[]Visit) {
	at, _ := in.depot(in.Fleet[kind].Start)
	for i, s := range stops {
		stop, line := &in.Stops[s], visit(table, stops, i)
		line.Arrive = leave + in.time(at, stop.Place)
		line.Start = max(line.Arrive, int64(stop.Window.Open))
		line.Leave = line.Start + int64(stop.Service)
		leave, at = line.Leave, stop.Place
	}
}
