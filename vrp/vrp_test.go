package vrp

import (
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

func must(in *Instance, err error) *Instance {
	if err != nil {
		panic(err)
	}
	return in
}

// line returns three stops on a line, 10, 20 and 30 from the depot, and two vehicles.
func line() Data {
	points := []tsp.Point{{0, 0}, {10, 0}, {20, 0}, {30, 0}}
	distance, _ := tsp.FromPoints(tsp.Euc2D, points)
	d := Data{Name: "line", Distance: distance, Points: points, Depots: []Depot{{Place: 0}}}
	for i := int32(1); i <= 3; i++ {
		d.Stops = append(d.Stops, Stop{ID: int64(i), Place: i, Deliver: []int32{1}, Service: 2})
	}
	d.Fleet = []Type{{Count: 2, Capacity: []int32{2}, PerDistance: 1}}
	return d
}

func TestCost(t *testing.T) {
	for name, c := range map[string]struct {
		change func(d *Data)
		plan   Plan
		want   float64
	}{
		"distance":    {func(*Data) {}, Plan{-1, 0, 1, -1, 2}, 40 + 60},
		"empty route": {func(*Data) {}, Plan{-1, -1, 0, 1, -1, 2}, 40 + 60},
		"fixed":       {func(d *Data) { d.Fleet[0].Fixed = 7 }, Plan{-1, 0, 1, -1, 2}, 40 + 60 + 14},
		"time":        {func(d *Data) { d.Fleet[0].PerTime = 1 }, Plan{-1, 0, 1, -1, 2}, 40 + 60 + 44 + 62},
		"open end":    {func(d *Data) { d.Fleet[0].End = -1 }, Plan{-1, 0, 1, -1, 2}, 20 + 30},
		"open start":  {func(d *Data) { d.Fleet[0].Start = -1 }, Plan{-1, 0, 1, -1, 2}, 30 + 30},
		"prize":       {func(d *Data) { d.Stops[2].Optional, d.Stops[2].Prize = true, 5 }, Plan{-1, 0, 1}, 40 + 5},
		"scale":       {func(d *Data) { d.CostScale = 10 }, Plan{-1, 0, 1, -1, 2}, 10},
	} {
		d := line()
		c.change(&d)
		if cost := must(New(d)).Cost(c.plan); cost != c.want {
			t.Errorf("%s: %v, want %v", name, cost, c.want)
		}
	}
	in := must(New(line()))
	if short, full := in.Units(Plan{-1, 0, 1}), in.Units(Plan{-1, 2, 0, -1, 1}); short <= full || short-in.Missing() != 40 {
		t.Errorf("a missing stop costs %d, a plan with all stops %d", short, full)
	}
}

func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		change func(d *Data)
		plan   Plan
		want   string
	}{
		"capacity":      {func(*Data) {}, Plan{-1, 0, 1, 2}, "route 1: the load exceeds the capacity by 1"},
		"twice":         {func(*Data) {}, Plan{-1, 0, -1, 0}, "route 2: stop 1 is served twice"},
		"no type":       {func(*Data) {}, Plan{0, 1}, "route 1: vehicle type -1"},
		"unknown type":  {func(*Data) {}, Plan{-2, 1}, "vehicle type 1, expected 0 to 0"},
		"unknown stop":  {func(*Data) {}, Plan{-1, 3}, "stop number 3"},
		"vehicles":      {func(*Data) {}, Plan{-1, 0, -1, 1, -1, 2}, "more routes"},
		"distance":      {func(d *Data) { d.Fleet[0].MaxDistance = 59 }, Plan{-1, 2}, "the distance of the route exceeds its limit by 1"},
		"duration":      {func(d *Data) { d.Fleet[0].MaxDuration = 60 }, Plan{-1, 2}, "the duration of the route exceeds its limit by 2"},
		"stops":         {func(d *Data) { d.Fleet[0].MaxStops = 1 }, Plan{-1, 0, 1}, "the stops of the route exceeds its limit by 1"},
		"window":        {func(d *Data) { d.Stops[1].Window = Window{1, 15} }, Plan{-1, 1}, "stop 2: the vehicle arrives 5 after"},
		"shift":         {func(d *Data) { d.Fleet[0].Shift = Window{0, 50} }, Plan{-1, 2}, "returns 12 too late"},
		"skills":        {func(d *Data) { d.Stops[0].Skills = 2 }, Plan{-1, 0}, "lacks skills"},
		"only fetching": {func(d *Data) { d.Backhauls = true; fetch(&d.Stops[0]) }, Plan{-1, 0}, "deliveries first"},
		"fetch first":   {func(d *Data) { d.Backhauls = true; fetch(&d.Stops[0]) }, Plan{-1, 0, 1}, "deliveries first"},
		"peak":          {func(d *Data) { d.Stops[0].Fetch = []int32{2} }, Plan{-1, 0, 1}, "exceeds the capacity by 1"},
	} {
		d := line()
		c.change(&d)
		if err := must(New(d)).Check(c.plan); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if err := must(New(line())).Check(Plan{-1, 0, 1}); err != nil {
		t.Errorf("an unserved stop: %v", err)
	}
}

