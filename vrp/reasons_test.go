package vrp

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The law of reasons: with the limits of the faults raised by their excess, the plan with the
// insertion passes Check.
func TestReasonsLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawData(t)
		in := must(New(d))
		p := drawPlan(t, in)
		if in.Check(p) != nil {
			t.Skip("the plan breaks limits")
		}
		for _, r := range in.Reasons(p) {
			if slices.ContainsFunc(r.Faults, func(f Fault) bool { return f.Limit == Order || f.Limit == Skills }) {
				continue
			}
			plan, fleet := insert(p, r), slices.Clone(d.Fleet)
			relaxed := d
			relaxed.Fleet, relaxed.Stops, relaxed.Depots = fleet, slices.Clone(d.Stops), slices.Clone(d.Depots)
			for _, f := range r.Faults {
				relax(&relaxed, r.Type, f)
			}
			if err := must(New(relaxed)).Check(plan); err != nil {
				t.Fatalf("%+v: %v", r, err)
			}
			more := in.Units(plan) - in.Units(p)
			gained := in.missing
			if in.Stops[r.Stop].Optional {
				gained = in.Stops[r.Stop].Prize
			}
			if more != r.Detour-gained {
				t.Fatalf("%+v: the cost rises by %d", r, more)
			}
		}
	})
}

// insert returns the plan with the insertion of a reason.
func insert(p Plan, r Reason) Plan {
	var out Plan
	number := 0
	for kind, stops := range p.Routes() {
		out = append(append(out, -1-kind), stops...)
		if number == r.Route {
			out = slices.Insert(out, len(out)-len(stops)+r.Position, r.Stop)
		}
		number++
	}
	if r.Route < 0 {
		out = append(out, -1-r.Type, r.Stop)
	}
	return out
}

// relax raises the limit of a fault.
func relax(d *Data, kind int32, f Fault) {
	v := &d.Fleet[kind]
	switch f.Limit {
	case Capacity:
		v.Capacity = slices.Clone(v.Capacity)
		v.Capacity[f.Dimension] += int32(f.Excess)
	case Vehicles:
		v.Count += int32(f.Excess)
	case Duration:
		v.MaxDuration += f.Excess
	case Distance:
		v.MaxDistance += f.Excess
	case Count:
		v.MaxStops += int32(f.Excess)
	case Late:
		if f.At == 0 {
			d.Depots[v.End].Window.Close += int32(f.Excess)
			return
		}
		i := slices.IndexFunc(d.Stops, func(s Stop) bool { return s.ID == f.At })
		d.Stops[i].Window.Close += int32(f.Excess)
	}
}

// The duration of a route is the shortest over all times of leaving the depot that end it early.
func TestDurationIsShortest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := must(New(drawData(t)))
		stops := rapid.SliceOfNDistinct(rapid.Int32Range(0, int32(in.N()-1)), 1, 4, rapid.ID).Draw(t, "stops")
		trip := in.drive(0, stops, nil)
		if slices.ContainsFunc(trip.faults, func(f Fault) bool { return f.Limit == Late }) {
			t.Skip("late")
		}
		depot := in.Depots[0]
		shortest := int64(math.MaxInt64)
		for leave := int64(depot.Window.Open); leave <= depot.Window.end() && leave < 2000; leave++ {
			if end, ok := naive(in, leave, stops); ok {
				shortest = min(shortest, end-leave)
			}
		}
		if trip.duration != shortest {
			t.Fatalf("duration %d, expected %d", trip.duration, shortest)
		}
		var table []Visit
		for range stops {
			table = append(table, Visit{Load: make([]int64, in.dimensions())})
		}
		in.drive(0, stops, &table)
		for i, v := range table {
			stop := in.Stops[stops[i]]
			if v.Start < int64(stop.Window.Open) || v.Start > stop.Window.end() || v.Leave != v.Start+int64(stop.Service) || v.Start < v.Arrive {
				t.Fatalf("%+v breaks the window of %+v", v, stop)
			}
		}
	})
}

// naive returns the end of a route that leaves its depot at a given time, and whether it is on time.
func naive(in *Instance, leave int64, stops []int32) (end int64, ok bool) {
	at := in.Depots[0].Place
	for _, s := range stops {
		stop := in.Stops[s]
		leave = max(leave+in.time(at, stop.Place), int64(stop.Window.Open))
		if leave > stop.Window.end() {
			return 0, false
		}
		leave += int64(stop.Service)
		at = stop.Place
	}
	end = leave + in.time(at, in.Depots[0].Place)
	return end, end <= in.Depots[0].Window.end()
}
