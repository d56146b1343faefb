package geom

import (
	"hash/fnv"
	"math"
	"testing"

	"github.com/tourmaline-opt/tourmaline/rng"
)

// arcSine equals math.Asin except for the last bit, and is identical on every processor.
func TestArcSine(t *testing.T) {
	s := rng.At(1, 2, 3)
	sum := fnv.New64a()
	for range 100_000 {
		x := s.Float64()
		switch s.IntN(4) {
		case 0:
			x *= 1e-4
		case 1:
			x = 1 - float64(x*1e-6)
		}
		got, want := arcSine(x), math.Asin(x)
		// If the compiler fuses operations in the standard library, the last bit of 1 - x² differs.
		if math.Abs(got-want) > 4e-16*want+4e-16/math.Sqrt((1-x)*(1+x)+1e-300) {
			t.Fatalf("%v of %v, want %v", got, x, want)
		}
		for bits := math.Float64bits(got); bits > 0; bits >>= 8 {
			_, _ = sum.Write([]byte{byte(bits)})
		}
	}
	if got, want := sum.Sum64(), uint64(0x334736da12fac551); got != want {
		t.Errorf("all bits together: %#x, want %#x", got, want)
	}
	for _, x := range []float64{0, 0.66, 0.7, math.Nextafter(0.7, 1), 1} {
		if got, want := arcSine(x), math.Asin(x); math.Abs(got-want) > 4e-16 {
			t.Errorf("%v of %v, want %v", got, x, want)
		}
	}
}
