package ils

import (
	"context"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/routes/board"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// Prepare builds the neighbour lists and then the first plan.
func (i *ILS) Prepare(ctx context.Context) (done bool, err error) {
	switch {
	case i.board != nil:
	case i.lists == nil:
		i.cities = board.Cities(i.in)
		i.lists, err = listsOf(ctx, i.in, i.cities, i.threads)
		return false, err
	default:
		b := board.New(i.in, i.cities, i.lists)
		if len(i.first) > 0 {
			load(b, i.first)
		} else if err := b.Build(ctx); err != nil {
			return false, err
		}
		b.Forget()
		b.Mark()
		i.board, i.ruin, i.fresh = b, newRuin(i.in, b, i.p), true
		i.best.keep(b)
	}
	return true, nil
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

// Supported returns an error if distances depend on the direction.
func Supported(in *vrp.Instance) error {
	if !in.Distance.Symmetric() {
		return fmt.Errorf("%s has distances that depend on the direction, which the search does not support: expected symmetric distances", in.Name)
	}
	return nil
}
