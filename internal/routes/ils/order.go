package ils

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/routes/board"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// An order numbers stops along a space-filling curve. Neighbours on the map are then also
// neighbours in memory, and a range of numbers is a region.
type order struct {
	in   *vrp.Instance // with the stops in this order
	stop []int32       // number in the file of each stop
	at   []int32       // number in this order of each stop
}

func newOrder(ctx context.Context, in *vrp.Instance) (*order, error) {
	curve, err := start.Curve(ctx, board.Cities(in))
	if err != nil {
		return nil, err
	}
	n := in.N()
	o := &order{stop: make([]int32, 0, n), at: make([]int32, n)}
	d := in.Data
	d.Stops = make([]vrp.Stop, 0, n)
	for _, s := range curve {
		if int(s) < n {
			o.at[s] = int32(len(o.stop))
			o.stop, d.Stops = append(o.stop, s), append(d.Stops, in.Stops[s])
		}
	}
	o.in, err = vrp.New(d)
	return o, err
}

// inside converts a plan of the instance to numbers of this order.
func (o *order) inside(p vrp.Plan) vrp.Plan { return renumbered(p, o.at) }

// outside converts a plan with numbers of this order to one of the instance.
func (o *order) outside(p vrp.Plan) vrp.Plan { return renumbered(p, o.stop) }

func renumbered(p vrp.Plan, number []int32) vrp.Plan {
	q := make(vrp.Plan, len(p))
	for i, s := range p {
		if q[i] = s; s >= 0 {
			q[i] = number[s]
		}
	}
	return q
}
