package continuous

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"testing"
)

// The values are the same to the bit on all machines.
func TestFunctionsKnownAnswers(t *testing.T) {
	for _, c := range []struct {
		name string
		x    []float64
		want uint64
	}{
		{"weierstrass", []float64{1}, 0x3fefda33a6291955},
		{"weierstrass", []float64{-0.3}, 0xbff7fbb48894ce48},
		{"weierstrass", []float64{0x1.921fb54442d18p-2}, 0x3ff4d347323e1228},
		{"weierstrass", []float64{1e-9}, 0x3f84c2df60fc9f86},
		{"weierstrass", []float64{0.1, -0.2, 0.7, 0.99999}, 0x3ffe1710603cb808},
		{"rastrigin", []float64{0.1}, 0x3ffeb79fb89794e3},
		{"rastrigin", []float64{5.12, -4.5, 1e-8}, 0x40514b2e827a9a6b},
		{"rastrigin", []float64{3.3, -0.007}, 0x4037fd696795a10d},
		{"rosenbrock", []float64{-1.2, 1}, 0x4038333333333332},
		{"rosenbrock", []float64{0.3, 9.9, -4.7}, 0x41303ebdb851eb86},
		{"ackley", []float64{0.1}, 0x3febcba517eb5d6c},
		{"ackley", []float64{32.1, -7.77, 15}, 0x40348263d538ea65},
		{"ackley", []float64{1e-7, -2e-7}, 0x3ea538c359d23fe2},
		{"griewank", []float64{0.1}, 0x3f74792242a53c2c},
		{"griewank", []float64{599.9, -333.3, 77.7, 5}, 0x405e30db6cb46165},
		{"griewank", []float64{1e-6, 3.14}, 0x3ff9b75ef5006507},
	} {
		if got := math.Float64bits(create(t, c.name, len(c.x)).Cost(c.x)); got != c.want {
			t.Errorf("%s(%v) = %#016x, want %#016x", c.name, c.x, got, c.want)
		}
	}
}

// A walk on every function has the known points, deltas and costs, to the last bit. The paper's
// variant [LSM13] uses any direction and 1/n of the default radius.
func TestCrownsKnownAnswers(t *testing.T) {
	const dim = 7
	for _, c := range []struct{ name, paper, mixed string }{
		{"weierstrass", "86054225353eadc5", "5ab50d99fdd866b7"},
		{"rastrigin", "f3af3a5877e90e29", "64fe86f7d1efd5ed"},
		{"rosenbrock", "0189e0f9f34d418b", "9a259adf3bb21b05"},
		{"ackley", "400cb39152bfd2f0", "802e2bc8a2bd46a6"},
		{"griewank", "a7f84cba3f80a619", "dc5f69acf7c2cf3a"},
	} {
		p := Defaults(create(t, c.name, dim))
		p.Neighbours = 100
		if got := walked(t, c.name, dim, p); got != c.mixed {
			t.Errorf("%s, mixed: %s, want %s", c.name, got, c.mixed)
		}
		p.Radius, p.Directions = p.Radius/dim, "any"
		if got := walked(t, c.name, dim, p); got != c.paper {
			t.Errorf("%s: %s, want %s", c.name, got, c.paper)
		}
	}
}

// walked returns a hash of two walks, one with each spacing.
func walked(t *testing.T, name string, dim int, p Params) string {
	sum := sha256.New()
	for _, spacing := range []string{"linear", geometric} {
		p.Spacing = spacing
		h := crownsWith(t, name, dim, p)
		deltas := make([]float64, h.Len())
		for step := range 10 {
			h.Deltas(0, deltas)
			move := step * 37 % h.Len()
			h.Apply(move, deltas[move])
			for _, v := range append(append(h.Snapshot(), deltas...), h.Cost()) {
				sum.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
			}
		}
	}
	return fmt.Sprintf("%x", sum.Sum(nil)[:8])
}
