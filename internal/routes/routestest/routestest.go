// Package routestest provides random vehicle routing problems with all features for tests.
package routestest

import (
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// A source draws numbers.
type source struct{ *rng.Stream }

// upTo returns a number from 0 to most.
func (s source) upTo(most int32) int32 { return s.IntN(most + 1) }

// sometimes returns a number from 0 to most in one of odds cases, and otherwise 0.
func (s source) sometimes(odds, most int32) int32 {
	if s.IntN(odds) > 0 {
		return 0
	}
	return s.upTo(most)
}

// Data returns n stops on a small map. Each feature occurs in some of the instances.
func Data(random *rng.Stream, n int) vrp.Data {
	s := source{random}
	depots := 1 + s.sometimes(2, 1)
	d := vrp.Data{Name: "drawn", CostScale: 1, Backhauls: s.IntN(5) == 0}
	for range int32(n) + depots {
		d.Points = append(d.Points, tsp.Point{float64(s.upTo(60)), float64(s.upTo(60))})
	}
	d.Distance, _ = tsp.FromPoints(tsp.Euc2D, d.Points)
	if s.IntN(4) == 0 {
		d.Duration = d.Distance.Pick(places(len(d.Points)))
	}
	if s.IntN(4) == 0 {
		d.Distance = uphill(d.Distance)
	}
	if d.Duration != nil && s.IntN(2) == 0 {
		d.Duration = uphill(d.Duration)
	}
	s.depots(&d, depots)
	s.stops(&d, n)
	s.fleet(&d)
	return d
}

// uphill returns distances that are longer towards places with larger numbers.
func uphill(in *tsp.Instance) *tsp.Instance {
	out, _ := tsp.FromFunc(in.N(), false, 1, func(i, j int) int64 {
		far := in.Dist(int32(i), int32(j))
		if j > i {
			far += far / 3
		}
		return far
	})
	return out
}

func (s source) depots(d *vrp.Data, n int32) {
	for i := range n {
		depot := vrp.Depot{Place: i}
		if s.IntN(3) == 0 {
			depot.Window = vrp.Window{Open: s.upTo(30), Close: 400}
		}
		d.Depots = append(d.Depots, depot)
	}
}

// places returns the places in the opposite order, so that times differ from distances.
func places(n int) []int32 {
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(n - 1 - i)
	}
	return all
}

func (s source) stops(d *vrp.Data, n int) {
	dimensions, timed, prized, skilled := 1+int(s.sometimes(3, 1)), s.IntN(2) == 0, s.IntN(3) == 0, s.IntN(4) == 0
	fetches := d.Backhauls || s.IntN(3) == 0
	for i := range n {
		stop := vrp.Stop{ID: int64(i + 1), Place: int32(len(d.Depots) + i)}
		loads := s.loads(dimensions)
		if stop.Deliver = loads; fetches && s.IntN(3) == 0 {
			stop.Deliver, stop.Fetch = nil, loads
		}
		if timed && s.IntN(2) == 0 {
			stop.Window.Open = s.upTo(150)
			stop.Window.Close = stop.Window.Open + 20 + s.upTo(80)
		}
		if timed {
			stop.Service = s.upTo(10)
		}
		stop.Optional, stop.Prize = prized && s.IntN(2) == 0, int64(s.upTo(60))
		if skilled {
			stop.Skills = uint64(s.sometimes(2, 3))
		}
		d.Stops = append(d.Stops, stop)
	}
}

func (s source) fleet(d *vrp.Data) {
	equal := s.IntN(2) == 0
	for range 1 + s.sometimes(2, 2) {
		t := vrp.Type{Count: 1 + s.upTo(4), PerDistance: 1, Skills: 3, MaxStops: s.sometimes(4, 6)}
		if !equal {
			t.Fixed, t.PerDistance, t.PerTime = int64(s.upTo(40)), 1+int64(s.upTo(2)), int64(s.sometimes(2, 2))
			t.Skills = uint64(s.upTo(3))
		}
		for range max(len(d.Stops[0].Deliver), len(d.Stops[0].Fetch)) {
			t.Capacity = append(t.Capacity, 6+s.upTo(20))
		}
		s.ends(&t, int32(len(d.Depots)-1))
		if s.IntN(4) == 0 {
			t.MaxDistance, t.MaxDuration = int64(100+s.upTo(100)), int64(150+s.upTo(200))
		}
		if s.IntN(6) == 0 {
			t.Shift = vrp.Window{Open: s.upTo(40), Close: 300}
		}
		d.Fleet = append(d.Fleet, t)
	}
}

// ends draws the depots of a vehicle. Some routes have open ends.
func (s source) ends(t *vrp.Type, last int32) {
	t.Start, t.End = s.upTo(last), s.upTo(last)
	switch s.IntN(8) {
	case 0:
		t.Start = -1
	case 1:
		t.End = -1
	}
}

func (s source) loads(dimensions int) []int32 {
	all := make([]int32, dimensions)
	for k := range all {
		all[k] = 1 + s.upTo(6)
	}
	return all
}
