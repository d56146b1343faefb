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

// nextInStep returns the same city as next for ants in lockstep. If the best edge is clear from the
// products, it does not encode the row.
func (w *construction) nextInStep(from int32, draw [2]uint32) int32 {
	if w.appraised == nil || draw[0] < w.Explore {
		return w.next(from, draw)
	}
	first := int(from) * w.Width
	list := w.City[first:][:w.Candidates]
	best, most, second, largest := int32(none), float32(0), float32(0), float32(leastProduct)
	for k, p := range w.appraised[first:][:len(list)] {
		if p > largest { // faster than max
			largest = p
		}
		if p <= second || w.tabu.Visited(list[k]) {
			continue
		}
		if p > most {
			best, most, second = list[k], p, most
		} else {
			second = p
		}
	}
	if !outweighs(most, second, twoTo(firstShift(largest, len(list)))) {
		return w.next(from, draw)
	}
	return best
}

// outweighs reports whether the weight of the product most is larger than that of second, or that
// both products are equal and their weights are exact. A weight is the product times the given
// scale, or times a larger power of two, without its fraction, but at least 1. Floats of at least
// 2²³ have no fraction.
func outweighs(most, second, scale float32) bool {
	most, second = most*scale, second*scale
	return most >= 1<<23 || most >= 2 && most-second >= 2
}
