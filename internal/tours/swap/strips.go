package swap

import "sync"

// strips are the rows of the matrix of distances, in the order of the tour, that some
// moves are scored by. They belong to one goroutine.
type strips struct{ there, back *ring }

// A ring keeps three neighbouring rows in one direction.
type ring struct {
	way  way
	rows [3]strip
}

// A strip is a part of a row: the distances of one place to those from first to end.
type strip struct {
	place, first, end int
	d                 []int64 // by place; the first one once more at the end
}

// A shelf keeps strips that nobody uses.
type shelf struct {
	sync.Mutex
	idle []*strips
}

// take is for one goroutine and one tour.
func (h *shelf) take(n int, w ways) *strips {
	h.Lock()
	defer h.Unlock()
	last := len(h.idle) - 1
	if last < 0 {
		return newStrips(n, w)
	}
	s := h.idle[last]
	h.idle = h.idle[:last]
	s.there.forget()
	s.back.forget()
	return s
}

func (h *shelf) put(s *strips) {
	h.Lock()
	h.idle = append(h.idle, s)
	h.Unlock()
}

func newStrips(n int, w ways) *strips {
	s := &strips{there: newRing(n, w.there)}
	if s.back = s.there; w.back != w.there {
		s.back = newRing(n, w.back)
	}
	return s
}

func newRing(n int, w way) *ring {
	r := &ring{way: w}
	for k := range r.rows {
		r.rows[k].d = make([]int64, n+1)
	}
	return r
}

// forget is for when the tour has changed.
func (r *ring) forget() {
	for k := range r.rows {
		r.rows[k].end = 0
	}
}

// row is the row of place i, from column first to end. It may be there already.
func (r *ring) row(p *places, i, first, end int) []int64 {
	s := &r.rows[(i+1)%3]
	if s.place != i || first < s.first || end > s.end {
		s.place, s.first, s.end = i, first, end
		r.way.measure(s.d[first:end], p, p.around(i), first)
	}
	return s.d[first:end]
}

// A cross is what the moves of place i need for the places j from first to end, all of
// them apart from i: the distances of the four edges that come, and what goes.
type cross struct {
	up, down, left, right []int64 // d(i-1,j), d(j,i+1), d(j-1,i), d(i,j+1)
	around                []int64
}

func (s *Swap) cross(t *strips, i, first, end int) cross {
	count := end - first
	left := t.back.row(&s.places, i, first-1, end+1)
	right := t.there.row(&s.places, i, first-1, end+1)
	return cross{
		up:     t.there.row(&s.places, i-1, first, end)[:count],
		down:   t.back.row(&s.places, i+1, first, end+1)[:count],
		left:   left[:count],
		right:  right[2:][:count],
		around: s.around[first:end][:count],
	}
}
