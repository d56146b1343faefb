package stats

import (
	"math"
	"testing"
)

// The values are the last row of tables of the studentised range, such as Pearson and Hartley,
// "Biometrika Tables for Statisticians", Table 29, starting with 2 variables.
func TestStudentisedRange(t *testing.T) {
	for alpha, row := range map[float64][]float64{
		0.10: {2.326, 2.902, 3.240, 3.478, 3.661, 3.808, 3.931, 4.037, 4.129},
		0.05: {2.772, 3.314, 3.633, 3.858, 4.030, 4.170, 4.286, 4.387, 4.474},
		0.01: {3.643, 4.120, 4.403, 4.603, 4.757, 4.882, 4.987, 5.078, 5.157},
	} {
		for i, want := range row {
			if got := rangeQuantile(alpha, i+2); math.Abs(got-want) > 6e-4 {
				t.Errorf("%v of %d: %v, want %v", alpha, i+2, got, want)
			}
		}
	}
	for k, want := range map[int]float64{15: 4.796, 20: 5.012} {
		if got := rangeQuantile(0.05, k); math.Abs(got-want) > 6e-4 {
			t.Errorf("0.05 of %d: %v, want %v", k, got, want)
		}
	}
}

// The range of two variables is the absolute value of a normal difference. rangeTail agrees with it
// to the last digits even in the tail.
func TestRangeOfTwo(t *testing.T) {
	for _, q := range []float64{0, 1e-9, 0.1, 1, 3, 10, 15} {
		if got, want := rangeTail(q, 2), math.Erfc(q/2); math.Abs(got/want-1) > 1e-12 {
			t.Errorf("above %v: %v, want %v", q, got, want)
		}
	}
}

func TestRangeQuantileIsAnInverse(t *testing.T) {
	for _, k := range []int{2, 5, 100} {
		for _, alpha := range []float64{1e-9, 0.01, 0.5, 0.999} {
			if got := rangeTail(rangeQuantile(alpha, k), k); math.Abs(got/alpha-1) > 1e-9 {
				t.Errorf("%v of %d: back to %v", alpha, k, got)
			}
		}
	}
}
