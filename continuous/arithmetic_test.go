package continuous

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// within fails the test unless got and want differ by at most tolerance.
func within(t rapid.TB, what string, at, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Fatalf("%s(%v) = %v, want %v: off by %.3g", what, at, got, want, got-want)
	}
}

// arc agrees with math.Sin. Part of the tolerance is for the rounded argument of math.Sin.
func TestArcIsASine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.Float64Range(-1, 1).Draw(t, "r")
		want := math.Sin(r * (math.Pi / 2))
		within(t, "arc", r, arc(r), want, 4e-16*math.Abs(want))
		if arc(-r) != -arc(r) {
			t.Fatalf("arc(%v) = %v, but %v at the other side", r, arc(r), arc(-r))
		}
		opposite := arc(1 - math.Abs(r))
		within(t, "sin² + cos²", r, arc(r)*arc(r)+opposite*opposite, 1, 1e-15)
	})
}

func TestArcNeverExceedsOne(t *testing.T) {
	if arc(1) != 1 || arc(0) != 0 {
		t.Fatalf("arc(1) = %v, arc(0) = %v", arc(1), arc(0))
	}
	for i := range 100_000 {
		if r := 1 - float64(i*i)*0x1p-53; arc(r) > 1 {
			t.Fatalf("arc(%v) = %v", r, arc(r))
		}
	}
}

func TestSineFoldsAngles(t *testing.T) {
	for _, c := range []struct {
		angle uint64
		want  float64
	}{
		{0, 0}, {quarter, 1}, {2 * quarter, 0}, {3 * quarter, -1},
	} {
		if got := sine(c.angle); got != c.want {
			t.Errorf("sine(%#x) = %v, want %v exactly", c.angle, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		angle := rapid.Uint64().Draw(t, "angle")
		turns := float64(int64(angle)) * 0x1p-64
		within(t, "sine", turns, sine(angle), math.Sin(turns*(2*math.Pi)), 7e-16)
		within(t, "cosine", turns, sine(angle+quarter), math.Cos(turns*(2*math.Pi)), 7e-16)
		if sine(angle) != sine(2*quarter-angle) || sine(angle) != -sine(-angle) {
			t.Fatalf("angle %#x has lost its symmetry", angle)
		}
	})
}

func TestRippleAndBend(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-600, 600).Draw(t, "x")
		within(t, "bend", x, bend(x), 1-math.Cos(x), 2e-15)
		turns, whole := x/10, math.Floor(math.Abs(x))
		within(t, "ripple", turns, ripple(turns), 1-math.Cos(2*math.Pi*(turns-math.Round(turns))), 2e-15)
		if ripple(whole) != 0 {
			t.Fatalf("ripple(%v) = %v, want 0", whole, ripple(whole))
		}
	})
	// For small x, bend and ripple are accurate, while 1 - cos x would lose all its digits.
	for x := 1e-5; x > 1e-150; x /= 10 {
		within(t, "bend", x, bend(x), x*x/2, 1e-10*x*x)
		want := 2 * math.Pi * math.Pi * x * x
		within(t, "ripple", x, ripple(x), want, 1e-8*want)
	}
}

func TestExponentials(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-700, 700).Draw(t, "x")
		within(t, "exp", x, exp(x), math.Exp(x), 4e-16*math.Exp(x))
		decayed := -math.Expm1(-math.Abs(x))
		within(t, "decay", math.Abs(x), decay(math.Abs(x)), decayed, 8e-16*decayed)
		small := x * 0x1p-20
		grown := -math.Expm1(-math.Abs(small))
		within(t, "decay", math.Abs(small), decay(math.Abs(small)), grown, 8e-16*grown)
	})
	if exp(0) != 1 || decay(0) != 0 {
		t.Errorf("exp(0) = %v, decay(0) = %v", exp(0), decay(0))
	}
}
