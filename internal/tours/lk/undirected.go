package lk

import (
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

//go:generate go run generate.go

// ListFrom is the smallest number of cities at which a two-level list is faster than an array. A
// list gives the same tours, but they start at a different city.
const ListFrom = 50_000

// NewUndirected returns a search on a symmetric instance that starts from a copy of tour t with all
// cities queued.
func NewUndirected(in *tsp.Instance, l *near.Lists, t tsp.Tour, op Operator) Peer {
	if len(t) >= ListFrom {
		return newOnList(in, l, t, op)
	}
	return newOnArray(in, l, t, op)
}

func newOnArray(in *tsp.Instance, l *near.Lists, t tsp.Tour, op Operator) *onArray {
	u := &onArray{}
	u.start(in, l, t, op, &u.array)
	return u
}

func newOnList(in *tsp.Instance, l *near.Lists, t tsp.Tour, op Operator) *onList {
	u := &onList{}
	u.start(in, l, t, op, &u.list)
	return u
}

func resize[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }
