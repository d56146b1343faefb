package fleet

import (
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/routes/routestest"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// The bound follows from the largest vehicles, from large loads, from the numbers of stops or from
// the times, whichever is most.
func TestLook(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(d *vrp.Data)
		limit  string
		least  int64
	}{
		{"capacity", func(*vrp.Data) {}, vrp.Capacity, 2},
		{"large loads", func(d *vrp.Data) { d.Fleet[0].Capacity[0] = 4 }, vrp.Capacity, 3},
		{"too few", func(d *vrp.Data) { d.Fleet[0].Count = 1 }, vrp.Capacity, 2},
		{"a larger vehicle", func(d *vrp.Data) {
			d.Fleet = append(d.Fleet, d.Fleet[0])
			d.Fleet[1].Capacity = []int32{9}
		}, vrp.Vehicles, 1},
		{"stops", func(d *vrp.Data) { d.Fleet[0].Capacity[0], d.Fleet[0].MaxStops = 100, 1 }, vrp.Count, 3},
		{"times", func(d *vrp.Data) {
			d.Fleet[0].Capacity[0], d.Fleet[0].Shift = 100, vrp.Window{Open: 50, Close: 100}
			for i := range d.Stops {
				d.Stops[i].Service = 40
			}
		}, vrp.Duration, 3},
		{"optional", func(d *vrp.Data) {
			for i := range d.Stops {
				d.Stops[i].Optional = true
			}
		}, vrp.Vehicles, 0},
	} {
		d := line()
		c.change(&d)
		in, err := vrp.New(d)
		if err != nil {
			t.Fatal(err)
		}
		if got := Look(in).Least; got.Limit != c.limit || got.Vehicles != c.least {
			t.Errorf("%s: %+v, want %d by %s", c.name, got, c.least, c.limit)
		}
	}
}

// line returns three stops with loads of 3, 3 and 3, and three vehicles that carry 5.
func line() vrp.Data {
	d := vrp.Data{
		Points: []tsp.Point{{0, 0}, {1, 0}, {2, 0}, {3, 0}}, Depots: []vrp.Depot{{}}, CostScale: 1,
		Fleet: []vrp.Type{{Count: 3, Capacity: []int32{8}, PerDistance: 1}},
	}
	d.Distance, _ = tsp.FromPoints(tsp.Euc2D, d.Points)
	for i := range int32(3) {
		d.Stops = append(d.Stops, vrp.Stop{ID: int64(i + 1), Place: i + 1, Deliver: []int32{3}})
	}
	return d
}

// The law of the bound: no plan that serves all required stops has fewer routes.
func TestLookLaw(t *testing.T) {
	complete := 0
	for seed := range uint64(400) {
		random := rng.At(seed, 0, 0)
		in, err := vrp.New(routestest.Data(&random, 1+int(seed%5)))
		if err != nil {
			t.Fatal(err)
		}
		o := Look(in)
		for range 30 {
			p := shuffled(in, &random)
			left := slices.DeleteFunc(in.Unserved(p), func(s int32) bool { return in.Stops[s].Optional })
			if in.Check(p) != nil || len(left) > 0 {
				continue
			}
			complete++
			if routes := int64(len(p.Canonical()) + len(in.Unserved(p)) - in.N()); routes < o.Least.Vehicles {
				t.Fatalf("seed %d: %v has %d routes, but %+v", seed, p, routes, o.Least)
			}
		}
	}
	if complete < 300 {
		t.Errorf("only %d plans are complete", complete)
	}
}

// shuffled returns routes with the stops in any order, of vehicles of any type.
func shuffled(in *vrp.Instance, random *rng.Stream) (p vrp.Plan) {
	open := false
	order := tsp.Identity(in.N())
	random.Shuffle(order)
	for _, s := range order {
		if !open || random.IntN(3) == 0 {
			p, open = append(p, -1-random.IntN(int32(len(in.Fleet)))), true
		}
		p = append(p, s)
	}
	return p
}

// A vehicle is available while its shift and its depots are open, and no longer than its limit.
func TestAvailable(t *testing.T) {
	depots := []vrp.Depot{{Window: vrp.Window{Open: 100, Close: 900}}, {}}
	for _, c := range []struct {
		name string
		kind vrp.Type
		want int64
	}{
		{"the depot's hours", vrp.Type{}, 800},
		{"a later shift", vrp.Type{Shift: vrp.Window{Open: 300, Close: 2000}}, 600},
		{"an earlier shift", vrp.Type{Shift: vrp.Window{Open: 0, Close: 500}}, 400},
		{"a limit", vrp.Type{MaxDuration: 70}, 70},
		{"another depot at the end", vrp.Type{Shift: vrp.Window{Open: 0, Close: 2000}, End: 1}, 1900},
		{"an open end", vrp.Type{Shift: vrp.Window{Open: 200, Close: 2000}, End: -1}, 1800},
		{"no common time", vrp.Type{Shift: vrp.Window{Open: 950, Close: 2000}}, 1},
	} {
		if got := available(&vrp.Instance{Data: vrp.Data{Depots: depots}}, &c.kind); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	if got := available(&vrp.Instance{Data: vrp.Data{Depots: depots}}, &vrp.Type{Start: 1, End: 1}); got < Unlimited {
		t.Errorf("without any hours: %d", got)
	}
}
