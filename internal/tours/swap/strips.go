package swap

// strips holds rows of the distance matrix, in tour order, from which moves are scored. Only one
// goroutine may use it at a time.
type strips struct{ forward, backward *ring }

// A ring holds three consecutive rows in one direction.
type ring struct {
	dist measurer
	rows [3]strip
}

// A strip is a part of a row: the distances between one place and the places from first to end-1.
type strip struct {
	place, first, end int
	d                 []int64 // by place, with the first place repeated at the end
}

// strips returns strips for one goroutine and the current tour. The caller returns them to the
// pool.
func (s *Swap) strips() *strips {
	t, ok := s.pool.Get().(*strips)
	if !ok {
		return newStrips(s.n, s.dist)
	}
	t.forward.clear()
	t.backward.clear()
	return t
}

func newStrips(n int, w measurers) *strips {
	s := &strips{forward: newRing(n, w.forward)}
	if s.backward = s.forward; w.backward != w.forward {
		s.backward = newRing(n, w.backward)
	}
	return s
}

func newRing(n int, w measurer) *ring {
	r := &ring{dist: w}
	for k := range r.rows {
		r.rows[k].d = make([]int64, n+1)
	}
	return r
}

// clear discards the rows after the tour has changed.
func (r *ring) clear() {
	for k := range r.rows {
		r.rows[k].end = 0
	}
}

// row returns columns first to end-1 of the row of place i. It computes them if necessary.
func (r *ring) row(p *places, i, first, end int) []int64 {
	s := &r.rows[(i+1)%3]
	if s.place != i || first < s.first || end > s.end {
		s.place, s.first, s.end = i, first, end
		r.dist.measure(s.d[first:end], p, p.around(i), first)
	}
	return s.d[first:end]
}

// A cross holds the data for the moves of place i with the places j from first to end-1, none of
// which is adjacent to i: the lengths of the four new edges and of the removed edges at j.
type cross struct {
	up, down, left, right []int64 // d(i-1,j), d(j,i+1), d(j-1,i), d(i,j+1)
	around                []int64
}

func (s *Swap) cross(t *strips, i, first, end int) cross {
	count := end - first
	left := t.backward.row(&s.places, i, first-1, end+1)
	right := t.forward.row(&s.places, i, first-1, end+1)
	return cross{
		up:     t.forward.row(&s.places, i-1, first, end)[:count],
		down:   t.backward.row(&s.places, i+1, first, end+1)[:count],
		left:   left[:count],
		right:  right[2:][:count],
		around: s.around[first:end][:count],
	}
}
