package board

import "github.com/tourmaline-opt/tourmaline/internal/routes/sums"

// A part of a route is a stretch whose sum is known: one of the ways of a node.
type part struct {
	first, last int32
	way         int8
	node        int32
}

// worth returns the cost of a route of some kind of vehicle. It reports false if the route breaks a
// limit.
func (f *fleet) worth(kind int32, parts []part) (cost int64, ok bool) {
	if len(parts) == 0 {
		return 0, true
	}
	v := &f.types[kind]
	if len(f.load) > 0 && !f.carries(v, parts) {
		return 0, false
	}
	all, last := v.leave, v.start
	for i := range parts {
		p := &parts[i]
		distance, time := f.leg(last, p.first)
		if all, ok = all.Join(&f.sum[p.way][p.node], distance, time); !ok {
			return 0, false
		}
		last = p.last
	}
	distance, time := f.leg(last, v.end)
	all, ok = all.Join(&v.arrive, distance, time)
	return v.Fixed + v.PerDistance*all.Distance + v.PerTime*all.Time.Duration, ok && v.permits(&all)
}

// permits reports whether a vehicle may serve a route.
func (v *vehicle) permits(all *sums.Stretch) bool {
	return all.Distance <= v.distance && all.Time.Duration <= v.duration && all.Stops <= v.stops &&
		all.Skills&^v.skills == 0 && !all.Order.Lacks()
}

// carries reports whether the loads fit.
func (f *fleet) carries(v *vehicle, parts []part) bool {
	for d := range f.load {
		all := sums.Load{}
		for _, p := range parts {
			all = all.Join(f.load[d][p.way][p.node])
		}
		if all.Peak > int64(v.Capacity[d]) {
			return false
		}
	}
	return true
}

// leg returns the distance and the time between two cities, which are 0 at an open end.
func (f *fleet) leg(a, b int32) (distance, time int64) {
	if a < 0 || b < 0 {
		return 0, 0
	}
	distance = f.space.between(a, b)
	if f.times == nil {
		return distance, distance
	}
	return distance, f.times.between(a, b)
}

// enter computes the sums of a route that has become part of the plan, and returns its cost. The
// sums up to the first head stops and those from the last tail stops are known.
func (f *fleet) enter(kind int32, stops []int32, head, tail int) int64 {
	for i := head; i < len(stops); i++ {
		f.chain(upTo, stops, i-1, i)
	}
	for i := len(stops) - 1 - tail; i >= 0; i-- {
		f.chain(from, stops, i+1, i)
	}
	if len(stops) == 0 {
		return 0
	}
	cost, _ := f.worth(kind, f.whole(stops))
	return cost
}

// chain computes the sum of stop i of a route from that of its neighbour j, if there is one.
func (f *fleet) chain(way int, stops []int32, j, i int) {
	s := stops[i]
	if j < 0 || j >= len(stops) {
		f.sum[way][s] = f.sum[single][s]
		for d := range f.load {
			f.load[d][way][s] = f.load[d][single][s]
		}
		return
	}
	first, last, before, after := stops[j], s, way, single
	if j > i {
		first, last, before, after = s, stops[j], single, way
	}
	distance, time := f.leg(first, last)
	f.sum[way][s], _ = f.sum[before][first].Join(&f.sum[after][last], distance, time)
	for d := range f.load {
		f.load[d][way][s] = f.load[d][before][first].Join(f.load[d][after][last])
	}
}

// whole returns a route as a single part.
func (f *fleet) whole(stops []int32) []part {
	first, last := stops[0], stops[len(stops)-1]
	f.parts = append(f.parts[:0], part{first: first, last: last, way: from, node: first})
	return f.parts
}
