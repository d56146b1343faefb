package tsp

import (
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/geom"
)

// A Rounding describes how the distances of an instance were converted to whole numbers.
type Rounding struct {
	// Exact means that no distance was rounded. Otherwise each distance differs from the original
	// by at most 1/(2*Scale).
	Exact bool
	Scale float64

	// Forbidden is the number of matrix entries that mean "forbidden". All of them equal
	// ForbiddenValue, which is larger than any tour of other entries. They contribute their
	// original value to a cost.
	Forbidden      int
	ForbiddenValue float64
}

// Rounding describes how the distances were converted to whole numbers.
func (in *Instance) Rounding() Rounding {
	switch in.metric {
	case closed:
		return in.plain.Base.Rounding()
	case doubled:
		return in.doubled.base.Rounding()
	}
	rounded := in.metric == Euclidean || in.metric == Haversine || in.rounded
	return Rounding{Exact: !rounded, Scale: in.scale, Forbidden: in.barred.count, ForbiddenValue: in.barred.value}
}

// barred describes the matrix entries that mean "forbidden". In lengths, they have a weight larger
// than any tour without them. The number of forbidden edges in a tour therefore follows from its
// length, and the other entries retain their decimals.
type barred struct {
	count  int
	weight int64
	value  float64 // original value
}

// unrounded returns the distance from i to j in units of the cost before rounding: the matrix
// entry, or the value that the metric yields in float64.
func (in *Instance) unrounded(i, j int32) float64 {
	switch {
	case in.metric == closed:
		return in.plain.unrounded(i, j)
	case in.metric == doubled:
		return in.doubled.unrounded(i, j)
	case in.given != nil && !in.asymmetric && i > j:
		return in.given[int(j)*in.n+int(i)] // use the same entry for both directions
	case in.given != nil:
		return in.given[int(i)*in.n+int(j)]
	case in.real != nil:
		return in.real(i, j)
	case in.metric == Euclidean && in.dims == 2:
		return math.Sqrt(squared2(in.place, i, j))
	case in.metric == Euclidean:
		return math.Sqrt(squared3(in.place, i, j))
	case in.metric == Haversine:
		return 2 * geom.EarthRadius * geom.HalfAngle(squared3(in.place, i, j))
	}
	return float64(in.Dist(i, j)) / in.scale
}

// Leg returns the distance from i to j in units of the cost: its contribution to Cost, and its
// value before rounding.
func (in *Instance) Leg(i, j int32) (counted, unrounded float64) {
	unrounded = in.unrounded(i, j)
	if in.asGiven() {
		return unrounded, unrounded
	}
	return in.CostOf(in.offset + in.Dist(i, j)), unrounded
}

// asGiven reports whether costs are sums of the original matrix entries. With coordinates, costs
// are sums of fixed-point numbers, which have fewer digits.
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

// Cost returns the length in the unit of the instance or, for a rounded matrix, the sum of the
// original entries. With Cost and Check, an Instance is a search.Problem[Tour].
func (in *Instance) Cost(t Tour) float64 {
	if in.asGiven() {
		cost, _ := in.unroundedCost(t)
		return cost
	}
	return in.CostOf(in.Length(t))
}

// Costs returns the rounded cost, which a search computes from the length; the unrounded cost,
// which is the sum of the distances before rounding; and a bound on their difference, which is half
// a unit for each edge plus the rounding errors of float64.
func (in *Instance) Costs(t Tour) (rounded, unrounded, within float64) {
	unrounded, within = in.unroundedCost(t)
	return in.CostOf(in.Length(t)), unrounded, within
}

// BoundOf converts a lower bound on the length of every tour to a lower bound on the cost of every
// tour, both before and after rounding. The length does not include changes by Closed.
func (in *Instance) BoundOf(length int64) float64 {
	bound := in.CostOf(length)
	if in.Rounding().Exact {
		return bound
	}
	return bound - math.Abs(bound)*0x1p-40 - float64(in.n)/2/in.scale
}

func (in *Instance) unroundedCost(t Tour) (cost, within float64) {
	var sum compensated
	size, edges := 0.0, 0
	for i, j := range in.legs(t) {
		d := in.unrounded(i, j)
		sum.add(d)
		size += math.Abs(d)
		edges++
	}
	within = size * 0x1p-40
	if !in.Rounding().Exact {
		within += float64(edges) / 2 / in.scale
	}
	return sum.sum, within
}

// round converts a matrix to fixed-point numbers if no power of ten makes all its entries whole. It
// treats forbidden entries separately.
func (in *Instance) round(m matrix) {
	in.given = m.values
	in.asymmetric = !isSymmetric(m.n, m.values, alike)
	largest, forbidden := m.forbidden()
	in.scale = powerOfTen(MaxDistance/3, largest) // devices add three distances
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

// bar gives forbidden entries a weight larger than the sum of any n other entries.
func (in *Instance) bar(m matrix) {
	if in.barred.count == 0 {
		return
	}
	most := max(0, slices.Max(in.weights))
	in.barred.weight = int64(m.n)*int64(most) + 1
	for k, v := range m.entries() {
		if v == in.barred.value {
			in.weights[k] = int32(in.barred.weight)
		}
	}
}

// forbidden checks whether the largest entry means "forbidden": it must be larger than any tour of
// other entries, and no entry may be negative. If so, forbidden returns the largest other entry and
// the forbidden entry. Otherwise it returns the largest absolute entry and 0.
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

// alike reports whether two numbers differ only by rounding errors.
func alike(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 0x1p-40*math.Max(math.Abs(a), math.Abs(b))
}
