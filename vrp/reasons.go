package vrp

import "cmp"

// A Reason says why a stop is not served. It describes the insertion with the fewest faults, or
// with the smallest excess among several.
type Reason struct {
	Stop     int32
	Alone    bool    // whether no vehicle can serve the stop even on a route of its own
	Type     int32   // vehicle type of the insertion
	Route    int     // number of the route in the plan, from 0, or -1 for another vehicle
	Position int     // index in the route
	Faults   []Fault // limits that the insertion breaks; none if the stop would fit
	Detour   int64   // by how much the insertion raises the cost of the route
}

// Reasons returns a reason for each stop that a plan does not serve. The insertion needs another
// vehicle than those of the fleet only if the plan has no routes. If the limits of Faults are
// raised by their excess, the plan with the insertion passes Check. Faults is empty if the stop
// fits: then its detour can be compared with its prize.
func (in *Instance) Reasons(p Plan) []Reason {
	free := make([]int32, len(in.Fleet))
	for t := range in.Fleet {
		free[t] = in.Fleet[t].Count
	}
	for kind := range p.Routes() {
		free[kind]--
	}
	var all []Reason
	for _, s := range in.Unserved(p) {
		all = append(all, in.reason(p, s, free))
	}
	return all
}

func (in *Instance) reason(p Plan, s int32, free []int32) Reason {
	best, spare, alone := in.ownRoute(s, free)
	if alone {
		best = better(best, spare)
	} else {
		best = better(best, in.joined(p, s))
	}
	if best.Type < 0 {
		best = spare
	}
	best.Alone = alone
	return best
}

// ownRoute describes the best route that consists of a stop alone: of a free vehicle, and of a
// vehicle that is not free. alone means that each of these routes breaks a limit.
func (in *Instance) ownRoute(s int32, free []int32) (best, spare Reason, alone bool) {
	best, spare, alone = Reason{Type: -1}, Reason{Type: -1}, true
	for t := range in.Fleet {
		r := in.insertion(s, int32(t), nil, 0)
		r.Route = -1
		alone = alone && len(r.Faults) > 0
		if free[t] > 0 {
			best = better(best, r)
			continue
		}
		r.Faults = append(r.Faults, Fault{Limit: Vehicles, Excess: 1})
		spare = better(spare, r)
	}
	return best, spare, alone
}

// joined describes the best insertion of a stop into a route of a plan.
func (in *Instance) joined(p Plan, s int32) Reason {
	best, number := Reason{Type: -1}, 0
	for kind, stops := range p.Routes() {
		for at := range len(stops) + 1 {
			r := in.insertion(s, kind, stops, at)
			r.Route = number
			best = better(best, r)
		}
		number++
	}
	return best
}

// better returns the reason with fewer faults, less excess or a shorter detour.
func better(a, b Reason) Reason {
	switch {
	case a.Type < 0:
		return b
	case b.Type < 0:
		return a
	}
	sum := func(r Reason) (excess int64) {
		for _, f := range r.Faults {
			excess += f.Excess
		}
		return excess
	}
	if cmp.Or(cmp.Compare(len(b.Faults), len(a.Faults)), cmp.Compare(sum(b), sum(a)), cmp.Compare(b.Detour, a.Detour)) < 0 {
		return b
	}
	return a
}

// insertion describes a route with another stop.
func (in *Instance) insertion(s, kind int32, stops []int32, at int) Reason {
	longer := make([]int32, 0, len(stops)+1)
	longer = append(append(append(longer, stops[:at]...), s), stops[at:]...)
	after, before := in.drive(kind, longer, nil), int64(0)
	if len(stops) > 0 {
		before = in.drive(kind, stops, nil).cost(&in.Fleet[kind])
	}
	return Reason{Stop: s, Type: kind, Position: at, Faults: after.faults, Detour: after.cost(&in.Fleet[kind]) - before}
}
