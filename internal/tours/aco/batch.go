package aco

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/vec"
)

// together is the number of ants that the assembly processes simultaneously.
const together = 4

// A batch constructs the tours of four ants. It processes them simultaneously if there is assembly
// for the rule, and one after the other otherwise. The tours are the same as those of a
// construction.
type batch struct {
	*construction
	four   *vec.Walkers
	ground vec.Ground
	spare  [together][]int32 // buffers for unused lanes when fewer than four ants are left
}

func newBatch(r *trails) *batch {
	s := &batch{construction: newConstruction(r)}
	switch {
	case r.favourites != nil:
		s.tabu = newTabu(BT, r.N) // with candidate lists, tours do not depend on the kind of tabu
	case r.Listed && r.Selection == RWM && !r.Bold():
		s.four = vec.NewWalkers(r.N)
		s.ground = vec.Ground{Width: r.Width, City: r.City, Weight: r.choice, Spare: r.Spare, Backup: r.Backup}
		for i := range s.spare {
			s.spare[i] = make([]int32, r.N)
		}
	}
	return s
}

// walkAll constructs the tours of up to four ants. The number of the first ant is first. When ctx
// is cancelled, walkAll leaves the tours unfinished.
func (s *batch) walkAll(ctx context.Context, tours [][]int32, seed uint64, first, cycle uint32) {
	s.ended = func() bool { return ctx.Err() != nil }
	if s.four != nil {
		s.onLists(tours, seed, first, cycle)
		return
	}
	for i, t := range tours {
		ant := first + uint32(i)
		switch {
		case s.favourites != nil:
			s.boldly(t, seed, ant, cycle)
		case s.Updates == Relaxed:
			s.relaxed(t, seed, ant, cycle)
		case !s.Listed && s.Selection == RWM && s.Tabu == BT && !s.Bold():
			s.walk(t, seed, ant, cycle, s.pick)
		default:
			s.walk(t, seed, ant, cycle, s.next)
		}
	}
}

// onLists constructs four tours simultaneously from candidate lists.
func (s *batch) onLists(tours [][]int32, seed uint64, first, cycle uint32) {
	s.four.Ended = s.ended
	four := s.spare
	copy(four[:], tours)
	streams := [together]uint32{first, first + 1, first + 2, first + 3}
	s.four.Walk(&s.ground, &four, seed, &streams, cycle, s.rescue)
}

// rescue chooses a city for an ant that has visited all candidates and backup cities.
func (s *batch) rescue(ant int, from int32) int32 {
	return s.astray(from,
		func(c int32) bool { return s.four.Visited(ant, c) },
		func() []int32 { return s.four.Left(ant, s.cities[:0]) })
}

// pick returns the same city as next, for the roulette wheel over all cities. The set bits of the
// tabu bitmask select weights from the row of choices.
func (s *batch) pick(from int32, draw [2]uint32) int32 {
	return int32(vec.Pick(s.choice[int(from)*s.N:][:s.N], s.tabu.(*bitTabu).open, draw[0]))
}