func fetch(s *Stop) { s.Deliver, s.Fetch = nil, s.Deliver }

func TestNewRejects(t *testing.T) {
	for want, change := range map[string]func(d *Data){
		"distances are missing":                func(d *Data) { d.Distance = nil },
		"got 0 stops":                          func(d *Data) { d.Stops = nil },
		"vehicles are missing":                 func(d *Data) { d.Fleet = nil },
		"stop 2: place 4, expected 0 to 3":     func(d *Data) { d.Stops[1].Place = 4 },
		"stop 1: load -1":                      func(d *Data) { d.Stops[0].Deliver = []int32{-1} },
		"stop 1: got loads in 2 dimensions":    func(d *Data) { d.Stops[0].Deliver = []int32{1, 2} },
		"stop 1: window from 5 to 4":           func(d *Data) { d.Stops[0].Window = Window{5, 4} },
		"depot 1: place -1":                    func(d *Data) { d.Depots[0].Place = -1 },
		"starts at depot 1 and ends":           func(d *Data) { d.Fleet[0].Start = 1 },
		"divide the costs, distances or times": func(d *Data) { d.Fleet[0].PerDistance = 1 << 52 },
		"got 1 points for 4 places":            func(d *Data) { d.Points = d.Points[:1] },
	} {
		d := line()
		change(&d)
		if _, err := New(d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestCanonical(t *testing.T) {
	got := Plan{-2, 7, 1, -1, 5, -1, -1, 2, 3}.Canonical()
	if !slices.Equal(got, Plan{-1, 2, 3, -1, 5, -2, 7, 1}) {
		t.Errorf("%v", got)
	}
}

// drawData draws an instance with one depot and random limits.
func drawData(t *rapid.T) Data {
	n := rapid.IntRange(1, 7).Draw(t, "stops")
	number := func(most int, name string) int { return rapid.IntRange(0, most).Draw(t, name) }
	d := Data{Name: "drawn", Depots: []Depot{{Window: Window{Open: int32(number(20, "open")), Close: 1500}}}}
	for range n + 1 {
		d.Points = append(d.Points, tsp.Point{float64(number(50, "x")), float64(number(50, "y"))})
	}
	d.Distance, _ = tsp.FromPoints(tsp.Euc2D, d.Points)
	for i := range n {
		s := Stop{ID: int64(i + 1), Place: int32(i + 1), Service: int32(number(9, "service")), Deliver: []int32{int32(number(3, "deliver"))}, Fetch: []int32{int32(number(1, "fetch"))}}
		if number(1, "timed") == 1 {
			s.Window.Open = int32(number(200, "from"))
			s.Window.Close = s.Window.Open + 1 + int32(number(100, "width"))
		}
		s.Optional, s.Prize = number(1, "optional") == 1, int64(number(90, "prize"))
		d.Stops = append(d.Stops, s)
	}
	for range rapid.IntRange(1, 2).Draw(t, "types") {
		d.Fleet = append(d.Fleet, Type{
			Count: int32(number(2, "count")), Capacity: []int32{int32(number(9, "capacity"))}, PerDistance: 1, PerTime: int64(number(1, "per time")),
			Fixed: int64(number(9, "fixed")), MaxDuration: int64(number(1, "limited") * 200), MaxStops: int32(number(3, "most")),
		})
	}
	return d
}

// drawPlan draws a plan that may break limits.
func drawPlan(t *rapid.T, in *Instance) Plan {
	var p Plan
	for s := range in.N() {
		switch rapid.IntRange(0, 3).Draw(t, "where") {
		case 0:
		case 1:
			p = append(p, -1-int32(rapid.IntRange(0, len(in.Fleet)-1).Draw(t, "type")), int32(s))
		default:
			if len(p) > 0 {
				p = append(p, int32(s))
			}
		}
	}
	return p
}
