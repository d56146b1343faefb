package swap

import "github.com/tourmaline-opt/tourmaline/tsp"

// places holds the cities in tour order, with the first city repeated at the end.
type places struct {
	order []int32
	xy    []float64 // coordinates by city; nil if not needed
	x, y  []float64 // coordinates by place
}

func newPlaces(n int, w measurers) places {
	p := places{order: make([]int32, n+1)}
	if q, ok := w.forward.(interface{ coords() []float64 }); ok {
		p.xy, p.x, p.y = q.coords(), make([]float64, n+1), make([]float64, n+1)
	}
	return p
}

// n returns the number of places.
func (p *places) n() int { return len(p.order) - 1 }

// reset loads a tour.
func (p *places) reset(t tsp.Tour) {
	for i, c := range t {
		p.set(i, c)
	}
}

// set puts a city at place i.
func (p *places) set(i int, city int32) {
	p.order[i] = city
	if p.xy != nil {
		p.x[i], p.y[i] = p.xy[2*city], p.xy[2*city+1]
	}
	if i == 0 {
		p.set(p.n(), city)
	}
}

// around maps a place before the first or after the last to a place on the tour. It avoids
// division, because it is called very often.
func (p *places) around(i int) int {
	for ; i < 0; i += p.n() {
	}
	for ; i >= p.n(); i -= p.n() {
	}
	return i
}

// at returns the city at a place, which may be before the first or after the last.
func (p *places) at(i int) int32 { return p.order[p.around(i)] }
