package sweep

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Tied is the stored length of an edge that must stay.
const Tied = math.MinInt32

// A View is a tour and its instance in the form that a sweep uses: flat arrays that do not change
// during the sweep.
type View struct {
	Order []int32 // cities in tour order
	Pos   []int32 // position of each city
	Edge  []int32 // Edge[p] is the length from Order[p] to the next city, or Tied
	Lists *near.Lists

	n     int32
	space lk.Space
}

// NewView allocates a view for tours of an instance.
func NewView(in *tsp.Instance, l *near.Lists) *View {
	n := in.N()
	return &View{Pos: make([]int32, n), Edge: make([]int32, n), Lists: l, n: int32(n), space: lk.NewSpace(in)}
}

// prepareTour sets Pos and Edge for the positions from first to end-1 of the tour.
func (v *View) prepareTour(first, end int32) {
	for p := first; p < end; p++ {
		c := v.Order[p]
		v.Pos[c] = p
		v.Edge[p] = int32(max(v.space.Dist(c, v.Order[v.after(p)]), Tied))
	}
}

// Set loads a tour, which must not change while the view is in use.
func (v *View) Set(t tsp.Tour) {
	v.Order = t
	v.prepareTour(0, v.n)
}

func (v *View) after(p int32) int32 {
	if p++; p < v.n {
		return p
	}
	return 0
}

func (v *View) before(p int32) int32 {
	if p > 0 {
		return p - 1
	}
	return v.n - 1
}

// side returns the next city if forward is true, and otherwise the previous one.
func (v *View) side(c int32, forward bool) int32 {
	if forward {
		return v.Order[v.after(v.Pos[c])]
	}
	return v.Order[v.before(v.Pos[c])]
}

// edge returns the position of the edge from a city to its neighbour on the given side.
func (v *View) edge(c int32, forward bool) int32 {
	if forward {
		return v.Pos[c]
	}
	return v.before(v.Pos[c])
}

// between reports whether b lies on the path from a to c in the given direction.
func (v *View) between(a, b, c int32, forward bool) bool {
	if !forward {
		a, c = c, a
	}
	i, k, j := v.Pos[a], v.Pos[b], v.Pos[c]
	if i <= j {
		return i <= k && k <= j
	}
	return k >= i || k <= j
}

// way returns t1, the neighbour of t2 with the smaller or the larger number, and the direction from
// t1 to t2. Selecting neighbours by number makes the result of a sweep independent of the direction
// in which the tour is stored.
func (v *View) way(t2 int32, larger bool) (t1 int32, forward bool) {
	before, behind := v.side(t2, false), v.side(t2, true)
	if (before < behind) != larger {
		return before, true
	}
	return behind, false
}
