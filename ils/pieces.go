package ils

import "github.com/tourmaline-opt/tourmaline/tsp"

// pieces hands out stretches of a large tour, round after round. Between two
// rounds the array is turned by half a piece, so that the boundaries of one
// round lie in the middle of the next round's pieces.
type pieces struct {
	tour    tsp.Tour
	scratch tsp.Tour
	at      []int32 // position of each city; frozen while a step runs
	size    int     // of a piece
	lanes   int
	from    int // where the next piece begins
	jobs    []job
}

// job is one piece: a stretch of the tour, worked on in place.
type job struct {
	path tsp.Tour
	from int32
}

func newPieces(t tsp.Tour, p Params) *pieces {
	n := len(t)
	s := &pieces{tour: t, scratch: make(tsp.Tour, n), at: make([]int32, n), lanes: p.Lanes}
	s.size = n / (n / p.Piece) // equal pieces; a remainder of a few cities waits a round
	s.turn(0)
	return s
}

// next returns the stretches for one step. They do not overlap.
func (s *pieces) next() []job {
	if s.from+s.size > len(s.tour) {
		s.turn(s.size / 2)
	}
	jobs := s.jobs[:0]
	for len(jobs) < s.lanes && s.from+s.size <= len(s.tour) {
		jobs = append(jobs, job{s.tour[s.from : s.from+s.size], int32(s.from)})
		s.from += s.size
	}
	s.jobs = jobs
	return jobs
}

// turn begins a round with the array turned by that many positions.
func (s *pieces) turn(by int) {
	copy(s.scratch, s.tour[by:])
	copy(s.scratch[len(s.tour)-by:], s.tour[:by])
	s.tour, s.scratch = s.scratch, s.tour
	s.from = 0
	s.settle(job{s.tour, 0})
}

// settle brings the positions up to date.
func (s *pieces) settle(jobs ...job) {
	for _, j := range jobs {
		for i, c := range j.path {
			s.at[c] = j.from + int32(i)
		}
	}
}
