package lk

// maxSegment is the longest segment that Or-opt moves [OR76].
const maxSegment = 3

// segments are the 1 to 3 cities ending in a that Or-opt can take out on the
// side away from x: for each length the far end, the city behind it, and what
// closing the gap saves.
type segments struct {
	end, behind [maxSegment]int32
	saved       [maxSegment]int64
	n           int
}

func (u *Undirected) segments(a, x int32, dax int64, forward bool) segments {
	var s segments
	end := a
	for s.n < maxSegment {
		behind := u.side(end, !forward)
		if behind == x || u.isLocked(end, behind) {
			break
		}
		s.end[s.n], s.behind[s.n] = end, behind
		s.saved[s.n] = dax + u.dist(end, behind) - u.dist(x, behind)
		s.n++
		end = behind
	}
	return s
}

// holds tells whether c is one of the first k+1 cities of the segment.
func (s *segments) holds(c int32, k int) bool {
	for i := range k + 1 {
		if s.end[i] == c {
			return true
		}
	}
	return false
}

// orOpt moves a segment that ends in a between c and one of c's neighbours, a
// next to c, if that is shorter.
func (u *Undirected) orOpt(a, x, c int32, dac int64, s *segments, forward bool) bool {
	for k := range s.n {
		if s.holds(c, k) {
			return false
		}
		for _, f := range [2]int32{u.next(c), u.prev(c)} {
			if s.holds(f, k) {
				continue
			}
			gain := s.saved[k] - dac + u.dist(c, f) - u.dist(s.end[k], f)
			if gain > 0 && !u.isLocked(c, f) && u.moveSegment(a, s.end[k], c, f, forward) {
				u.length -= gain
				u.push(a)
				u.push(x)
				u.push(s.end[k])
				u.push(s.behind[k])
				u.push(c)
				u.push(f)
				return true
			}
		}
	}
	return false
}

// moveSegment moves the segment from a to e between c and f by two or three
// reversals of the stretch from the segment to its new place, on the shorter
// way around.
func (u *Undirected) moveSegment(a, e, c, f int32, forward bool) bool {
	first, last := e, a // in tour order
	if !forward {
		first, last = a, e
	}
	i, j := u.pos[first], u.pos[last]
	before, after := c, f // in tour order, the edge to open
	if u.next(c) != f {
		before, after = f, c
	}
	ahead, back := u.span(j, u.pos[before]), u.span(u.pos[after], i)
	if min(ahead, back) > u.maxFlip {
		return false
	}
	size := u.span(i, j)
	if ahead <= back {
		end := u.pos[before]
		u.turn(i, end)             // … [before … next] [last … first] after
		seam := u.wrap(end - size) // before the segment
		u.turn(i, seam)            // … [next … before] [last … first] after
		if (before == c) != (last == a) {
			u.turn(u.wrap(seam+1), end) // … before [first … last] after
		}
		return true
	}
	begin := u.pos[after]
	u.turn(begin, j)             // before [last … first] [prev … after] …
	seam := u.wrap(begin + size) // behind the segment
	u.turn(seam, j)              // before [last … first] [after … prev] …
	if (before == c) != (last == a) {
		u.turn(begin, u.wrap(seam-1)) // before [first … last] after
	}
	return true
}
