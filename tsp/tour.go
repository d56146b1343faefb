package tsp

import "github.com/tourmaline-opt/tourmaline/internal/permutation"

// A Tour lists the cities in visiting order, 0-based. It returns from the last city to the first
// unless the instance requires a path.
type Tour []int32

// Identity returns the tour 0, 1, …, n-1.
func Identity(n int) Tour {
	t := make(Tour, n)
	for i := range t {
		t[i] = int32(i)
	}
	return t
}

// Length returns the sum of the distances along t in units of 1/Scale, computed from scratch. t
// must be a permutation.
func (in *Instance) Length(t Tour) int64 {
	if len(t) < 2 {
		return 0
	}
	sum := int64(0)
	for k := 1; k < len(t); k++ {
		sum += in.Dist(t[k-1], t[k])
	}
	if in.route.open {
		return sum
	}
	return sum + in.Dist(t[len(t)-1], t[0])
}

// CostOf converts a length to a cost.
func (in *Instance) CostOf(length int64) float64 {
	length -= in.offset
	if in.barred.count == 0 {
		return float64(length) / in.scale
	}
	// a tour without forbidden edges is shorter than the weight
	forbidden := length / in.barred.weight
	return float64(length%in.barred.weight)/in.scale + float64(float64(forbidden)*in.barred.value)
}

// Check returns an error unless t is a tour of this instance: a permutation
// with the required ends and fixed edges.
func (in *Instance) Check(t Tour) error {
	if err := permutation.Check(t, in.n); err != nil {
		return err
	}
	return in.route.check(in, t)
}
