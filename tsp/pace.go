package tsp

import "time"

// A Pace states how a vehicle moves along a tour, from which the times at the stops follow.
type Pace struct {
	Depart time.Duration // time of day at the start, since midnight
	Travel float64       // seconds for a unit of distance
	Stay   time.Duration // time spent at each stop after the start

	// Times, if not nil, holds the times at the stops of the only tour of interest, in its order.
	// Then the other fields do not matter.
	Times []Visit
}

// A Visit holds the times of day, since midnight, at which a vehicle reaches and leaves a stop.
type Visit struct{ Arrive, Leave time.Duration }

// Visit returns the times for the k-th stop of a tour, as Stops numbers them. It returns false if
// the pace of the instance is not known. A vehicle spends no time at the start, neither at the
// beginning nor after its return.
func (in *Instance) Visit(k int, s Stop) (v Visit, known bool) {
	p := in.details.Pace
	if p == nil {
		return v, false
	}
	if k < len(p.Times) {
		return p.Times[k], true
	}
	v.Arrive = p.Depart + time.Duration(max(k-1, 0))*p.Stay + seconds(s.Total*p.Travel)
	v.Leave = v.Arrive
	if k > 0 && k < in.n {
		v.Leave += p.Stay
	}
	return v, true
}

// longest is the longest time that a vehicle is assumed to travel, about a century.
const longest = 3e9

// seconds converts seconds to a duration.
func seconds(v float64) time.Duration {
	return time.Duration(min(v, longest) * float64(time.Second))
}
