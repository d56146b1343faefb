package tsp

import (
	"fmt"
	"slices"
)

// A Tour is the cities in visiting order, 0-based. It closes from the last to
// the first unless the instance asks for a path.
type Tour []int32

// Identity is the tour in the order of the file.
func Identity(n int) Tour {
	t := make(Tour, n)
	for i := range t {
		t[i] = int32(i)
	}
	return t
}

// CheckPermutation tells whether t visits each of n cities exactly once.
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

// Length is the sum of the distances along t in units of 1/Scale, from
// scratch. t must be a permutation.
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

// Cost is the length in the unit of the instance. With Check it makes an
// Instance a search.Problem[Tour].
func (in *Instance) Cost(t Tour) float64 { return in.CostOf(in.Length(t)) }

// CostOf is the cost of a tour whose length is known.
func (in *Instance) CostOf(length int64) float64 { return float64(length-in.offset) / in.scale }

// Check tells whether t is a tour of this instance: a permutation with the
// ends and the fixed edges that were asked for.
func (in *Instance) Check(t Tour) error {
	if err := t.CheckPermutation(in.n); err != nil {
		return err
	}
	return in.route.check(in, t)
}

// Canonical is the one way of writing t that results use: it starts at the
// first city (or the start asked for), and of the two directions of a
// symmetric tour takes the one whose second city has the smaller id. A path with
// free ends starts at the end with the smaller id.
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
