package aco

import "github.com/tourmaline-opt/tourmaline/internal/vec"

// boldly constructs the same tour as walk if ants mostly take the best edge and trails do not
// change during a cycle. It uses the precomputed best edges of each city.
func (s *batch) boldly(tour []int32, seed uint64, ant, cycle uint32) {
	vec.Draws(s.draws, seed, ant, cycle)
	s.tabu.Reset()
	open := s.tabu.(*bitTabu).open
	at := s.first(s.draw(0))
	tour[0] = at
	open[at>>6] &^= 1 << (at & 63)
	for step := 1; step < len(tour); step++ {
		if step%stepsAtOnce == 0 && s.ended() {
			return
		}
		draw := [2]uint32(s.draws[2*step:])
		to := int32(none)
		if draw[0] >= s.Explore {
			for _, c := range s.favourites[int(at)*shortlist:][:shortlist] {
				if open[c>>6]>>(c&63)&1 != 0 {
					to = c
					break
				}
			}
		}
		if to == none {
			to = s.next(at, draw)
		}
		tour[step], at = to, to
		open[at>>6] &^= 1 << (at & 63)
	}
}
