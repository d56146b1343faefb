package vrp

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/geom"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Limits on numbers. They ensure that sums of times and loads fit 64 bits with room to spare.
const (
	mostStops      = 1 << 24
	mostTime       = 1 << 30 // of windows, services, loads and limits
	mostDimensions = 64
	mostCost       = 1 << 53 // of a plan without missing stops, so that float64 holds it exactly
)

// New returns an instance, or an error that names the first fault of the data.
func New(d Data) (*Instance, error) {
	in := &Instance{Data: d, duration: d.Duration}
	if in.CostScale == 0 {
		in.CostScale = 1
	}
	if in.duration == nil {
		in.duration = d.Distance
	}
	for _, check := range []func() error{in.checkSizes, in.checkStops, in.checkDepots, in.checkFleet, in.priceMissing} {
		if err := check(); err != nil {
			return nil, fmt.Errorf("%s: %w", d.Name, err)
		}
	}
	return in, nil
}

func (in *Instance) checkSizes() error {
	switch {
	case in.Distance == nil:
		return errors.New("distances are missing")
	case in.duration.N() != in.Distance.N():
		return fmt.Errorf("got times between %d places and distances between %d, expected equal numbers", in.duration.N(), in.Distance.N())
	case in.Points != nil && len(in.Points) != in.Distance.N():
		return fmt.Errorf("got %d points for %d places", len(in.Points), in.Distance.N())
	case len(in.Stops) == 0 || len(in.Stops) > mostStops:
		return fmt.Errorf("got %d stops, expected 1 to %d", len(in.Stops), mostStops)
	case len(in.Fleet) == 0:
		return errors.New("vehicles are missing")
	case !(in.CostScale > 0) || math.IsInf(in.CostScale, 0):
		return fmt.Errorf("cost scale %v, expected a positive number", in.CostScale)
	case in.dimensions() > mostDimensions:
		return fmt.Errorf("got loads in %d dimensions, expected at most %d", in.dimensions(), mostDimensions)
	}
	return nil
}

// dimensions returns the number of dimensions of the loads.
func (in *Instance) dimensions() int { return len(in.Fleet[0].Capacity) }

func (in *Instance) checkPlace(place int32) error {
	if place < 0 || int(place) >= in.Distance.N() {
		return fmt.Errorf("place %d, expected 0 to %d", place, in.Distance.N()-1)
	}
	return nil
}

// check returns an error unless a window opens before it closes, within the limits.
func (w Window) check() error {
	if w.Open < 0 || w.Close < w.Open || w.Close > mostTime {
		return fmt.Errorf("window from %d to %d, expected 0 or more, at most %d, and open before close", w.Open, w.Close, mostTime)
	}
	return nil
}

func (in *Instance) checkStops() error {
	for i := range in.Stops {
		if err := in.checkStop(&in.Stops[i]); err != nil {
			return fmt.Errorf("stop %d: %w", in.Stops[i].ID, err)
		}
	}
	return nil
}

func (in *Instance) checkStop(s *Stop) error {
	if err := cmp.Or(in.checkLoads(s.Deliver), in.checkLoads(s.Fetch)); err != nil {
		return err
	}
	switch {
	case s.Service < 0 || s.Service > mostTime:
		return fmt.Errorf("service time %d, expected 0 to %d", s.Service, mostTime)
	case s.Prize < 0 || s.Prize > mostCost:
		return fmt.Errorf("prize %d, expected 0 to 2^53", s.Prize)
	case in.checkPlace(s.Place) != nil:
		return in.checkPlace(s.Place)
	}
	return s.Window.check()
}

// checkLoads checks what a stop receives or gives in each dimension.
func (in *Instance) checkLoads(loads []int32) error {
	if len(loads) > in.dimensions() {
		return fmt.Errorf("got loads in %d dimensions, but vehicles have %d", len(loads), in.dimensions())
	}
	for _, v := range loads {
		if v < 0 || v > mostTime {
			return fmt.Errorf("load %d, expected 0 to %d", v, mostTime)
		}
	}
	return nil
}

func (in *Instance) checkDepots() error {
	for i, d := range in.Depots {
		if err := errors.Join(in.checkPlace(d.Place), d.Window.check()); err != nil {
			return fmt.Errorf("depot %d: %w", i+1, err)
		}
	}
	return nil
}

func (in *Instance) checkFleet() error {
	for i := range in.Fleet {
		if err := in.checkType(&in.Fleet[i]); err != nil {
			return fmt.Errorf("vehicle type %d: %w", i+1, err)
		}
	}
	return nil
}

func (in *Instance) checkType(t *Type) error {
	if len(t.Capacity) != in.dimensions() {
		return fmt.Errorf("got capacities in %d dimensions, expected %d", len(t.Capacity), in.dimensions())
	}
	last := int32(len(in.Depots) - 1)
	if t.Start < -1 || t.Start > last || t.End < -1 || t.End > last {
		return fmt.Errorf("starts at depot %d and ends at depot %d, expected 0 to %d, or -1 for an open end", t.Start, t.End, last)
	}
	amounts := []int64{int64(t.Count), t.MaxDistance, t.MaxDuration, int64(t.MaxStops), t.Fixed, t.PerDistance, t.PerTime}
	for _, v := range t.Capacity {
		amounts = append(amounts, int64(v))
	}
	if slices.Min(amounts) < 0 || slices.Max(amounts) > mostCost {
		return fmt.Errorf("counts, capacities, limits and costs must be 0 or more, and at most 2^53")
	}
	return t.Shift.check()
}

// priceMissing sets the cost of a missing stop to more than the cost of any plan.
func (in *Instance) priceMissing() error {
	n, most, prizes := float64(in.N()), 0.0, 0.0
	far, late := in.longest(in.Distance), in.longest(in.duration)+2*mostTime
	for _, t := range in.Fleet {
		route := float64(t.Fixed) + float64(2*far*float64(t.PerDistance)) + float64(2*late*float64(t.PerTime))
		most = max(most, route)
	}
	for _, s := range in.Stops {
		prizes += float64(s.Prize)
	}
	// Every stop has one leg to it, and every route has one leg more.
	total := float64(n*most) + prizes + 1
	if total > mostCost || total*n > 1<<62 {
		return fmt.Errorf("a plan may cost up to %.3g units, but the limit is %.3g: divide the costs, distances or times by %.0f",
			total, min(float64(mostCost), (1<<62)/n), math.Ceil(total/min(mostCost, (1<<62)/n)))
	}
	in.missing = int64(total)
	return nil
}

// longest returns an upper bound on the distances between places.
func (in *Instance) longest(of *tsp.Instance) float64 {
	most := float64(tsp.MaxDistance)
	if in.Points == nil {
		return most
	}
	flat := make([]float64, 0, 2*len(in.Points))
	for _, p := range in.Points {
		flat = append(flat, p[0], p[1])
	}
	box := geom.BoxOf(flat, 2)
	// Rounding up in each of the two coordinates is enough for every metric in the plane.
	return min(most, (box.Hi[0]-box.Lo[0]+box.Hi[1]-box.Lo[1]+2)*of.Scale())
}
