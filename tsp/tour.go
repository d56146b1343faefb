package tsp

import (
	"fmt"
	"slices"
)

// A Tour lists the cities in visiting order, 0-based. It closes from the last
// to the first unless the instance asks for a path.
type Tour []int32

// Identity returns the tour 0, 1, …, n-1.
func Identity(n int) Tour {
	t := make(Tour, n)
	for i := range t {
		t[i] = int32(i)
	}
	return t
}

// CheckPermutation returns an error unless t visits each of n cities exactly
// once.
func (t Tour) CheckPermutation(n int) error {
	if len(t) != n {
		return fmt.Errorf("the tour visits %d cities, the instance has %d", len(t), n)
	}
	seen := make([]bool, n)
	for at, c := range t {
		if c < 0 || int(c) >= n {
			return fmt.Errorf("position %d: city %d is not in the instance", at+1, int(c)+1)
		}
		if seen[c] {
			return fmt.Errorf("position %d: city %d is visited twice", at+1, c+1)
		}
		seen[c] = true
	}
	return nil
}

// Length returns the sum of the distances along t in units of 1/Scale, computed
// from scratch. t must be a permutation.
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
	forbidden := length / in.barred.weight // no tour of others is that long
	return float64(length%in.barred.weight)/in.scale + float64(float64(forbidden)*in.barred.value)
}

// Check returns an error unless t is a tour of this instance: a permutation
// with the required ends and fixed edges.
func (in *Instance) Check(t Tour) error {
	if err := t.CheckPermutation(in.n); err != nil {
		return err
	}
	return in.route.check(in, t)
}

// CheckFixed is Check and, of a plain instance, that the tour contains the edges that
// every tour must contain: local search that never cuts them relies on it.
func (in *Instance) CheckFixed(t Tour) error {
	if err := in.Check(t); err != nil || in.plain == nil {
		return err
	}
	return in.plain.check(t)
}

// Canonical returns t in the form that results use. It starts at the first city
// (or the required start), and of the two directions of a symmetric tour it
// takes the one whose second city has the smaller id. A path with free ends
// starts at the end with the smaller id.
func (in *Instance) Canonical(t Tour) Tour {
	c := slices.Clone(t)
	if len(c) < 2 {
		return c
	}
	if in.route.open {
		if in.Symmetric() && in.route.start < 0 && in.route.end < 0 && in.ID(c[0]) > in.ID(c[len(c)-1]) {
			slices.Reverse(c)
		}
		return c
	}
	at := slices.Index(c, max(in.route.start, 0))
	c = append(c[at:len(c):len(c)], c[:at]...)
	if in.Symmetric() && in.ID(c[1]) > in.ID(c[len(c)-1]) {
		slices.Reverse(c[1:])
	}
	return c
}
