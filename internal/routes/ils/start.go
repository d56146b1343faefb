package ils

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/routes/board"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// Prepare builds the neighbour lists and then the first plan.
func (i *ILS) Prepare(ctx context.Context) (done bool, err error) {
	switch {
	case i.walks != nil:
		return true, nil
	case i.order == nil:
		i.order, err = newOrder(ctx, i.in)
		return false, err
	case i.lists == nil:
		i.cities = board.Cities(i.order.in)
		i.lists, err = listsOf(ctx, i.order.in, i.cities, i.threads)
		return false, err
	}
	b := board.New(i.order.in, i.cities, i.lists)
	if len(i.first) > 0 {
		load(b, i.order.inside(i.first))
	} else if err := b.Build(ctx); err != nil {
		return false, err
	}
	b.Forget()
	b.Mark()
	i.begin(b)
	return true, nil
}

// fewest is the number of routes per lane from which lanes share a plan.
const fewest = 16

// mostApart is the maximum number of stops at which lanes may have separate plans.
const mostApart = 12_000

// begin creates the walks from the first plan.
func (i *ILS) begin(b *board.Board) {
	lanes := min(i.p.Lanes, i.in.N())
	if i.in.N() > mostApart {
		lanes = max(1, min(lanes, b.Routes()/fewest))
	}
	i.arrange(lanes, b.Routes() < fewest*lanes, b)
	i.cost = i.walks[0].best.cost
}

// arrange creates the walks for a number of lanes that are apart, or share a plan.
func (i *ILS) arrange(lanes int, apart bool, b *board.Board) {
	in := i.order.in
	if !apart {
		i.walks = []*walk{newWalk(in, b, i.p, lanes)}
		return
	}
	i.walks = []*walk{newWalk(in, b, i.p, 1)}
	for range lanes - 1 {
		w := newWalk(in, board.New(in, i.cities, i.lists), i.p, 1)
		w.enter(i.walks[0].best.plan())
		w.best.keep(w.board)
		i.walks = append(i.walks, w)
	}
}

// load replaces the plan of a board.
func load(b *board.Board, p vrp.Plan) {
	for r := range int32(len(b.Stop)) {
		if size := b.Size(r); size > 0 {
			b.Take(r, 0, size)
		}
	}
	b.Forget()
	r := int32(0)
	for kind, stops := range p.Routes() {
		b.Place(r, kind, stops)
		r++
	}
}
