package swap

import "github.com/tourmaline-opt/tourmaline/tsp"

// places are the cities in the order of the tour, the first one once more at the end.
type places struct {
	order []int32
	xy    []float64 // coordinates by city; nil if nobody needs them
	x, y  []float64 // by place
}

func newPlaces(n int, w ways) places {
	p := places{order: make([]int32, n+1)}
	if q, ok := w.there.(interface{ coords() []float64 }); ok {
		p.xy, p.x, p.y = q.coords(), make([]float64, n+1), make([]float64, n+1)
	}
	return p
}

// n is the number of places.
func (p *places) n() int { return len(p.order) - 1 }

// reset takes up a tour.
func (p *places) reset(t tsp.Tour) {
	for i, c := range t {
		p.put(i, c)
	}
}

// put gives a city its place.
func (p *places) put(i int, city int32) {
	p.order[i] = city
	if p.xy != nil {
		p.x[i], p.y[i] = p.xy[2*city], p.xy[2*city+1]
	}
	if i == 0 {
		p.put(p.n(), city)
	}
}

// around is a place, counted around the tour, on from the last one or back from the
// first. It is asked too often for a division.
func (p *places) around(i int) int {
	for ; i < 0; i += p.n() {
	}
	for ; i >= p.n(); i -= p.n() {
	}
	return i
}

// at is the city at a place, counted around the tour.
func (p *places) at(i int) int32 { return p.order[p.around(i)] }
