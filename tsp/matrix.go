package tsp

import (
	"fmt"
	"math"
)

// FromMatrix makes an instance from a full matrix of n*n distances, row by row;
// the row is the city of departure. Whole numbers are kept. Decimals become
// fixed-point numbers with as many digits as they have, up to six digits and up
// to MaxDistance. The diagonal is ignored. The instance is symmetric if the
// matrix is.
func FromMatrix(n int, values []float64) (*Instance, error) {
	in := &Instance{n: n, metric: Explicit, scale: 1}
	if err := in.checkSize(); err != nil {
		return nil, err
	}
	if n > math.MaxInt32 || len(values)/n != n || len(values)%n != 0 {
		return nil, fmt.Errorf("%d numbers are not a matrix of %d x %d", len(values), n, n)
	}
	largest := 0.0
	for k, v := range values {
		if k/n == k%n {
			continue
		}
		if !(math.Abs(v) <= MaxDistance) {
			return nil, fmt.Errorf("row %d, column %d: %s", k/n+1, k%n+1, distanceFault(v))
		}
		largest = math.Max(largest, math.Abs(v))
	}
	in.scale = decimals(n, values, largest)
	in.weights = make([]int32, len(values))
	for k, v := range values {
		if k/n != k%n {
			in.weights[k] = int32(nint(v * in.scale))
		}
	}
	in.shorten()
	in.asymmetric = !symmetric(n, in.weights)
	return in, nil
}

// distanceFault says what is wrong with a distance and how to fix it.
func distanceFault(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return fmt.Sprintf("distance %v, expected a number of at most %d", v, MaxDistance)
	}
	return fmt.Sprintf("distance %v, the limit is %d: divide all distances, for example by 1000", v, MaxDistance)
}

// shorten removes decimals that are zero in all distances after rounding, so
// that the same distances get the same scale however they were written.
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
		in.scale /= 10
	}
}

// decimals is the smallest power of ten that makes all values whole, or the
// largest that keeps them within range.
func decimals(n int, values []float64, largest float64) float64 {
	scale := 1.0
	for scale < 1e6 && largest*scale*10 <= MaxDistance {
		if wholeAt(n, values, scale) {
			break
		}
		scale *= 10
	}
	return scale
}

func wholeAt(n int, values []float64, scale float64) bool {
	for k, v := range values {
		if k/n == k%n {
			continue
		}
		if s := float64(v * scale); math.Abs(s-math.Round(s)) > math.Max(1e-9, 1e-12*math.Abs(s)) {
			return false
		}
	}
	return true
}

func symmetric(n int, w []int32) bool {
	for i := range n {
		for j := range i {
			if w[i*n+j] != w[j*n+i] {
				return false
			}
		}
	}
	return true
}
