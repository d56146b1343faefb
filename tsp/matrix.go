package tsp

import (
	"fmt"
	"math"
)

// FromMatrix makes an instance from a full matrix of n*n distances, row by row;
// the row is the city of departure. The diagonal is ignored. The instance is
// symmetric if the matrix is. It keeps the slice.
//
// Where a power of ten makes all distances whole numbers of at most MaxDistance,
// they are exact. Otherwise they are rounded. A number larger than any tour without
// it means "forbidden" and does not affect the rounding of the others. Rounding
// returns what was done.
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

// A matrix holds distances as they were given.
type matrix struct {
	n      int
	values []float64
}

// entries yields the distances between different cities with their positions.
func (m matrix) entries() func(yield func(int, float64) bool) {
	return func(yield func(int, float64) bool) {
		for k, v := range m.values {
			if k/m.n != k%m.n && !yield(k, v) {
				return
			}
		}
	}
}

// largest returns the largest distance without its sign.
func (m matrix) largest() float64 {
	most := 0.0
	for _, v := range m.entries() {
		most = math.Max(most, math.Abs(v))
	}
	return most
}

// keepWhole sets the weights if a power of ten makes all of them whole.
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

// isWhole reports whether a number that was multiplied by a power of ten is whole. A decimal
// such as 0.3 is not a float64, so a few units in the last place do not matter.
func isWhole(v float64) bool { return math.Abs(v-math.Round(v)) <= 0x1p-50*math.Abs(v) }

// shorten removes zeros at the end of all distances, so that the same distances
// get the same scale however they were written. Whole numbers keep the scale 1.
func (in *Instance) shorten() {
	for in.scale > 1 {
		for _, w := range in.weights {
			if w%10 != 0 {
				return
			}
		}
		for k := range in.weights {
			in.weights[k] /= 10
		}
		in.scale = math.Round(in.scale / 10)
	}
}

// powerOfTen returns the largest power of ten whose product with a value stays within a
// limit; for 0 it is 1.
func powerOfTen(limit, value float64) float64 {
	if value == 0 {
		return 1
	}
	exponent := int(math.Min(299, math.Floor(math.Log10(limit)-math.Log10(value))))
	for value*math.Pow10(exponent) > limit { // logarithms are rounded differently on each machine
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
