package near_test

import (
	"math"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// A finder gives the same results as brute force among the remaining cities, up to ties, until no
// city remains. The queries include both removed and remaining cities.
func TestFinderIsBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInstance(t)
		if rapid.Bool().Draw(t, "matrix") {
			in = asMatrix(t, in)
		}
		n := in.N()
		f, err := near.NewFinder(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		random := rng.At(rapid.Uint64().Draw(t, "order"), 0, 0)
		order := tsp.Identity(n)
		random.Shuffle(order)
		gone := make([]bool, n)
		for _, removed := range order {
			for range 3 {
				c := random.IntN(int32(n))
				got, ok := f.Nearest(c)
				want := int64(math.MaxInt64)
				for o := range int32(n) {
					if o != c && !gone[o] {
						want = min(want, in.Dist(c, o))
					}
				}
				if ok != (want < math.MaxInt64) {
					t.Fatalf("city %d: found %v", c, ok)
				}
				if ok && (got == c || gone[got] || in.Dist(c, got) != want) {
					t.Fatalf("city %d: found %d at %d, gone %v, the nearest is at %d", c, got, in.Dist(c, got), gone[got], want)
				}
			}
			f.Remove(removed)
			gone[removed] = true
		}
		if c, ok := f.Nearest(0); ok {
			t.Fatalf("city %d remains", c)
		}
	})
}

// asMatrix returns an instance with the same distances but without coordinates.
func asMatrix(t *rapid.T, in *tsp.Instance) *tsp.Instance {
	n := in.N()
	matrix := make([]float64, n*n)
	for i := range matrix {
		if i/n != i%n {
			matrix[i] = float64(in.Dist(int32(i/n), int32(i%n)))
		}
	}
	out, err := tsp.FromMatrix(n, matrix)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
