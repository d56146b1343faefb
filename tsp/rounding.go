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

	// Forbidden is how many entries of a matrix say "forbidden": all the same number,
	// and larger than any tour of other entries. They count as they were given.
	Forbidden int
}

// Rounding returns what became of the distances.
func (in *Instance) Rounding() Rounding {
	if in.metric == closed {
		return in.plain.base.Rounding()
	}
	rounded := in.metric == Euclidean || in.metric == Haversine || in.rounded
	return Rounding{Exact: !rounded, Scale: in.scale, Forbidden: in.barred.count}
}

// barred are the entries of a matrix that say "forbidden". In lengths they have a
// weight that is larger than any tour without them, so that a length tells how many of
// them a tour has, and they take no decimals from the others.
type barred struct {
	count  int
	weight int64
	value  float64 // as it was given
}

// An Entry is a distance of a matrix.
type Entry struct {
	Row, Column int // from 1
	Value       float64
}

func (e Entry) String() string {
	return fmt.Sprintf("%g in row %d, column %d", e.Value, e.Row, e.Column)
}

// Extremes returns the entries of a rounded matrix that are farthest apart, forbidden
// ones and zeros left out. Of other instances they are zero.
func (in *Instance) Extremes() (smallest, largest Entry) {
	for k, v := range (matrix{in.n, in.given}).entries() {
		size := math.Abs(v)
		if size == 0 || in.barred.count > 0 && v == in.barred.value {
			continue
		}
		e := Entry{k/in.n + 1, k%in.n + 1, v}
		if smallest.Row == 0 || size < math.Abs(smallest.Value) {
			smallest = e
		}
		if size > math.Abs(largest.Value) {
			largest = e
		}
	}
	return smallest, largest
}

// ForbiddenEdges returns how many edges of a tour are forbidden: none, unless the tour
// has no other way.
func (in *Instance) ForbiddenEdges(t Tour) int {
	count := 0
	for i, j := range in.legs(t) {
		if in.barred.count > 0 && in.Dist(i, j) == in.barred.weight {
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
	if in.asGiven() {
		return in.Unrounded(i, j)
	}
	return in.CostOf(in.offset + in.Dist(i, j))
}

// asGiven tells whether costs are made of the entries of a matrix as they were given.
// Those of places are fixed-point numbers, which are shorter to write.
func (in *Instance) asGiven() bool { return in.given != nil && in.rounded }

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

// Cost returns the length in the unit of the instance or, of a rounded matrix, the sum
// of the entries as they were given. Together with Check it makes an Instance a
// search.Problem[Tour].
func (in *Instance) Cost(t Tour) float64 {
	if in.asGiven() {
		return in.UnroundedCost(t)
	}
	return in.RoundedCost(t)
}

// RoundedCost returns the cost as a search sees it, by the length.
func (in *Instance) RoundedCost(t Tour) float64 { return in.CostOf(in.Length(t)) }

// UnroundedCost adds up the distances as they were before they were rounded.
func (in *Instance) UnroundedCost(t Tour) float64 {
	var sum compensated
	for i, j := range in.legs(t) {
		sum.add(in.Unrounded(i, j))
	}
	return sum.sum
}

// CostError returns how far RoundedCost can be from UnroundedCost: half a unit for
// each edge of a tour, and what float64 rounds.
func (in *Instance) CostError(t Tour) float64 {
	sum, edges := 0.0, 0
	for i, j := range in.legs(t) {
		sum += math.Abs(in.Unrounded(i, j))
		edges++
	}
	noise := sum * 0x1p-40
	if in.Rounding().Exact {
		return noise
	}
	return float64(edges)/2/in.scale + noise
}

// round makes fixed-point numbers of a matrix that has no common power of ten, or of
// what is not forbidden in it.
func (in *Instance) round(m matrix) {
	in.given = m.values
	in.asymmetric = !isSymmetric(m.n, m.values, alike)
	largest, forbidden := m.forbidden()
	in.scale = powerOfTen(MaxDistance/3, largest) // devices add up three
	if forbidden > 0 {
		in.scale = powerOfTen(MaxDistance/3, float64(m.n+2)*largest)
		in.barred.value = forbidden
	}
	in.weights = make([]int32, len(m.values))
	for k, v := range m.entries() {
		if i, j := k/m.n, k%m.n; !in.asymmetric && i > j {
			v = m.values[j*m.n+i]
		}
		if forbidden > 0 && v == forbidden {
			in.barred.count++
			continue
		}
		in.rounded = in.rounded || !isWhole(float64(v*in.scale))
		in.weights[k] = int32(nint(v * in.scale))
	}
	if !in.rounded {
		in.shorten()
	}
	in.bar(m)
}

// bar gives forbidden entries their weight: more than n of the others.
func (in *Instance) bar(m matrix) {
	if in.barred.count == 0 {
		return
	}
	most := int32(0)
	for _, w := range in.weights {
		most = max(most, w)
	}
	in.barred.weight = int64(m.n)*int64(most) + 1
	for k, v := range m.entries() {
		if v == in.barred.value {
			in.weights[k] = int32(in.barred.weight)
		}
	}
}

// forbidden finds out whether the largest entry says "forbidden": whether it is larger
// than any tour of other entries, and none of these is negative. It returns the largest
// of the others and that entry or, if nothing is forbidden, the largest of all and 0.
func (m matrix) forbidden() (largest, forbidden float64) {
	most, next, least := 0.0, 0.0, 0.0
	for _, v := range m.entries() {
		least = math.Min(least, v)
		switch {
		case v > most:
			most, next = v, most
		case v < most:
			next = math.Max(next, v)
		}
	}
	if least < 0 || next == 0 || most <= float64(m.n)*next {
		return m.largest(), 0
	}
	return next, most
}

// alike tells whether two numbers differ by no more than computing them in two ways
// does.
func alike(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 0x1p-40*math.Max(math.Abs(a), math.Abs(b))
}
