package tsp

import (
	"fmt"
	"math"
	"slices"
)

// FromMatrix returns an instance with a full matrix of n*n distances, row by row. The row is the
// city of departure. The diagonal is ignored. The instance is symmetric if the matrix is symmetric.
// It retains the slice.
//
// If a power of ten makes all distances whole numbers of at most MaxDistance, they are exact.
// Otherwise they are rounded. A number larger than any tour without it means "forbidden" and does
// not affect the rounding of the other numbers. The method Rounding describes the result.
func FromMatrix(n int, values []float64) (*Instance, error) {
	in := &Instance{n: n, metric: Explicit, scale: 1}
	if err := in.checkSize(); err != nil {
		return nil, err
	}
	if n > math.MaxInt32 || len(values)/n != n || len(values)%n != 0 {
		return nil, fmt.Errorf("got %d numbers, expected a matrix of %d x %d", len(values), n, n)
	}
	m := matrix{n, values}
	for k, v := range m.entries() {
		if !(math.Abs(v) <= 1e100) {
			return nil, fmt.Errorf("row %d, column %d: distance %v, expected a number of at most 1e100", k/n+1, k%n+1, v)
		}
	}
	if !in.keepWhole(m) {
		in.round(m)
	}
	return in, nil
}

// A matrix holds the original distances.
type matrix struct {
	n      int
	values []float64
}

// entries yields the distances between different cities with their indices.
func (m matrix) entries() func(yield func(int, float64) bool) {
	return func(yield func(int, float64) bool) {
		for k, v := range m.values {
			if k/m.n != k%m.n && !yield(k, v) {
				return
			}
		}
	}
}

// largest returns the largest absolute distance.
func (m matrix) largest() float64 {
	most := 0.0
	for _, v := range m.entries() {
		most = math.Max(most, math.Abs(v))
	}
	return most
}

// keepWhole sets the weights and returns true if a power of ten makes all distances whole.
func (in *Instance) keepWhole(m matrix) bool {
	in.scale = powerOfTen(MaxDistance, m.largest())
	for _, v := range m.entries() {
		if !isWhole(float64(v * in.scale)) {
			return false
		}
	}
	in.weights = make([]int32, len(m.values))
	for k, v := range m.entries() {
		in.weights[k] = int32(nint(v * in.scale))
	}
	in.shorten()
	in.asymmetric = !isSymmetric(m.n, in.weights, func(a, b int32) bool { return a == b })
	return true
}

// isWhole reports whether a number that was multiplied by a power of ten is whole. It tolerates an
// error of a few units in the last place, because a decimal such as 0.3 has no exact float64
// representation.
func isWhole(v float64) bool { return math.Abs(v-math.Round(v)) <= 0x1p-50*math.Abs(v) }

// shorten removes trailing zeros that all distances have in common, so that equal distances get the
// same scale however they were written. Whole numbers get the scale 1.
func (in *Instance) shorten() {
	for in.scale > 1 {
		if slices.ContainsFunc(in.weights, func(w int32) bool { return w%10 != 0 }) {
			return
		}
		for k := range in.weights {
			in.weights[k] /= 10
		}
		in.scale = math.Round(in.scale / 10)
	}
}

// powerOfTen returns the largest power of ten whose product with value does not exceed limit, or 1
// if value is 0.
func powerOfTen(limit, value float64) float64 {
	if value == 0 {
		return 1
	}
	exponent := int(math.Min(299, math.Floor(math.Log10(limit)-math.Log10(value))))
	// correct the logarithms, which differ between machines
	for value*math.Pow10(exponent) > limit {
		exponent--
	}
	for exponent < 300 && value*math.Pow10(exponent+1) <= limit {
		exponent++
	}
	return math.Pow10(exponent)
}

func isSymmetric[T any](n int, values []T, same func(a, b T) bool) bool {
	for i := range n {
		for j := range i {
			if !same(values[i*n+j], values[j*n+i]) {
				return false
			}
		}
	}
	return true
}
