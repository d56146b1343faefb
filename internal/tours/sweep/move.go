package sweep

import (
	"cmp"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
)

// Found is the best move of a pair, or of all pairs of a city, in the form in which an engine
// stores it until the moves are chosen. Gain is 0 if there is no move.
type Found struct {
	Gain int64
	Pair int32  // pair of t2 and t3, as the index of t3 in the lists
	Code uint32 // rest of the move, as bits
}

// Bits of a code: the direction, the pattern at t3, and the index of t5 in the list of t3 or t4.
const (
	larger   = 1      // t1 is the neighbour of t2 with the larger number
	flat     = 0 << 1 // t4 lies between t2 and t3; two edges
	reverse  = 1 << 1 // t4 lies between t2 and t3; a third edge on either side of t4
	swap     = 2 << 1 // t4 lies beyond t3, and t6 beyond t5
	turn     = 3 << 1 // t4 lies beyond t3, and t6 before t5
	kind     = 3 << 1
	besideT3 = 1 << 3 // t5 is in the list of t3, not of t4
	third    = 4      // number of bits below the index of t5
)

// Decode expands a stored move.
func (v *View) Decode(city int32, f Found) Move {
	m := Move{Gain: f.Gain}
	t1, forward := v.way(city, f.Code&larger != 0)
	t3 := v.Lists.City[f.Pair]
	beyond := f.Code&kind >= swap
	t4 := v.side(t3, forward == beyond)
	m.T = [6]int32{t1, city, t3, t4, t4, t4}
	if f.Code&kind == flat {
		m.Pattern = lk.Flat
		return m
	}
	near := t4
	if f.Code&besideT3 != 0 {
		near = t3
	}
	t5 := v.Lists.City[v.Lists.First[near]+int32(f.Code>>third)]
	var ahead bool
	switch f.Code & kind {
	case reverse:
		inside := v.between(city, t5, t4, forward)
		m.Pattern, ahead = lk.Outer, inside == forward
		if inside {
			m.Pattern = lk.Inner
		}
	case swap:
		m.Pattern, ahead = lk.Swap, forward
	case turn:
		m.Pattern, ahead = lk.Turn, !forward
	}
	m.T[4], m.T[5] = t5, v.side(t5, ahead)
	return m
}

// Edges returns the positions of the edges that a move removes. The third position of a flat move
// repeats the second.
func (v *View) Edges(m *Move) (e [3]int32) {
	for i := range e {
		a, b := m.T[2*i], m.T[2*i+1]
		if a == b { // a flat move
			return [3]int32{e[0], e[1], e[1]}
		}
		e[i] = v.edge(a, v.side(a, true) == b)
	}
	return e
}

// better orders moves: the larger gain first, then the smaller city t2. No two moves of a sweep
// have the same t2.
func better(a, b Move) int {
	return cmp.Or(cmp.Compare(b.Gain, a.Gain), cmp.Compare(a.T[1], b.T[1]))
}
