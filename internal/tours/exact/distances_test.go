package exact

import (
	"errors"
	"math"
	"math/big"
	"testing"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

func (a wide) big() *big.Int {
	v := big.NewInt(a.hi)
	return v.Lsh(v, 64).Add(v, new(big.Int).SetUint64(a.lo))
}

func TestWideNumbersAreBigNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-1e20, 1e20).Draw(t, "x")
		y := rapid.Float64Range(-1e20, 1e20).Draw(t, "y")
		shift := rapid.IntRange(-20, 50).Draw(t, "shift")
		if zero, whole := widen(0, 1000); zero != (wide{}) || !whole {
			t.Fatalf("0 * 2^1000: %v", zero)
		}
		a, wholeA := widen(x, shift)
		b, _ := widen(y, shift)
		scaled := new(big.Rat).Mul(new(big.Rat).SetFloat64(x), new(big.Rat).SetFloat64(math.Ldexp(1, shift)))
		if wholeA != scaled.IsInt() || wholeA && a.big().Cmp(scaled.Num()) != 0 {
			t.Fatalf("%v * 2^%d: %v, whole %v; want %v", x, shift, a.big(), wholeA, scaled)
		}
		if sum := new(big.Int).Add(a.big(), b.big()); a.plus(b).big().Cmp(sum) != 0 {
			t.Fatalf("%v + %v: %v, want %v", a.big(), b.big(), a.plus(b).big(), sum)
		}
		if a.less(b) != (a.big().Cmp(b.big()) < 0) {
			t.Fatalf("%v < %v: %v", a.big(), b.big(), a.less(b))
		}
	})
}

// Step proves nothing if distances have more digits than it compares.
func TestLostDigitsProveNothing(t *testing.T) {
	tiny := 1e-30 / 3
	in, err := tsp.FromMatrix(4, []float64{0, 1, 1, tiny, 1, 0, tiny, 1, 1, tiny, 0, 1. / 3, tiny, 1, 1. / 3, 0})
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(in, tsp.Identity(4))
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Step(t.Context()); !errors.Is(err, search.ErrExhausted) {
		t.Errorf("%v, want %v", err, search.ErrExhausted)
	}
}

// Of two tours that have the same length after rounding, Step finds the one that is shorter before
// rounding.
func TestTiesByRoundingAreBroken(t *testing.T) {
	const a, b, c = 0.1234567890123, 0.1234567890124, 1.0 / 30
	in, err := tsp.FromMatrix(4, []float64{0, a, c, b, a, 0, b, c, c, b, 0, a, b, c, a, 0})
	if err != nil {
		t.Fatal(err)
	}
	if in.Length(tsp.Tour{0, 1, 3, 2}) != in.Length(tsp.Tour{0, 2, 1, 3}) {
		t.Fatal("rounding tells them apart")
	}
	for _, start := range []tsp.Tour{{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}} {
		e, err := New(in, start)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Step(t.Context()); !errors.Is(err, search.ErrOptimal) {
			t.Errorf("from %v: %v", start, err)
		}
		_, got, _ := in.Costs(e.Best())
		if want := 2*a + 2*c; math.Abs(got-want) > 1e-14 {
			t.Errorf("from %v: %v, want %v", start, got, want)
		}
	}
}
