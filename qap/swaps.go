package qap

import (
	"context"
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/moves"
)

// A position is an assignment and its cost. An attribute is a facility at a place.
type position struct {
	in   *Instance
	p    Assignment
	cost float64
}

func newPosition(in *Instance, p Assignment) position {
	return position{in: in, p: slices.Clone(p), cost: in.Cost(p)}
}

// Cost returns the cost of the assignment.
func (q *position) Cost() float64 { return q.cost }

// Snapshot returns a copy of the assignment.
func (q *position) Snapshot() Assignment { return slices.Clone(q.p) }

// Attributes returns the number of attributes. Facility i at place k is attribute i·n + k.
func (q *position) Attributes() int { return q.in.n * q.in.n }

func (q *position) places() Assignment { return q.p }

// swaps is an assignment with the neighbourhood of all exchanges of two facilities.
type swaps struct {
	position
	board board
}

// A board computes the deltas of exchanges. It stores b permuted by the assignment.
type board interface {
	reset(p Assignment)
	exchange(p Assignment, r, s int) // p is the assignment before the exchange
	delta(i, j int) int64
	// pick returns the best exchange under a rule. i is negative if the rule admits no exchange.
	pick(ctx context.Context, p Assignment, r *moves.Rule) (i, j int, delta int64, err error)
	// weight returns the weight of a move, for moves.Weighted.
	weight() int
}

// NewSwaps returns the neighbourhood of all exchanges of two facilities, numbered as pairs. It
// starts at a copy of start.
func NewSwaps(in *Instance, start Assignment) (moves.Neighbourhood[Assignment], error) {
	if err := in.Check(start); err != nil {
		return nil, err
	}
	s := &swaps{position: position{in: in}}
	switch f := in.form(); {
	case !f.symmetric:
		s.board = newGeneral(in)
	case f.reach(in.n) < 1<<30:
		s.board = newTable[int32](in.n, f)
	default:
		s.board = newTable[int64](in.n, f)
	}
	s.Reset(start)
	return s, nil
}

// Len returns the number of pairs.
func (s *swaps) Len() int { return moves.Pairs(s.in.n) }

// Deltas computes each delta in O(n).
func (s *swaps) Deltas(first int, dst []float64) {
	if len(dst) == 0 {
		return
	}
	i, j := moves.Pair(s.in.n, first)
	for k := range dst {
		dst[k] = float64(s.board.delta(i, j))
		i, j = moves.NextPair(s.in.n, i, j)
	}
}

// Apply exchanges the places of two facilities.
func (s *swaps) Apply(move int, delta float64) {
	i, j := moves.Pair(s.in.n, move)
	s.board.exchange(s.p, i, j)
	s.p[i], s.p[j] = s.p[j], s.p[i]
	s.cost += delta
}

// Reset replaces the assignment.
func (s *swaps) Reset(p Assignment) {
	if err := s.in.Check(p); err != nil {
		panic(fmt.Sprintf("qap: Reset: %v", err))
	}
	s.position = newPosition(s.in, p)
	s.board.reset(s.p)
}

// Touched returns the current places of the two facilities and their places after the move.
func (s *swaps) Touched(move int) moves.Touch {
	i, j := moves.Pair(s.in.n, move)
	n := int32(s.in.n)
	fi, fj := int32(i)*n, int32(j)*n
	return moves.Touch{
		Enters: [3]int32{fi + s.p[j], fj + s.p[i]},
		Leaves: [3]int32{fi + s.p[i], fj + s.p[j]},
		Count:  2,
	}
}

// Pick returns the best exchange under a rule.
func (s *swaps) Pick(ctx context.Context, r *moves.Rule) (moves.Choice, error) {
	if ctx.Err() != nil {
		return moves.Choice{Move: -1}, ctx.Err()
	}
	i, j, delta, err := s.board.pick(ctx, s.p, r)
	if i < 0 || err != nil {
		return moves.Choice{Move: -1}, err
	}
	return moves.Choice{Move: moves.PairIndex(s.in.n, i, j), Delta: float64(delta)}, nil
}

// Weight returns the time in nanoseconds to score an exchange.
func (s *swaps) Weight() int { return s.board.weight() }
