package sums

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// A stop of a route, with the leg to it.
type stop struct {
	leg, service, open, shut int64
	deliver, fetch           int32
}

func drawRoute(t *rapid.T) []stop {
	number := func(most int, name string) int64 { return int64(rapid.IntRange(0, most).Draw(t, name)) }
	all := make([]stop, rapid.IntRange(1, 8).Draw(t, "stops"))
	for i := range all {
		open := number(60, "open")
		all[i] = stop{number(20, "leg"), number(9, "service"), open, open + number(60, "width"), int32(number(5, "deliver")), int32(number(5, "fetch"))}
	}
	return all
}

// begin returns the time at which a route ends that begins at a given time, and whether no stop is
// late.
func begin(route []stop, now int64) (end int64, ok bool) {
	for i, s := range route {
		if i > 0 {
			now += s.leg
		}
		if now = max(now, s.open); now > s.shut {
			return 0, false
		}
		now += s.service
	}
	return now, true
}

// sum joins the stops of a route, split at random.
func sum(t *rapid.T, route []stop) (Stretch, Load, bool) {
	if len(route) == 1 {
		s := route[0]
		return Stretch{Time: Time{s.service, s.open, s.shut}, Stops: 1}, LoadOf(s.deliver, s.fetch), true
	}
	cut := rapid.IntRange(1, len(route)-1).Draw(t, "cut")
	a, load, ok := sum(t, route[:cut])
	b, more, fine := sum(t, route[cut:])
	all, good := a.Join(&b, route[cut].leg, route[cut].leg)
	return all, load.Join(more), ok && fine && good
}

// However a route is split, its sums equal those of a simulation.
func TestJoin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		route := drawRoute(t)
		all, load, ok := sum(t, route)
		shortest, possible := int64(math.MaxInt64), false
		for now := range int64(300) {
			end, fine := begin(route, now)
			if !fine {
				continue
			}
			shortest, possible = min(shortest, end-now), true
			if ok && (now > all.Time.Late || now >= all.Time.Early && end-now != all.Time.Duration) {
				t.Fatalf("%v: the route takes %d from %d, but the sum is %+v", route, end-now, now, all.Time)
			}
		}
		if ok != possible || ok && shortest != all.Time.Duration {
			t.Fatalf("%v: shortest duration %d (%v), but the sum is %+v (%v)", route, shortest, possible, all.Time, ok)
		}
		simulate(t, route, &all, load)
	})
}

// simulate compares loads, distances and numbers of stops.
func simulate(t *rapid.T, route []stop, all *Stretch, load Load) {
	on, distance := int64(0), int64(0)
	for i, s := range route {
		on += int64(s.deliver)
		if i > 0 {
			distance += s.leg
		}
	}
	peak := on
	for _, s := range route {
		on += int64(s.fetch) - int64(s.deliver)
		peak = max(peak, on)
	}
	if load.Peak != peak || load.Fetch != on || all.Distance != distance || int(all.Stops) != len(route) {
		t.Fatalf("%v: peak %d, distance %d, but the sums are %+v, %+v", route, peak, distance, load, all)
	}
}

func TestOrder(t *testing.T) {
	for _, c := range []struct {
		a, b          Order
		breaks, lacks bool // of a and then b, and of a alone
	}{
		{Delivers, Fetches, false, false}, {Fetches, Delivers, true, true}, {Fetches, Fetches, false, true}, {Delivers | Fetches, Delivers, true, false}, {0, 0, false, false},
	} {
		if c.a.Breaks(c.b) != c.breaks || c.a.Lacks() != c.lacks {
			t.Errorf("%b, %b: %v, %v", c.a, c.b, c.a.Breaks(c.b), c.a.Lacks())
		}
	}
}
