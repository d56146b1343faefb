package continuous

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// plainRough computes the definition with package math, whose sine is also accurate for large
// angles.
func plainRough(x float64) float64 {
	sum := 0.0
	for i := 1.0; i <= 100; i++ {
		sum += math.Pow(2, -i/4) * math.Sin(math.Pow(2, i)*x)
	}
	return sum
}

// anywhere draws numbers of all magnitudes from -1 to 1, including the ends.
func anywhere(t *rapid.T) float64 {
	return rapid.OneOf(
		rapid.Float64Range(-1, 1),
		rapid.Custom(func(t *rapid.T) float64 {
			return math.Ldexp(rapid.Float64Range(-1, 1).Draw(t, "mantissa"), -rapid.IntRange(0, 250).Draw(t, "halvings"))
		}),
		rapid.SampledFrom([]float64{0, 1, -1, 0.5, math.SmallestNonzeroFloat64, math.Nextafter(1, 0)}),
	).Draw(t, "x")
}

func TestRoughIsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := anywhere(t)
		within(t, "rough", x, rough(x), plainRough(x), 2e-14)
		if rough(-x) != -rough(x) {
			t.Fatalf("rough(%v) = %v, but %v at the other side", x, rough(x), rough(-x))
		}
	})
}

// If all hundred angles are small, so are the sines, and the only error is in the last place of the
// angles.
func TestRoughOfTinyNumbers(t *testing.T) {
	for _, x := range []float64{0x1p-110, -0x1.8p-115, 0x1.abcdep-120, 0x1p-130} {
		within(t, "rough", x, rough(x), plainRough(x), 1e-17)
	}
	for _, x := range []float64{0, 0x1p-193, -0x1p-300, math.SmallestNonzeroFloat64} {
		if rough(x) != 0 {
			t.Errorf("rough(%v) = %v, want 0", x, rough(x))
		}
	}
}

func TestHalfTurnsHas192Places(t *testing.T) {
	const digits = "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798"
	pi, _, err := big.ParseFloat(digits, 10, 320, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		x := anywhere(t)
		want := new(big.Float).SetPrec(320).SetFloat64(math.Abs(x))
		want.Quo(want, pi)
		want.SetMantExp(want, 192)
		got := new(big.Int)
		high, mid, low := halfTurns(x)
		for _, word := range []uint64{high, mid, low} {
			got.Lsh(got, 64).Or(got, new(big.Int).SetUint64(word))
		}
		off, _ := want.Sub(want, new(big.Float).SetPrec(320).SetInt(got)).Float64()
		if !(off >= 0 && off <= 2) {
			t.Fatalf("|%v|/π is %v units of 2^-192 larger than %x", x, off, got)
		}
	})
}

// rough returns some value even for numbers outside the domain.
func TestRoughIsTotal(*testing.T) {
	for _, x := range []float64{2, -1e300, math.Inf(1), math.NaN()} {
		rough(x)
	}
}

func TestWeierstrassIsASum(t *testing.T) {
	x := []float64{0.25, -0.75, 1}
	if got, want := weierstrass(x), rough(0.25)+rough(-0.75)+rough(1); got != want {
		t.Errorf("weierstrass(%v) = %v, want %v", x, got, want)
	}
}
