package board

import (
	"cmp"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/routes/sums"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// A fleet judges routes by all limits and costs of an instance. For each stop it holds the sums of
// the stretches that lead to it and that begin with it.
type fleet struct {
	space *space
	times *space // nil if times equal distances
	// directed means that distances or times depend on the direction.
	directed bool
	types    []vehicle
	sum      [ways][]sums.Stretch
	load     [][ways][]sums.Load // in each dimension; empty if distances and demands are enough
	parts    []part
}

// The ways to take the sum of a node: of the stop, of the stops up to it, of the stops from it on.
const (
	single = iota
	upTo
	from
	ways
)

// A vehicle is a type of vehicle with its limits.
type vehicle struct {
	*vrp.Type
	start, end    int32 // cities of the depots, or none
	leave, arrive sums.Stretch
	skills        uint64
	distance      int64
	duration      int64
	stops         int32
}

// depot returns the city that stands for both ends of a route when moves are found.
func (v *vehicle) depot() int32 { return max(v.start, v.end, 0) }

// plain reports whether the cost of a plan is its distance, all stops are required, and one load is
// the only limit.
func plain(in *vrp.Instance) bool {
	v := &in.Fleet[0]
	ok := in.Distance.Symmetric() && len(in.Fleet) == 1 && len(in.Depots) == 1 && v.Start == 0 && v.End == 0 && len(v.Capacity) < 2 && !in.Backhauls &&
		v.MaxDistance+v.MaxDuration+int64(v.MaxStops)+v.Fixed+v.PerTime == 0 && v.PerDistance == 1 &&
		v.Shift == vrp.Window{} && in.Depots[0].Window == vrp.Window{}
	for _, s := range in.Stops {
		ok = ok && !s.Optional && len(s.Fetch) == 0 && s.Skills == 0 && s.Window == vrp.Window{}
	}
	return ok
}

// capacityOf returns the capacity in the first dimension.
func capacityOf(t *vrp.Type) int64 {
	if len(t.Capacity) == 0 {
		return math.MaxInt64 / 2
	}
	return int64(t.Capacity[0])
}

func newFleet(in *vrp.Instance, s *space) *fleet {
	n := in.N()
	f := &fleet{space: s, directed: !in.Distance.Symmetric()}
	if f.directed {
		oneWay := newSpace(in.Distance.Pick(places(in)), int32(n))
		f.space = &oneWay
	}
	if in.Duration != nil && in.Duration != in.Distance {
		times := newSpace(in.Duration.Pick(places(in)), int32(n))
		f.times, f.directed = &times, f.directed || !in.Duration.Symmetric()
	}
	for i := range in.Fleet {
		f.types = append(f.types, newVehicle(in, &in.Fleet[i]))
	}
	for way := range f.sum {
		f.sum[way] = make([]sums.Stretch, n)
	}
	for i := range in.Stops {
		f.sum[single][i] = stretchOf(in, &in.Stops[i])
	}
	f.addLoads(in)
	return f
}

// addLoads enters the loads of stops, unless demands in one dimension are all.
func (f *fleet) addLoads(in *vrp.Instance) {
	dimensions, fetches := len(in.Fleet[0].Capacity), false
	for _, s := range in.Stops {
		fetches = fetches || len(s.Fetch) > 0
	}
	if dimensions < 2 && !fetches {
		return
	}
	f.load = make([][ways][]sums.Load, dimensions)
	for d := range f.load {
		for way := range f.load[d] {
			f.load[d][way] = make([]sums.Load, in.N())
		}
		for i, s := range in.Stops {
			f.load[d][single][i] = sums.LoadOf(amount(s.Deliver, d), amount(s.Fetch, d))
		}
	}
}

func amount(loads []int32, d int) int32 {
	if d < len(loads) {
		return loads[d]
	}
	return 0
}

// timeOf returns the time of a service in two windows.
func timeOf(service int32, a, b vrp.Window) sums.Time {
	return sums.Time{Duration: int64(service), Early: int64(max(a.Open, b.Open)), Late: min(end(a), end(b))}
}

// end returns when a window closes. Twice the largest number still fits.
func end(w vrp.Window) int64 {
	if w == (vrp.Window{}) {
		return math.MaxInt64 / 4
	}
	return int64(w.Close)
}

func stretchOf(in *vrp.Instance, s *vrp.Stop) sums.Stretch {
	o := sums.Order(0)
	if in.Backhauls {
		o = sums.Delivers
		for _, v := range s.Fetch {
			if v > 0 {
				o = sums.Fetches
			}
		}
	}
	return sums.Stretch{Time: timeOf(s.Service, s.Window, vrp.Window{}), Skills: s.Skills, Stops: 1, Order: o}
}

func newVehicle(in *vrp.Instance, t *vrp.Type) vehicle {
	v := vehicle{
		Type: t, start: none, end: none, skills: t.Skills,
		distance: cmp.Or(t.MaxDistance, math.MaxInt64), duration: cmp.Or(t.MaxDuration, math.MaxInt64), stops: cmp.Or(t.MaxStops, math.MaxInt32),
	}
	var leaves, arrives vrp.Window
	if t.Start >= 0 {
		v.start, leaves = int32(in.N())+t.Start, in.Depots[t.Start].Window
	}
	if t.End >= 0 {
		v.end, arrives = int32(in.N())+t.End, in.Depots[t.End].Window
	}
	v.leave.Time, v.arrive.Time = timeOf(0, leaves, t.Shift), timeOf(0, arrives, t.Shift)
	return v
}
