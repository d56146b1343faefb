package certificate_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/certificate"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// drawn returns a random matrix instance with some of the possible conditions.
func drawn(t testing.TB, seed uint64, kind uint8) *tsp.Instance {
	s := rng.At(seed, 0, 0)
	n := int(3 + s.IntN(4))
	m := make([]float64, n*n)
	for i := range n {
		for j := range n {
			if m[i*n+j] = float64(s.IntN(50)); kind&1 == 0 && j < i {
				m[i*n+j] = m[j*n+i]
			}
		}
	}
	in, err := tsp.FromMatrix(n, m)
	if err == nil && kind&2 > 0 {
		in, err = in.Path(int32(kind>>3&1)-1, 1)
	}
	if err == nil && kind&4 > 0 && in.Symmetric() {
		in, err = in.FixEdges([][2]int32{{1, 2}})
	}
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func shortest(in *tsp.Instance, t tsp.Tour, k int) int64 {
	if k == len(t) {
		if in.Check(t) != nil {
			return math.MaxInt64
		}
		return in.Length(t)
	}
	best := int64(math.MaxInt64)
	for i := k; i < len(t); i++ {
		t[k], t[i] = t[i], t[k]
		best = min(best, shortest(in, t, k+1))
		t[k], t[i] = t[i], t[k]
	}
	return best
}

// nodes returns the number of nodes of an instance.
func nodes(in *tsp.Instance) int {
	n := in.N()
	if in.Open() {
		n++
	}
	if !in.Symmetric() {
		n *= 2
	}
	return n
}

// Whatever the weights, the bound is at most the optimum.
func FuzzAnyWeightsProveABound(f *testing.F) {
	for kind := range uint8(16) {
		for seed := range uint64(20) {
			f.Add(seed, kind, int64(1+seed%5), seed, int64(1)<<(2*seed))
		}
	}
	f.Fuzz(func(t *testing.T, seed uint64, kind uint8, scale int64, apart uint64, spread int64) {
		in := drawn(t, seed, kind)
		n := nodes(in)
		c := certificate.Certificate{Scale: scale, Apart: int(apart % uint64(n)), Weights: make([]int64, n)}
		s := rng.At(seed, 1, 0)
		for i := range c.Weights {
			c.Weights[i] = int64(float64(spread) * (s.Float64() - 0.5))
		}
		length, err := c.Length(context.Background(), in)
		if err != nil {
			return
		}
		if best := shortest(in, tsp.Identity(in.N()), 0); length > best {
			t.Fatalf("bound %d, optimum %d", length, best)
		}
	})
}

// A graph that is a cycle is its own 1-tree.
func TestTheBoundOfACycle(t *testing.T) {
	in, err := tsp.FromMatrix(4, []float64{0, 1, 9, 1, 1, 0, 1, 9, 9, 1, 0, 1, 1, 9, 1, 0})
	if err != nil {
		t.Fatal(err)
	}
	c := certificate.Certificate{Scale: 1, Weights: make([]int64, 4)}
	if cost, err := c.Cost(t.Context(), in); err != nil || cost != 4 {
		t.Errorf("bound %v, expected 4: %v", cost, err)
	}
}

func TestInvalidCertificates(t *testing.T) {
	in := drawn(t, 1, 0)
	valid := func() *certificate.Certificate {
		return &certificate.Certificate{Scale: 1, Weights: make([]int64, nodes(in))}
	}
	for want, change := range map[string]func(*certificate.Certificate){
		"weights, expected":         func(c *certificate.Certificate) { c.Weights = c.Weights[1:] },
		"the node apart is -1":      func(c *certificate.Certificate) { c.Apart = -1 },
		"the node apart is 1000":    func(c *certificate.Certificate) { c.Apart = 1000 },
		"the scale is 0":            func(c *certificate.Certificate) { c.Scale = 0 },
		"expected 1 to 16777216":    func(c *certificate.Certificate) { c.Scale = 1 << 25 },
		"weight 0 is -576460752303": func(c *certificate.Certificate) { c.Weights[0] = -1 << 59 },
	} {
		c := valid()
		change(c)
		if _, err := c.Cost(t.Context(), in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := valid().Cost(gone, in); err == nil {
		t.Error("a cancelled check succeeded")
	}
}
