package tsp

import (
	"fmt"
	"math"
)

// A Rounding says what became of the distances of an instance when they were made
// whole numbers.
type Rounding struct {
	// Exact says that none was rounded. Otherwise each differs from what was given by
	// at most 1/(2*Scale).
	Exact bool
	Scale float64

	// Forbidden is how many entries of a matrix are so large that they are treated as
	// edges that no tour should contain: larger than a whole tour of other edges.
	// They count as they were given where a tour has to contain them.
	Forbidden int

	// Smallest and Largest are the entries of a rounded matrix that are farthest
	// apart, forbidden ones and zeros left out.
	Smallest, Largest Entry
}

// An Entry is a distance of a matrix.
type Entry struct {
	Row, Column int // from 1
	Value       float64
}

func (e Entry) String() string {
	return fmt.Sprintf("%g in row %d, column %d", e.Value, e.Row, e.Column)
}

// Rounding returns what became of the distances.
func (in *Instance) Rounding() Rounding {
	switch {
	case in.metric == closed:
		return in.plain.base.Rounding()
	case in.given == nil:
		return Rounding{Exact: in.isExact(), Scale: in.scale}
	}
	r := Rounding{Exact: in.isExact(), Scale: in.scale}
	m := matrix{in.n, in.given}
	for k, v := range m.entries() {
		e := Entry{k/in.n + 1, k%in.n + 1, v}
		switch {
		case in.isForbidden(k):
			r.Forbidden++
		case v != 0 && (r.Smallest.Row == 0 || math.Abs(v) < math.Abs(r.Smallest.Value)):
			r.Smallest = e
		}
		if !in.isForbidden(k) && math.Abs(v) > math.Abs(r.Largest.Value) {
			r.Largest = e
		}
	}
	return r
}

// isExact tells whether no distance was rounded.
func (in *Instance) isExact() bool {
	if in.metric == closed {
		return in.plain.base.isExact()
	}
	return in.metric != Euclidean && in.metric != Haversine && !in.rounded
}

// isForbidden tells it of an entry.
func (in *Instance) isForbidden(k int) bool { return in.cap != 0 && in.weights[k] == in.cap }

// Forbidden tells whether the distance from i to j is larger than a whole tour of
// other edges, so that it was not scaled like the others; see Rounding.
func (in *Instance) Forbidden(i, j int32) bool {
	return in.metric == Explicit && in.isForbidden(int(i)*in.n+int(j))
}

// ForbiddenEdges returns how many edges of a tour are forbidden.
func (in *Instance) ForbiddenEdges(t Tour) int {
	count := 0
	for i, j := range in.legs(t) {
		if in.Forbidden(i, j) {
			count++
		}
	}
	return count
}

// Unrounded returns the distance from i to j in units of the cost before it was
// rounded: the entry of the matrix, or what the metric gives in float64.
func (in *Instance) Unrounded(i, j int32) float64 {
	switch {
	case in.metric == closed:
		return in.plain.unrounded(i, j)
	case in.given != nil && !in.asymmetric && i > j:
		return in.given[int(j)*in.n+int(i)] // in both directions the same
	case in.given != nil:
		return in.given[int(i)*in.n+int(j)]
	case in.real != nil:
		return in.real(i, j)
	case in.metric == Euclidean && in.dims == 2:
		return math.Sqrt(squared2(in.place, i, j))
	case in.metric == Euclidean:
		return math.Sqrt(squared3(in.place, i, j))
	case in.metric == Haversine:
		return 2 * EarthRadius * halfAngle(squared3(in.place, i, j))
	}
	return float64(in.Dist(i, j)) / in.scale
}

// Leg returns the distance from i to j as it counts in Cost.
func (in *Instance) Leg(i, j int32) float64 {
	if in.Forbidden(i, j) {
		return in.Unrounded(i, j)
	}
	return float64(in.Dist(i, j)) / in.scale
}

// legs yields the edges of a tour.
func (in *Instance) legs(t Tour) func(yield func(i, j int32) bool) {
	return func(yield func(i, j int32) bool) {
		for k := 1; k < len(t); k++ {
			if !yield(t[k-1], t[k]) {
				return
			}
		}
		if !in.route.open && len(t) > 1 {
			yield(t[len(t)-1], t[0])
		}
	}
}

// Cost returns the length in the unit of the instance. Together with Check it
// makes an Instance a search.Problem[Tour].
func (in *Instance) Cost(t Tour) float64 {
	if in.cap == 0 {
		return in.RoundedCost(t)
	}
	length, forbidden := int64(0), 0.0
	for i, j := range in.legs(t) {
		if in.Forbidden(i, j) {
			forbidden += in.Unrounded(i, j)
		} else {
			length += in.Dist(i, j)
		}
	}
	return in.CostOf(length) + forbidden
}

// RoundedCost returns the length as a search sees it, in the unit of the instance. It
// is Cost but for tours with forbidden edges, which cost more than that.
func (in *Instance) RoundedCost(t Tour) float64 { return in.CostOf(in.Length(t)) }

// UnroundedCost adds up the distances as they were before they were rounded.
func (in *Instance) UnroundedCost(t Tour) float64 {
	sum, rest := 0.0, 0.0
	for i, j := range in.legs(t) {
		next := in.Unrounded(i, j) - rest // rest is what the last sum rounded off
		was := sum
		sum += next
		rest = (sum - was) - next
	}
	return sum
}

// CostError returns how far Cost can be from UnroundedCost: half a unit for each edge
// of a tour, and what float64 rounds.
func (in *Instance) CostError(t Tour) float64 {
	sum, edges := 0.0, 0
	for i, j := range in.legs(t) {
		sum += math.Abs(in.Unrounded(i, j))
		edges++
	}
	noise := sum * 0x1p-40
	if in.isExact() {
		return noise
	}
	return float64(edges)/2/in.scale + noise
}

// round makes fixed-point numbers of a matrix that has no common power of ten, or of
// what is not forbidden in it.
func (in *Instance) round(m matrix) {
	in.given = m.values
	in.asymmetric = !isSymmetric(m.n, m.values, alike)
	ceiling := m.ceiling()
	in.scale = powerOfTen(MaxDistance/3, ceiling) // devices add up three
	in.weights = make([]int32, len(m.values))
	var forbidden []int
	for k, v := range m.entries() {
		if i, j := k/m.n, k%m.n; !in.asymmetric && i > j {
			v = m.values[j*m.n+i]
		}
		if v > ceiling {
			forbidden = append(forbidden, k)
			continue
		}
		in.rounded = in.rounded || !isWhole(v*in.scale)
		in.weights[k] = int32(nint(v * in.scale))
	}
	if !in.rounded {
		in.shorten()
	}
	if len(forbidden) > 0 {
		in.cap = int32(ceiling*in.scale) + 2 // more than the ceiling, rounded up
	}
	for _, k := range forbidden {
		in.weights[k] = in.cap
	}
}

// alike tells whether two numbers differ by no more than computing them in two ways
// does.
func alike(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 0x1p-40*math.Max(math.Abs(a), math.Abs(b))
}
