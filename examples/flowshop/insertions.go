package main

import (
	"slices"

	"github.com/tourmaline-opt/tourmaline/moves"
)

// insertions is an order with moves that insert a job at a different position.
type insertions struct {
	*shop
	now  order
	cost float64
}

func newInsertions(s *shop, o order) *insertions { return &insertions{s, slices.Clone(o), s.Cost(o)} }

func (h *insertions) Attributes() int { return h.jobs * h.jobs } // every job at every position
func (h *insertions) Len() int        { return h.jobs * (h.jobs - 1) }
func (h *insertions) Cost() float64   { return h.cost }
func (h *insertions) Snapshot() order { return slices.Clone(h.now) }
func (h *insertions) Reset(o order)   { *h = *newInsertions(h.shop, o) }

// places returns the old and the new position of the job that a move inserts.
func (h *insertions) places(move int) (from, to int) {
	from, to = move/(h.jobs-1), move%(h.jobs-1)
	if to >= from {
		to++
	}
	return from, to
}

// after returns the order after a move. It stores the order in dst.
func (h *insertions) after(dst order, move int) order {
	from, to := h.places(move)
	rest := append(append(dst[:0], h.now[:from]...), h.now[from+1:]...)
	return slices.Insert(rest, to, h.now[from])
}

func (h *insertions) Apply(move int, delta float64) { h.now, h.cost = h.after(nil, move), h.cost+delta }

// Deltas computes every makespan from scratch, as a device does.
func (h *insertions) Deltas(first int, dst []float64) {
	// local, because several goroutines may call Deltas concurrently
	next, free := make(order, h.jobs), make([]int32, h.machines)
	for i := range dst {
		next = h.after(next, first+i)
		dst[i] = h.makespan(next, free) - h.cost
	}
}

// Touched returns the job at its new position and at its old position.
func (h *insertions) Touched(move int) moves.Touch {
	from, to := h.places(move)
	first := h.now[from] * int32(h.jobs)
	return moves.Touch{Enters: [3]int32{first + int32(to)}, Leaves: [3]int32{first + int32(from)}, Count: 1}
}
