package aco

import "github.com/tourmaline-opt/tourmaline/internal/vec"

// together is how many ants walk at once where there is assembly for it.
const together = 4

// A squad walks the tours of four ants at once: by assembly where there is some
// for the rule, else one after the other. The tours are those of a walker.
type squad struct {
	*walker
	four   *vec.Walkers
	ground vec.Ground
	spare  [together][]int32 // tours of ants that are not there
}

func newSquad(t *Terrain, levels []float32, choice []uint32) *squad {
	s := &squad{walker: newWalker(t, levels, choice)}
	if t.Listed && t.Selection == RWM {
		s.four = vec.NewWalkers(t.N)
		s.ground = vec.Ground{Width: t.Width, City: t.City, Weight: choice, Spare: t.Spare, Backup: t.Backup}
		for i := range s.spare {
			s.spare[i] = make([]int32, t.N)
		}
	}
	return s
}

// march fills the tours of up to four ants, the first of which has that number.
func (s *squad) march(tours [][]int32, seed uint64, first, cycle uint32) {
	switch {
	case s.four != nil:
		s.onLists(tours, seed, first, cycle)
	case !s.Listed && s.Selection == RWM && s.Tabu == BT:
		s.oneByOne(tours, seed, first, cycle, s.pick)
	default:
		s.oneByOne(tours, seed, first, cycle, s.next)
	}
}

func (s *squad) oneByOne(tours [][]int32, seed uint64, first, cycle uint32, next func(from int32, step int) int32) {
	for i, t := range tours {
		s.walk(t, seed, first+uint32(i), cycle, next)
	}
}

// onLists walks along candidate lists, four at once.
func (s *squad) onLists(tours [][]int32, seed uint64, first, cycle uint32) {
	four := s.spare
	copy(four[:], tours)
	streams := [together]uint32{first, first + 1, first + 2, first + 3}
	s.four.Walk(&s.ground, &four, seed, &streams, cycle, s.rescue)
}

// rescue helps an ant that has neither candidate nor backup left.
func (s *squad) rescue(ant int, from int32) int32 {
	return s.astray(from, s.levels,
		func(c int32) bool { return s.four.Visited(ant, c) },
		func() []int32 { return s.four.Left(ant, s.cities[:0]) })
}

// pick is next for the wheel over all cities and a bitmask, whose bits select from a
// row of weights.
func (s *squad) pick(from int32, step int) int32 {
	return int32(vec.Pick(s.choice[int(from)*s.N:][:s.N], s.tabu.(*bitTabu).open, s.draws[step]))
}
