package tsp

import (
	"math"
	"slices"
	"testing"
	"time"
)

// visits returns the times for all stops, or nil if they are not known.
func visits(in *Instance) (all []Visit) {
	for k, s := range in.Stops(Identity(in.N())) {
		if v, known := in.Visit(k, s); known {
			all = append(all, v)
		}
	}
	return all
}

// A vehicle departs at the start, travels, stays at each stop, and returns without a stay.
func TestVisits(t *testing.T) {
	in, err := FromPoints(Euclidean, []Point{{0, 0}, {10, 0}, {10, 10}, {0, 10}})
	if err != nil {
		t.Fatal(err)
	}
	if visits(in) != nil {
		t.Error("times without a pace")
	}
	const hour, minute = time.Hour, time.Minute
	if in, err = in.With(Details{Pace: &Pace{Depart: 8 * hour, Travel: 60, Stay: 5 * minute}}); err != nil {
		t.Fatal(err)
	}
	at := func(minutes int) time.Duration { return 8*hour + time.Duration(minutes)*minute }
	want := []Visit{{at(0), at(0)}, {at(10), at(15)}, {at(25), at(30)}, {at(40), at(45)}, {at(55), at(55)}}
	if got := visits(in); !slices.Equal(got, want) {
		t.Errorf("%v, expected %v", got, want)
	}
	path, err := in.Path(0, 3)
	if err != nil {
		t.Fatal(err)
	}
	if got := visits(path); !slices.Equal(got, want[:4]) {
		t.Errorf("on a path %v, expected %v", got, want[:4])
	}
	if got := seconds(math.Inf(1)); got <= 0 {
		t.Errorf("an endless leg takes %v", got)
	}
}
