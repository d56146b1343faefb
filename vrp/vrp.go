// Package vrp provides vehicle routing problems: stops that several vehicles serve, with loads,
// time windows, fleets of different vehicles, several depots, and prizes for optional stops.
//
// An [Instance] is made of [Data]. A [Plan] is a list of routes, and a stop may be in none of
// them. [Instance.Check] and [Instance.Cost] judge a plan by simulating each vehicle from depot to
// depot, so they do not share code with any search.
//
// Distances, times, loads and costs are whole numbers, so sums are exact. A cost in the unit of a
// file is a whole number divided by Data.CostScale.
package vrp

import (
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Window is the time in which a service may start, in units of time since the day began. The zero
// Window is always open.
type Window struct{ Open, Close int32 }

// A Stop is a customer.
type Stop struct {
	ID      int64 // number in files
	Place   int32
	Deliver []int32 // load from the depot, in each dimension
	Fetch   []int32 // load to the depot, in each dimension
	Window  Window
	Service int32  // duration of the service
	Prize   int64  // lost if an optional stop is not served
	Skills  uint64 // bits that a vehicle's Skills must contain

	// An optional stop may be left out of a plan.
	Optional bool
}

// A Depot is a place where routes start and end.
type Depot struct {
	Place  int32
	Window Window // of leaving and of arriving
}

// A Type is a kind of vehicle. Limits of 0 mean that there is no limit.
type Type struct {
	Name        string
	Count       int32   // number of vehicles
	Capacity    []int32 // in each dimension of the loads
	Start, End  int32   // depots; -1: the route starts at its first stop or ends at its last
	Shift       Window
	MaxDistance int64
	MaxDuration int64 // from leaving the depot to arriving; the vehicle leaves as late as is useful
	MaxStops    int32
	Fixed       int64 // cost of a route that has stops
	PerDistance int64 // cost of a unit of distance
	PerTime     int64 // cost of a unit of time
	Skills      uint64
}

// Data describes an instance.
type Data struct {
	Name      string
	Distance  *tsp.Instance // distances between places
	Duration  *tsp.Instance // times between places; nil if they equal the distances
	Points    []tsp.Point   // positions of the places in the plane, for candidate lists; may be nil
	Stops     []Stop
	Depots    []Depot
	Fleet     []Type
	CostScale float64 // number of units of cost in one unit of the file; 0 means 1

	// Backhauls means that every route delivers at one stop or more, and fetches only afterwards.
	Backhauls bool
}

// An Instance is a vehicle routing problem. It is immutable, and its Data must not be changed.
type Instance struct {
	Data
	duration *tsp.Instance
	missing  int64 // cost of a required stop that is not served
}

// N returns the number of stops.
func (in *Instance) N() int { return len(in.Stops) }

// CostOf converts units of cost to the unit of the file.
func (in *Instance) CostOf(units int64) float64 { return float64(units) / in.CostScale }

// Missing returns the cost of a required stop that is not served, in units of cost. It is more than
// any plan costs without such stops, so a plan with fewer of them is always better.
func (in *Instance) Missing() int64 { return in.missing }

// dist returns the distance between two places, and 0 to or from the open end of a route.
func (in *Instance) dist(a, b int32) int64 {
	if a < 0 || b < 0 {
		return 0
	}
	return in.Distance.Dist(a, b)
}

// time returns the time between two places, and 0 to or from the open end of a route.
func (in *Instance) time(a, b int32) int64 {
	if a < 0 || b < 0 {
		return 0
	}
	return in.duration.Dist(a, b)
}

// depot returns the place and the window of a depot, and -1 for none.
func (in *Instance) depot(d int32) (place int32, w Window) {
	if d < 0 {
		return -1, Window{}
	}
	return in.Depots[d].Place, in.Depots[d].Window
}
