package ils

import (
	"context"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/routes/board"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// neighbours is the number of candidates of each stop.
const neighbours = 32

// Prepare builds the neighbour lists and then the first plan.
func (i *ILS) Prepare(ctx context.Context) (done bool, err error) {
	switch {
	case i.board != nil:
	case i.problem.Lists == nil:
		lists, err := near.Nearest(ctx, i.problem.Cities, neighbours, i.threads)
		if err != nil {
			return false, err
		}
		i.problem.Lists = lists
		return false, nil
	default:
		b := board.New(i.problem)
		if len(i.first) > 0 {
			load(b, i.first)
		} else if err := b.Savings(ctx); err != nil {
			return false, err
		}
		b.Forget()
		b.Mark()
		i.board, i.ruin, i.fresh = b, newRuin(b, i.p), true
		i.best.keep(b)
	}
	return true, nil
}

// problemOf converts an instance for a board. The depot becomes the last city.
func problemOf(in *vrp.Instance) board.Problem {
	order := make([]int32, 0, in.N()+1)
	p := board.Problem{Capacity: int64(in.Fleet[0].Capacity[0]), Vehicles: min(int(in.Fleet[0].Count), in.N()), Missing: in.Missing()}
	for _, s := range in.Stops {
		order = append(order, s.Place)
		demand := int32(0)
		if len(s.Deliver) > 0 {
			demand = s.Deliver[0]
		}
		p.Demand = append(p.Demand, demand)
	}
	p.Cities = in.Distance.Pick(append(order, in.Depots[0].Place))
	return p
}

// load replaces the plan of a board.
func load(b *board.Board, p vrp.Plan) {
	for r := range int32(len(b.Demand)) {
		if stops := b.Stops(nil, r); len(stops) > 0 {
			b.Take(r, 0, len(stops))
		}
	}
	b.Forget()
	r := int32(0)
	for _, stops := range p.Routes() {
		b.Place(r, stops)
		r++
	}
}

// features returns a stop with all features that some stop has.
func features(stops []vrp.Stop) (all vrp.Stop) {
	for _, s := range stops {
		all.Optional = all.Optional || s.Optional
		all.Skills |= s.Skills
		all.Window.Close = max(all.Window.Close, s.Window.Close)
		all.Fetch = append(all.Fetch, s.Fetch...)
	}
	return all
}

// Supported returns an error unless an instance has equal vehicles, one depot, one load, and no
// other limits or costs.
func Supported(in *vrp.Instance) error {
	v, s := &in.Fleet[0], features(in.Stops)
	for _, f := range []struct {
		name string
		has  bool
	}{
		{"several types of vehicles", len(in.Fleet) > 1},
		{"several depots, or none", len(in.Depots) != 1},
		{"open routes", v.Start != 0 || v.End != 0},
		{"loads in several dimensions", len(v.Capacity) != 1},
		{"backhauls and loads to the depot", in.Backhauls || len(s.Fetch) > 0},
		{"limits of routes", v.MaxDistance+v.MaxDuration+int64(v.MaxStops) > 0},
		{"costs of vehicles", v.Fixed+v.PerTime > 0 || v.PerDistance != 1},
		{"time windows", s.Window.Close > 0 || v.Shift.Close > 0 || in.Depots[0].Window.Close > 0},
		{"optional stops", s.Optional},
		{"skills", s.Skills > 0},
		{"distances that depend on the direction", !in.Distance.Symmetric()},
	} {
		if f.has {
			return fmt.Errorf("%s has %s, which the search does not support yet: expected equal vehicles with one capacity, one depot, and no other limits", in.Name, f.name)
		}
	}
	return nil
}
