package fleet

import (
	"cmp"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/vrp"
)

// An Outlook says what is known about the plans of a problem before a search.
type Outlook struct {
	Optional int   // number of stops that may be left out
	Vehicles int64 // number of vehicles
	Needs    []Need
	Least    Need // the largest of Needs
}

// A Need is a lower bound on the number of vehicles that serve all required stops.
type Need struct {
	Limit     string // of package vrp
	Dimension int    // of vrp.Capacity
	Total     int64  // what the stops need in total
	Room      int64  // what all vehicles have
	Vehicles  int64  // more than all vehicles if they do not suffice
}

// Look computes the outlook of a problem.
func Look(in *vrp.Instance) Outlook {
	o := Outlook{Least: Need{Limit: vrp.Vehicles, Vehicles: 1}}
	for _, t := range in.Fleet {
		o.Vehicles += int64(t.Count)
	}
	required := requiredStops(in)
	o.Optional = in.N() - len(required)
	if len(required) == 0 {
		o.Least.Vehicles = 0
	}
	for d := range in.Fleet[0].Capacity {
		o.add(loadNeed(in, required, d))
	}
	o.add(countNeed(in, required))
	o.add(timeNeed(in, required))
	for _, n := range o.Needs {
		if n.Vehicles > o.Least.Vehicles {
			o.Least = n
		}
	}
	return o
}

// requiredStops returns the stops that are not optional.
func requiredStops(in *vrp.Instance) (required []*vrp.Stop) {
	for i := range in.Stops {
		if s := &in.Stops[i]; !s.Optional {
			required = append(required, s)
		}
	}
	return required
}

// A share is what each of a number of equal vehicles has.
type share struct{ room, count int64 }

// shares returns what the vehicles have, the largest amounts first.
func shares(in *vrp.Instance, room func(*vrp.Type) int64) (all []share) {
	for i := range in.Fleet {
		if t := &in.Fleet[i]; t.Count > 0 {
			all = append(all, share{room(t), int64(t.Count)})
		}
	}
	slices.SortFunc(all, func(a, b share) int { return cmp.Compare(b.room, a.room) })
	return all
}

// add adds a need, given what the vehicles have.
func (o *Outlook) add(n Need, all []share) {
	if len(all) > 0 && all[0].room >= Unlimited { // this vehicle alone may serve every stop
		n.Room, n.Vehicles = Unlimited, max(n.Vehicles, min(n.Total, 1))
		o.Needs = append(o.Needs, n)
		return
	}
	for _, a := range all {
		n.Room += a.room * a.count
	}
	least, enough := fewest(n.Total, all)
	if !enough {
		least = o.Vehicles + 1
	}
	n.Vehicles = max(n.Vehicles, least)
	o.Needs = append(o.Needs, n)
}

// fewest returns the smallest number of vehicles that have a total, and whether all have it.
func fewest(left int64, all []share) (least int64, enough bool) {
	for _, a := range all {
		if left > 0 && a.room > 0 {
			used := min(a.count, (left+a.room-1)/a.room)
			least += used
			left -= used * a.room
		}
	}
	return least, left <= 0
}

// loadNeed returns what the stops receive or give in a dimension, whichever is more. Two stops that
// need more than half of the largest vehicle each are never on the same route.
func loadNeed(in *vrp.Instance, stops []*vrp.Stop, d int) (Need, []share) {
	most := int64(0)
	for _, t := range in.Fleet {
		most = max(most, int64(t.Capacity[d]))
	}
	var total, large [2]int64
	for _, s := range stops {
		for k, loads := range [2][]int32{s.Deliver, s.Fetch} {
			if d < len(loads) {
				total[k] += int64(loads[d])
				if 2*int64(loads[d]) > most {
					large[k]++
				}
			}
		}
	}
	n := Need{Limit: vrp.Capacity, Dimension: d, Total: max(total[0], total[1]), Vehicles: max(large[0], large[1])}
	return n, shares(in, func(t *vrp.Type) int64 { return int64(t.Capacity[d]) })
}

// countNeed returns the number of stops.
func countNeed(in *vrp.Instance, stops []*vrp.Stop) (Need, []share) {
	return Need{Limit: vrp.Count, Total: int64(len(stops))}, shares(in, func(t *vrp.Type) int64 {
		if t.MaxStops == 0 {
			return Unlimited
		}
		return int64(t.MaxStops)
	})
}

// mostMeasured is the maximum number of places for which timeNeed compares all pairs.
const mostMeasured = 2000

// timeNeed returns the time of the services, and of the ways to the stops from the nearest places.
func timeNeed(in *vrp.Instance, stops []*vrp.Stop) (Need, []share) {
	n := Need{Limit: vrp.Duration}
	for _, s := range stops {
		n.Total += int64(s.Service)
	}
	if in.Distance.N() <= mostMeasured && !slices.ContainsFunc(in.Fleet, func(t vrp.Type) bool { return t.Start < 0 }) {
		for _, s := range stops {
			n.Total += nearest(in, s.Place)
		}
	}
	return n, shares(in, func(t *vrp.Type) int64 { return available(in, t) })
}

// nearest returns the time from the nearest place.
func nearest(in *vrp.Instance, to int32) int64 {
	times := cmp.Or(in.Duration, in.Distance)
	least := int64(math.MaxInt64)
	for from := range int32(times.N()) {
		if from != to {
			least = min(least, times.Dist(from, to))
		}
	}
	return least
}

// available returns the longest time that a vehicle can be on its way.
func available(in *vrp.Instance, t *vrp.Type) int64 {
	from, to := int64(t.Shift.Open), int64(math.MaxInt64)
	if t.Shift != (vrp.Window{}) {
		to = int64(t.Shift.Close)
	}
	for end, depot := range [2]int32{t.Start, t.End} {
		if depot < 0 || in.Depots[depot].Window == (vrp.Window{}) {
			continue
		}
		if w := in.Depots[depot].Window; end == 0 {
			from = max(from, int64(w.Open))
		} else {
			to = min(to, int64(w.Close))
		}
	}
	return min(max(to-from, 1), cmp.Or(t.MaxDuration, math.MaxInt64))
}
